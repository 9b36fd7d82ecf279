// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef TENSORTIDY_PROGRAM_EXPRESSION_H
#define TENSORTIDY_PROGRAM_EXPRESSION_H

#include "layout/Queries.h"
#include "models/Traits.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tensortidy {

/// Index of a tensor-valued place in its Function.
using PlaceId = uint32_t;
/// Index of an integer variable in its Function.
using IntId = uint32_t;
/// Index of a raw-pointer place in its Function.
using PointerId = uint32_t;
/// Index of a block of memory in its Function.
using MemoryId = uint32_t;
constexpr uint32_t NoId = ~0u;

/// An integer computed from sizes: what makes two sizes equal.
struct IntExpr {
  enum class Kind {
    Literal,    ///< Value
    Variable,   ///< Int, flow-sensitive
    SizeOf,     ///< Tensor.size(Operands[0])
    StrideOf,   ///< Tensor.stride(Operands[0])
    NumelOf,    ///< Tensor.numel()
    RankOf,     ///< Tensor.dim()
    Product,    ///< of Operands
    Quotient,   ///< Operands[0] / Operands[1], rounded towards zero
    Sum,        ///< of Operands
    Difference, ///< Operands[0] - Operands[1]
    Opaque      ///< nothing known; equal only to itself (Value = unique number)
  };
  Kind TheKind = Kind::Opaque;
  int64_t Value = 0;
  IntId Int = NoId;
  PlaceId Tensor = NoId;
  /// Of an Opaque: the pointer whose address it is, or is a remainder of.
  PointerId Pointer = NoId;
  /// Of an Opaque: tensors of whose strides it is a remainder, or the like.
  std::vector<PlaceId> RemainderOf;
  std::vector<IntExpr> Operands;

  /// Of a StrideOf or SizeOf: the dimension, negative from the back, if it is
  /// a constant or `x.dim() - 1`.
  std::optional<int64_t> constantDimension() const;

  static IntExpr literal(int64_t V);
  static IntExpr variable(IntId I);
  static IntExpr sizeOf(PlaceId T, IntExpr Dim);
  static IntExpr opaque(int64_t UniqueNumber);
};

/// What a branch or a check decides, kept whole: `a || b` is one condition.
struct Condition {
  enum class Kind {
    Unknown,
    Constant,    ///< Value
    Contiguous,  ///< Tensor is contiguous in Format
    Dense,       ///< Tensor is non-overlapping and dense
    Defined,     ///< Tensor is defined / the optional has a value
    Compare,     ///< Left Operator Right
    SameSizes,   ///< Tensor.sizes() == Other.sizes()
    SameStrides, ///< Tensor.strides() == Other.strides()
    Has,         ///< Tensor has the type, or is on the device, of Traits
    /// A bool that keeps its value until Integers[0], a variable that stands
    /// for it, is defined anew; a literal sets it. Operands[0], if there is
    /// one, holds where the flag is set, and nowhere else.
    Flag,
    And,
    Or,
    Not
  };
  enum class Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual
  };
  Kind TheKind = Kind::Unknown;
  bool Value = false;
  PlaceId Tensor = NoId, Other = NoId;
  MemoryFormat Format = MemoryFormat::Contiguous;
  Traits Its; ///< of Has
  Comparison Operator = Comparison::Equal;
  std::vector<IntExpr> Integers;   ///< Left, Right of a Compare
  std::vector<Condition> Operands; ///< of And, Or, Not

  static Condition unknown() { return {}; }
  static Condition negated(Condition C);
};

/// One item of Tensor::index.
struct IndexOperand {
  enum class Kind { Slice, NewAxis, Ellipsis, Integer, Tensor, Unknown };
  Kind TheKind = Kind::Unknown;
  std::optional<IntExpr> Start, Stop, Step; ///< of a Slice; Start of an Integer
  PlaceId Tensor = NoId;
};

/// An argument of an operator or call, by schema position.
struct Argument {
  enum class Kind {
    Absent,
    Unknown,
    Tensor,     ///< Places[0]; an optional or a list place too
    Undefined,  ///< nullopt, {} or Tensor()
    TensorList, ///< Places, all of them; or one list place with IsListPlace
    Int,        ///< Ints[0]
    IntList,    ///< Ints
    SizesOf,    ///< Places[0].sizes()
    Bool,       ///< Flag
    Format,     ///< Format
    String,     ///< Literal
    Indices,    ///< Items
    /// A raw pointer: Pointer is the one that was taken of a tensor, NoId for
    /// others. Ints, if it is not empty, is how many elements lie there at
    /// least, and of how many bytes each.
    Memory
  };
  Kind TheKind = Kind::Absent;
  PointerId Pointer = NoId;
  std::vector<PlaceId> Places;
  bool IsListPlace = false;
  std::vector<IntExpr> Ints;
  bool Flag = false;
  MemoryFormat Format = MemoryFormat::Contiguous;
  std::vector<IndexOperand> Items;
  std::string Literal;
  Traits Asks;      ///< of a type or a device that is known
  std::string Text; ///< as spelled, for messages; may be empty
};

} // namespace tensortidy

#endif
