// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_CONTRACTS_JSONARCHIVE_H
#define TENSORTIDY_CONTRACTS_JSONARCHIVE_H

#include "contracts/Fields.h"

#include "llvm/Support/JSON.h"

#include <type_traits>

namespace tensortidy {

template <typename T>
inline constexpr bool IsNumber = std::is_integral_v<T> || std::is_enum_v<T>;

/// Writes what has fields() as a JSON object.
class JsonWriter {
public:
  template <typename T> void operator()(const char *Name, T &Member) {
    Out[Name] = write(Member);
  }

  template <typename T> static llvm::json::Value write(T &Value) {
    if constexpr (std::is_same_v<T, bool>) {
      return Value;
    } else if constexpr (IsNumber<T>) {
      return static_cast<int64_t>(Value);
    } else {
      JsonWriter W;
      fields(W, Value);
      return std::move(W.Out);
    }
  }
  static llvm::json::Value write(std::string &S) {
    return llvm::json::fixUTF8(S);
  }
  static llvm::json::Value write(SourceRange &R) {
    return llvm::json::Array{static_cast<int64_t>(R.File), R.Begin, R.End,
                             R.Line, R.Column};
  }
  static llvm::json::Value write(FileTable &F) {
    llvm::json::Array A;
    for (uint32_t I = 0; I != F.size(); ++I)
      A.push_back(llvm::json::fixUTF8(F.path(I)));
    return A;
  }
  static llvm::json::Value write(std::optional<int64_t> &V) {
    return V ? llvm::json::Value(*V) : llvm::json::Value(nullptr);
  }
  static llvm::json::Value write(IdSet &S) { return numbers(S); }
  static llvm::json::Value write(std::set<int64_t> &S) { return numbers(S); }
  template <typename T> static llvm::json::Value write(std::vector<T> &Items) {
    llvm::json::Array A;
    for (T &Item : Items)
      A.push_back(write(Item));
    return A;
  }
  /// As [key, value, key, value ..]: the keys are numbers.
  template <typename T>
  static llvm::json::Value write(std::map<uint32_t, T> &Items) {
    llvm::json::Array A;
    for (auto &[Key, Item] : Items) {
      A.push_back(static_cast<int64_t>(Key));
      A.push_back(write(Item));
    }
    return A;
  }

private:
  template <typename Numbers>
  static llvm::json::Value numbers(const Numbers &All) {
    llvm::json::Array A;
    for (int64_t Number : All)
      A.push_back(Number);
    return A;
  }

  llvm::json::Object Out;
};

/// Reads what a JsonWriter wrote; good() is false where it did not.
class JsonReader {
public:
  explicit JsonReader(const llvm::json::Value *From)
      : From(From ? From->getAsObject() : nullptr) {}

  template <typename T> void operator()(const char *Name, T &Member) {
    IsGood = good() && read(From->get(Name), Member);
  }
  bool good() const { return IsGood && From; }

  template <typename T> static bool read(const llvm::json::Value *V, T &Into) {
    if (!V)
      return false;
    if constexpr (std::is_same_v<T, bool>) {
      return take(V->getAsBoolean(), Into);
    } else if constexpr (IsNumber<T>) {
      return take(V->getAsInteger(), Into);
    } else {
      JsonReader R(V);
      fields(R, Into);
      return R.good();
    }
  }
  static bool read(const llvm::json::Value *V, std::string &Into) {
    return V && take(V->getAsString(), Into);
  }
  static bool read(const llvm::json::Value *V, SourceRange &Into) {
    uint32_t *Fields[] = {&Into.File, &Into.Begin, &Into.End, &Into.Line,
                          &Into.Column};
    const llvm::json::Array *A = array(V);
    if (!A || A->size() != std::size(Fields))
      return false;
    for (size_t I = 0; I != A->size(); ++I)
      if (!read(&(*A)[I], *Fields[I]))
        return false;
    return true;
  }
  static bool read(const llvm::json::Value *V, FileTable &Into) {
    std::vector<std::string> Paths;
    if (!read(V, Paths))
      return false;
    for (const std::string &Path : Paths)
      Into.add(Path);
    return true;
  }
  static bool read(const llvm::json::Value *V, std::optional<int64_t> &Into) {
    Into = V ? V->getAsInteger() : std::nullopt;
    return V && (Into || V->getAsNull());
  }
  static bool read(const llvm::json::Value *V, IdSet &Into) {
    return numbers<uint32_t>(V, Into);
  }
  static bool read(const llvm::json::Value *V, std::set<int64_t> &Into) {
    return numbers<int64_t>(V, Into);
  }
  template <typename T>
  static bool read(const llvm::json::Value *V, std::vector<T> &Into) {
    const llvm::json::Array *A = array(V);
    if (!A)
      return false;
    for (const llvm::json::Value &Item : *A)
      if (!read(&Item, Into.emplace_back()))
        return false;
    return true;
  }
  template <typename T>
  static bool read(const llvm::json::Value *V, std::map<uint32_t, T> &Into) {
    const llvm::json::Array *A = array(V);
    if (!A || A->size() % 2)
      return false;
    for (size_t I = 0; I != A->size(); I += 2) {
      uint32_t Key = 0;
      if (!read(&(*A)[I], Key) || !read(&(*A)[I + 1], Into[Key]))
        return false;
    }
    return true;
  }

private:
  static const llvm::json::Array *array(const llvm::json::Value *V) {
    return V ? V->getAsArray() : nullptr;
  }
  template <typename From, typename To>
  static bool take(const std::optional<From> &Value, To &Into) {
    if (Value)
      Into = static_cast<To>(*Value);
    return Value.has_value();
  }
  template <typename Number, typename Numbers>
  static bool numbers(const llvm::json::Value *V, Numbers &Into) {
    std::vector<Number> All;
    if (!read(V, All))
      return false;
    for (Number Each : All)
      Into.insert(Each);
    return true;
  }

  const llvm::json::Object *From;
  bool IsGood = true;
};

} // namespace tensortidy

#endif
