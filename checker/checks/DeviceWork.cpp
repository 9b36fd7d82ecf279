// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "checks/DeviceWork.h"

#include "analysis/Uses.h"
#include "checks/Copies.h"
#include "checks/HostWaits.h"
#include "checks/NameWords.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace tensortidy {

namespace {

std::string lowerCase(std::string Name) {
  std::transform(Name.begin(), Name.end(), Name.begin(), [](unsigned char C) {
    return static_cast<char>(std::tolower(C));
  });
  return Name;
}

/// Does \p X show that its function works on the device: does it launch a
/// kernel, take the pointer of a tensor there, which only kernels can use, or
/// ask for a stream?
bool usesDevice(const Fact &X, Devices &Where) {
  if (const auto *U = std::get_if<UsePointer>(&X.What))
    return U->Where == Sink::Launch;
  if (const auto *T = std::get_if<TakePointer>(&X.What))
    return Where.of(T->Tensor) == DeviceKind::Accelerator;
  const auto *R = std::get_if<RuntimeCall>(&X.What);
  return R && (R->IsLaunch || (R->Rule && R->Rule->givesStream()));
}

} // namespace

bool saysCpu(const std::string &Name) {
  return lowerCase(Name).find("cpu") != std::string::npos;
}

bool isForCpu(const std::string &Name) {
  const std::vector<std::string> Words = wordsOf(Name);
  if (Words.size() < 2 || Words.back() != "cpu")
    return false;
  constexpr std::string_view Others[] = {"to", "on", "is", "has", "from", "or"};
  return std::find(std::begin(Others), std::end(Others),
                   Words[Words.size() - 2]) == std::end(Others);
}

bool saysDevice(const std::string &Name) {
  const std::string Lower = lowerCase(Name);
  auto Has = [&](const char *Part) {
    return Lower.find(Part) != std::string::npos;
  };
  return !Has("cpu") && (Has("forward") || Has("backward") || Has("cuda"));
}

bool worksOnDevice(const Function &F, Devices &Where) {
  return std::any_of(F.Blocks.begin(), F.Blocks.end(), [&](const Block &B) {
    return std::any_of(B.Facts.begin(), B.Facts.end(),
                       [&](const Fact &X) { return usesDevice(X, Where); });
  });
}

/// Of \p X: does it read an element of \p P?
static bool readsElement(const Fact &X, PlaceId P) {
  const auto *A = std::get_if<Apply>(&X.What);
  return A && A->Op && givesElement(*A->Op) && placeAt(*A, 0) == P;
}

/// Does \p X make something else of \p P than to read an element of it?
static bool usesWhole(const Fact &X, PlaceId P) {
  if (readsElement(X, P))
    return false;
  const bool IsUse = std::holds_alternative<Apply>(X.What) ||
                     std::holds_alternative<Call>(X.What) ||
                     std::holds_alternative<TakePointer>(X.What) ||
                     std::holds_alternative<Assign>(X.What) ||
                     std::holds_alternative<Choose>(X.What) ||
                     std::holds_alternative<Return>(X.What);
  Uses Read;
  collectReads(X, Read);
  return IsUse && std::count(Read.Places.begin(), Read.Places.end(), P) > 0;
}

static bool isReadByElement(PlaceId P, const Function &F) {
  const bool IsGiven =
      P != NoId &&
      (F.Places[P].Saved >= 0 ||
       std::any_of(F.Parameters.begin(), F.Parameters.end(),
                   [&](const Parameter &Each) { return Each.Tensor == P; }));
  return IsGiven &&
         std::none_of(F.Blocks.begin(), F.Blocks.end(), [&](const Block &B) {
           return std::any_of(B.Facts.begin(), B.Facts.end(),
                              [&](const Fact &X) { return usesWhole(X, P); });
         });
}

bool isReadInPieces(PlaceId P, const Function &F) {
  ptrdiff_t Reads = 0;
  for (const Block &B : F.Blocks)
    Reads += std::count_if(B.Facts.begin(), B.Facts.end(),
                           [&](const Fact &X) { return readsElement(X, P); });
  return Reads > 1 && isReadByElement(P, F);
}

bool isTableForHost(PlaceId P, const Function &F) {
  auto Launches = [](const Fact &X) {
    const auto *U = std::get_if<UsePointer>(&X.What);
    return U && U->Where == Sink::Launch;
  };
  return isReadByElement(P, F) &&
         std::any_of(F.Blocks.begin(), F.Blocks.end(), [&](const Block &B) {
           return std::any_of(B.Facts.begin(), B.Facts.end(), Launches);
         });
}

} // namespace tensortidy
