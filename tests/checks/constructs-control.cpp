// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loops, early returns, checks, switch and goto, and variables that decide the
// same thing twice. Each wrong function has a twin that is right.

// RUN: %clang_tidy -checks='-*,tensor-*,-tensor-discarded-result' %s -- \
// RUN:   -std=c++17 -isystem %inputs/torch-mock 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// --implicit-check-not=error:

#include <ATen/ATen.h>

#include <string>
#include <utility>

using at::Tensor;

static Tensor columns() { return at::zeros({4, 6}).transpose(0, 1); }
static Tensor rows() { return at::zeros({4, 6}); }
Tensor other();

Tensor wrongLoop2(int n) {
  Tensor x = rows();
  for (int i = 0; i < n; ++i) {
    x = x.transpose(0, 1);
    x.view({-1});
    x = x.contiguous();
  }
  return x;
}
// CHECK: constructs-control.cpp:[[@LINE-5]]:7: warning: 'x' cannot be viewed as [24]:
Tensor fineLoop2(int n) {
  Tensor x = rows();
  for (int i = 0; i < n; ++i) {
    x = x.transpose(0, 1).contiguous();
    x.view({-1});
  }
  return x;
}
Tensor wrongEarly(bool b) {
  Tensor x = columns();
  if (b)
    return x;
  return x.view({-1});
}
// CHECK: constructs-control.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [24]:
Tensor fineEarly() {
  Tensor x = columns();
  if (!x.is_contiguous())
    return x;
  return x.view({-1});
}
Tensor fineThrow(Tensor x) {
  x = x.transpose(0, 1);
  if (!x.is_contiguous())
    throw 1;
  return x.view({-1});
}
Tensor fineCheck(Tensor x, Tensor y) {
  TORCH_CHECK(x.is_contiguous() && y.is_contiguous());
  return x.view({-1});
}
Tensor wrongSwitch(int m) {
  Tensor x = rows();
  switch (m) {
  case 0:
    x = x.transpose(0, 1);
    break;
  default:
    x = x.t();
  }
  return x.view({-1});
}
// CHECK: constructs-control.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [24]:
Tensor fineSwitch(int m) {
  Tensor x = columns();
  switch (m) {
  case 0:
    x = x.contiguous();
    break;
  default:
    x = x.t();
  }
  return x.view({-1});
}
Tensor wrongGoto(int m) {
  Tensor x = rows();
  if (m)
    goto out;
  return x;
out:
  x = x.t();
  return x.view({-1});
}
// CHECK: constructs-control.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [24]:
Tensor fineGoto(int m) {
  Tensor x = columns();
again:
  if (m--) {
    x = x.contiguous();
    goto again;
  }
  return x;
}

// What a variable with few values decides, asked twice.
enum class Mode { A, B, C };
Tensor fineModes(bool a) {
  Tensor x = columns();
  int mode = 0;
  if (a)
    mode = 1;
  if (mode == 0)
    return x;
  if (mode == 1)
    x = x.contiguous();
  return x.view({-1});
}
Tensor fineModes2(bool a) {
  Tensor x = rows();
  int mode = 0;
  if (a) {
    mode = 1;
    x = x.t();
  }
  if (mode == 1)
    x = x.contiguous();
  return x.view({-1});
}
Tensor fineModes3(bool a, bool b) {
  Tensor x = rows();
  int mode = 0;
  if (a) {
    mode = 1;
    x = x.t();
  } else if (b) {
    mode = 2;
    x = x.t();
  }
  switch (mode) {
  case 1:
  case 2:
    x = x.contiguous();
  }
  return x.view({-1});
}
Tensor fineModes4(int m) {
  Tensor x = rows();
  if (m == 1) {
    x = x.t();
  }
  switch (m) {
  case 1:
    x = x.contiguous();
    break;
  default:
    break;
  }
  return x.view({-1});
}
Tensor fineModes5(int m) {
  Tensor x = rows();
  switch (m) {
  case 1:
    x = x.t();
    break;
  default:
    break;
  }
  if (m == 1)
    x = x.contiguous();
  return x.view({-1});
}
Tensor fineModes6(int m) {
  Tensor x = rows();
  switch (m) {
  case 1:
    x = x.t();
    break;
  case 3:
    x = x.t();
    break;
  default:
    break;
  }
  switch (m) {
  case 1:
    x = x.contiguous();
    break;
  case 3:
    x = x.t();
  }
  return x.view({-1});
}
Tensor fineModes7(int m) {
  Tensor x = rows();
  if (m != 1) {
  } else {
    x = x.t();
  }
  if (1 == m) {
    x = x.contiguous();
  }
  return x.view({-1});
}
Tensor fineModes9(int m) {
  Tensor x = rows();
  if (m > 1) {
    x = x.t();
  }
  if (m <= 1)
    return x.view({-1});
  return x;
}
Tensor fineModes10(int m) {
  Tensor x = rows();
  if (m > 1) {
    x = x.t();
  }
  if (m == 1)
    return x.view({-1});
  return x;
}
Tensor fineEnum(Mode m) {
  Tensor x = rows();
  if (m == Mode::A)
    x = x.t();
  switch (m) {
  case Mode::A:
    x = x.contiguous();
    break;
  default:;
  }
  return x.view({-1});
}
Tensor fineEnum2(bool a) {
  Mode m = Mode::A;
  Tensor x = rows();
  if (a) {
    m = Mode::B;
    x = x.t();
  }
  if (m == Mode::B)
    x = x.contiguous();
  return x.view({-1});
}
Tensor fineEnum3(const std::string &s) {
  Mode m = Mode::C;
  if (s == "a")
    m = Mode::A;
  else if (s == "b")
    m = Mode::B;
  Tensor x = rows();
  if (m == Mode::B)
    x = x.t();
  if (m != Mode::B)
    return x.view({-1});
  return x;
}
Tensor fineCopyflag(bool a, bool b) {
  bool f = a;
  Tensor x = rows();
  if (f)
    x = x.t();
  bool g = f;
  if (b)
    f = true;
  return g ? x : x.view({-1});
}
Tensor fineCopyflag2(bool a, bool b) {
  bool f = false;
  if (a)
    f = true;
  const bool g = f;
  Tensor x = rows();
  if (g)
    x = x.t();
  return g ? x : x.view({-1});
}
Tensor fineCopyflag3(Tensor y, bool b) {
  bool f = !y.is_contiguous();
  if (b)
    f = true;
  bool g = f;
  Tensor x = rows();
  if (g)
    x = x.t();
  f = false;
  if (!g)
    return x.view({-1});
  return x;
}
Tensor fineCopyint(bool a, bool b) {
  int f = 0;
  if (a)
    f = 1;
  int g = f;
  Tensor x = rows();
  if (g == 1)
    x = x.t();
  if (b)
    f = 5;
  return g == 1 ? x : x.view({-1});
}

Tensor wrongModes(bool a) {
  Tensor x = rows();
  int mode = 0;
  if (a) {
    mode = 1;
    x = x.t();
  }
  if (mode == 0)
    x = x.contiguous();
  return x.view({-1});
}
// CHECK: constructs-control.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [24] on some paths:
Tensor wrongModes2(int m) {
  Tensor x = rows();
  if (m == 1)
    x = x.t();
  switch (m) {
  case 2:
    x = x.contiguous();
    break;
  default:
    break;
  }
  return x.view({-1});
}
// CHECK: constructs-control.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [24] on some paths:
Tensor wrongModes3(int m) {
  Tensor x = rows();
  if (m > 1)
    x = x.t();
  if (m == 2)
    return x.view({-1});
  return x;
}
// CHECK: constructs-control.cpp:[[@LINE-3]]:14: warning: 'x' cannot be viewed as [24]:
Tensor wrongModes4(int m) {
  Tensor x = rows();
  if (m == 1)
    x = x.t();
  m = 1;
  if (m == 1)
    return x.view({-1});
  return x;
}
// CHECK: constructs-control.cpp:[[@LINE-3]]:14: warning: 'x' cannot be viewed as [24] on some paths:
Tensor wrongModes5(int m) {
  Tensor x = rows();
  int &r = m;
  if (m == 0)
    x = x.t();
  r = 1;
  if (m == 0)
    return other();
  return x.view({-1});
}
// CHECK: constructs-control.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [24] on some paths:
Tensor wrongEnum(Mode m) {
  Tensor x = rows();
  if (m == Mode::A)
    x = x.t();
  switch (m) {
  case Mode::B:
    x = x.contiguous();
    break;
  default:;
  }
  return x.view({-1});
}
// CHECK: constructs-control.cpp:[[@LINE-2]]:12: warning: 'x' cannot be viewed as [24] on some paths:
Tensor wrongCopyflag(bool a, bool b) {
  bool f = a;
  Tensor x = rows();
  if (f)
    x = x.t();
  bool g = f;
  if (b)
    f = true;
  return g ? x.view({-1}) : x;
}
// CHECK: constructs-control.cpp:[[@LINE-2]]:16: warning: 'x' cannot be viewed as [24]:
Tensor wrongCopyint(bool a, bool b) {
  int f = 0;
  if (a)
    f = 1;
  int g = f;
  Tensor x = rows();
  if (g == 1)
    x = x.t();
  if (b)
    f = 5;
  return f == 1 ? x.view({-1}) : x;
}
// CHECK: constructs-control.cpp:[[@LINE-2]]:21: warning: 'x' cannot be viewed as [24] on some paths:
