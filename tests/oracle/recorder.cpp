// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "recorder.h"

#include <ATen/Parallel.h>
#include <ATen/record_function.h>
#include <c10/core/GradMode.h>
#include <c10/util/Exception.h>
#include <c10/util/Logging.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <random>
#include <unistd.h>

bool global_flag = false;
static std::minstd_rand Coins;
void toggle(bool &flag) { flag = !flag; }
bool coin() { return Coins() & 64; }

namespace oracle {
namespace {

/// A copy_ that ran inside the call.
struct Copy {
  const void *From;
  int64_t Elements;
};

struct {
  unsigned Program = 0, Run = 0, Helper = 0;
  bool Observing = false;
  std::vector<Copy> Copies;
  /// Storages by number; tensors are kept so that none is used again.
  std::vector<const void *> Storages;
  std::vector<at::Tensor> Kept;
} Now;

std::unique_ptr<at::ObserverContext> onOperator(const at::RecordFunction &F) {
  if (!Now.Observing || std::string(F.name()) != "aten::copy_")
    return nullptr;
  auto In = F.inputs();
  if (In.size() < 2 || !In[1].isTensor())
    return nullptr;
  const at::Tensor &Source = In[1].toTensor();
  if (Source.defined() && Source.has_storage())
    Now.Copies.push_back(
        {Source.storage().unsafeGetStorageImpl(), Source.numel()});
  return nullptr;
}

const void *storageOf(const at::Tensor &T) {
  return T.storage().unsafeGetStorageImpl();
}

bool isPlain(const at::Tensor &T) {
  return T.defined() && T.layout() == at::kStrided && T.has_storage();
}

size_t storageNumber(const at::Tensor &T) {
  const void *Storage = storageOf(T);
  auto Found = std::find(Now.Storages.begin(), Now.Storages.end(), Storage);
  size_t Number = Found - Now.Storages.begin();
  if (Found == Now.Storages.end()) {
    Now.Storages.push_back(Storage);
    Now.Kept.push_back(T);
  }
  return Number;
}

std::string joined(at::IntArrayRef Numbers) {
  std::string Out;
  for (int64_t N : Numbers)
    Out += (Out.empty() ? "" : ",") + std::to_string(N);
  return Out;
}

std::string described(const std::vector<at::Tensor> &All) {
  std::string Out;
  for (const at::Tensor &T : All) {
    if (!Out.empty())
      Out += ' ';
    if (!isPlain(T))
      Out += '-';
    else
      Out += joined(T.sizes()) + "/" + joined(T.strides()) + "/" +
             std::to_string(storageNumber(T)) + "/" +
             (T.is_contiguous() ? "1" : "0");
  }
  return Out.empty() ? "." : Out;
}

/// Were as many elements copied from the operand as it has?
bool isCopied(const at::Tensor &T) {
  if (!isPlain(T) || T.numel() < 2)
    return false;
  int64_t Elements = 0;
  for (const Copy &C : Now.Copies)
    if (C.From == storageOf(T))
      Elements += C.Elements;
  return Elements >= T.numel();
}

bool sharesStorage(const Operands &All, size_t I) {
  for (size_t J = 0; J < All.size(); ++J)
    if (J != I && isPlain(All[J]) && storageOf(All[J]) == storageOf(All[I]))
      return true;
  return false;
}

/// A tensor of the same sizes and strides in a storage of its own.
at::Tensor twin(const at::Tensor &T) {
  if (!isPlain(T))
    return T;
  int64_t Elements = T.storage().nbytes() / T.itemsize();
  at::Tensor Flat = at::empty({0}, T.options());
  Flat.set_(T.storage(), 0, {Elements}, {1});
  return Flat.clone().as_strided(T.sizes(), T.strides(), T.storage_offset());
}

/// Is operand \p I copied when it is laid out in \p Format?
bool isCopiedIn(at::MemoryFormat Format, size_t I, const Operands &Given,
                Body Of) {
  Operands Again;
  for (const at::Tensor &T : Given)
    Again.push_back(twin(T));
  Again[I] = Given[I].clone(Format);
  at::Tensor Kept = Again[I];
  Now.Copies.clear();
  Now.Observing = true;
  bool Threw = false;
  try {
    Of.Run(Of.Object, Again);
  } catch (const std::exception &) {
    Threw = true;
  }
  Now.Observing = false;
  return Threw || isCopied(Kept);
}

/// Does the call throw for all layouts, i.e. because of sizes, types or values?
bool throwsAnyway(const Operands &Given, Body Of) {
  Operands Again;
  for (const at::Tensor &T : Given)
    Again.push_back(isPlain(T) ? T.clone(at::MemoryFormat::Contiguous) : T);
  try {
    Of.Run(Of.Object, Again);
    return false;
  } catch (const std::exception &) {
    return true;
  }
}

/// The operands that are copied because of their layout: in another layout
/// they are not.
unsigned layoutCopies(const Operands &Given, Body Of,
                      const std::vector<bool> &Copied) {
  unsigned Mask = 0;
  for (size_t I = 0; I < Given.size() && I < 8; ++I) {
    if (!Copied[I] || sharesStorage(Given, I))
      continue;
    bool Otherwise = !isCopiedIn(at::MemoryFormat::Contiguous, I, Given, Of);
    if (!Otherwise && Given[I].dim() == 4)
      Otherwise = !isCopiedIn(at::MemoryFormat::ChannelsLast, I, Given, Of);
    if (Otherwise)
      Mask |= 1u << I;
  }
  return Mask;
}

enum Threw { No, ForLayout, ForOtherReasons };

void write(unsigned Call, Threw Threw, unsigned Copied, unsigned Whole,
           const std::string &Operands, const std::string &Results,
           std::string Message) {
  Message.resize(std::min(Message.find('\n'), Message.size()));
  std::replace(Message.begin(), Message.end(), '\t', ' ');
  std::printf("%u\t%u\t%u\t%u\t%d\t%u\t%u\t%s\t%s\t%s\n", Now.Program, Now.Run,
              Now.Helper, Call, Threw, Copied, Whole, Operands.c_str(),
              Results.c_str(), Message.c_str());
}

} // namespace

Results recorded(unsigned Call, Operands Given, Body Of) {
  const std::string Before = described(Given);
  Operands Twins;
  Now.Copies.clear();
  for (const at::Tensor &T : Given)
    Twins.push_back(isPlain(T) ? at::Tensor(T.alias()) : T);
  Results Out;
  Now.Copies.clear();
  Now.Observing = true;
  try {
    Out = Of.Run(Of.Object, Given);
  } catch (const std::exception &Error) {
    Now.Observing = false;
    write(Call, throwsAnyway(Twins, Of) ? ForOtherReasons : ForLayout, 0, 0,
          Before, ".", Error.what());
    throw;
  }
  Now.Observing = false;
  std::vector<bool> Copied;
  for (const at::Tensor &T : Twins)
    Copied.push_back(isCopied(T));
  const std::string After = described(Out.All);
  unsigned Mask = 0, Whole = 0;
  for (size_t I = 0; I < Copied.size() && I < 8; ++I)
    Whole |= unsigned(Copied[I]) << I;
  if (Whole)
    Mask = layoutCopies(Twins, Of, Copied);
  write(Call, No, Mask, Whole, Before, After, "");
  return Out;
}

InHelper::InHelper(unsigned Call) : Outer(Now.Helper) { Now.Helper = Call; }
InHelper::~InHelper() { Now.Helper = Outer; }

Inputs::Inputs(unsigned Seed, unsigned Run)
    : Run(Run), State((Seed * 2654435761u + Run * 40503u) | 1) {
  Coins.seed(Seed * 31 + Run + 1);
  global_flag = draw(2);
}

unsigned Inputs::draw(unsigned Below) {
  State = State * 6364136223846793005u + 1442695040888963407u;
  return static_cast<unsigned>(State >> 33) % Below;
}

/// The first runs take all combinations of the first two flags.
bool Inputs::flag() {
  unsigned I = Flags++;
  return I < 2 ? Run >> I & 1 : draw(2);
}

at::Tensor Inputs::tensor(std::vector<int64_t> Sizes, Given How) {
  const int64_t Rank = static_cast<int64_t>(Sizes.size());
  // Two runs of three are not contiguous, another way each time.
  unsigned Layout = (Count++ + Run) % 3 == 0 ? 0 : 1 + draw(6);
  if (How == Given::Contiguous || Rank == 0)
    Layout = 0;
  if (How == Given::NotExpanded && Layout == 4)
    Layout = 1;
  if (How == Given::Dense && Layout > 1)
    Layout = 1;
  std::vector<int64_t> Other = Sizes;
  const int64_t A = draw(Rank ? Rank : 1), B = draw(Rank ? Rank : 1);
  switch (Layout) {
  case 1: // exchanged
    std::swap(Other[0], Other[Rank - 1]);
    return at::rand(Other).transpose(0, Rank - 1);
  case 2: // a part of each row
    Other[Rank - 1] += 3;
    return at::rand(Other).narrow(Rank - 1, 1, Sizes[Rank - 1]);
  case 3: // every second
    Other[A] *= 2;
    return at::rand(Other).slice(A, 0, Other[A], 2);
  case 4:
    Other[A] = 1;
    return at::rand(Other).expand(Sizes);
  case 5:
    if (Rank == 4)
      return at::rand(Sizes).contiguous(at::MemoryFormat::ChannelsLast);
    [[fallthrough]];
  case 6:
    std::swap(Other[A], Other[B]);
    return at::rand(Other).transpose(A, B);
  default:
    return at::rand(Sizes);
  }
}

/// Says which program ended so, as a compiler says what it does not take.
static void onCrash(int Signal) {
  char Text[64];
  const int Size = std::snprintf(Text, sizeof(Text),
                                 "\np%u:1:1: error: ended by signal %d\n",
                                 Now.Program, Signal);
  if (Size <= 0 || ::write(STDERR_FILENO, Text, static_cast<size_t>(Size)) < 0)
    _exit(1);
  _exit(128 + Signal);
}

int runAll(const Entry *First, const Entry *Last, unsigned Runs) {
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    std::signal(Signal, onCrash);
  c10::SetStackTraceFetcher([] { return std::string(); });
  at::set_num_threads(1);
  c10::NoGradGuard NoGrad;
  at::addGlobalCallback(at::RecordFunctionCallback(onOperator)
                            .needsInputs(true)
                            .scopes({at::RecordScope::FUNCTION}));
  for (const Entry *E = First; E != Last; ++E)
    for (unsigned Run = 0; Run < Runs; ++Run) {
      Now.Program = E->Program;
      Now.Run = Run;
      Now.Helper = 0;
      Now.Storages.clear();
      Now.Kept.clear();
      at::manual_seed(E->Seed);
      Inputs In(E->Seed, Run);
      try {
        E->Run(In);
      } catch (const std::exception &) {
        // What threw is recorded; guards that do not hold end a program too.
      }
    }
  return 0;
}

} // namespace oracle
