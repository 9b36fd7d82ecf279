// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The probe's programming interface: plain C, and a scope for C++. Link the
// CMake target TensorProbe::probe, or look the functions up in a preloaded
// libtensor_probe.so. Every function may be called from any thread, never
// throws, and is safe when the probe is not active.

#ifndef TENSOR_PROBE_TENSOR_PROBE_H
#define TENSOR_PROBE_TENSOR_PROBE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TENSOR_PROBE_API __attribute__((visibility("default")))

/* Starts the probe unless it is active. Needed only where libtorch is loaded
   after libtensor_probe.so (dlopen, Python). Returns 1 if it is active now,
   else 0: tensor_probe_reason() says why. Waits for no lock: 0 as well while
   another thread is starting it. */
TENSOR_PROBE_API int tensor_probe_start(void);

/* 1 if copies of this process are being counted. */
TENSOR_PROBE_API int tensor_probe_is_active(void);

/* Why the probe is not active, or what an active one cannot see; "" if
   nothing is missing. Owned by the library; never changes and never goes. */
TENSOR_PROBE_API const char *tensor_probe_reason(void);

/* Path of this process's probe file; "" before the first record, and if no
   file could be made. Owned by the library, valid until fork(). */
TENSOR_PROBE_API const char *tensor_probe_file(void);

/* Brings the file's time of last update up to date and asks the kernel to
   write it to disk. Not needed for the records to survive the process: they
   do, however it ends. */
TENSOR_PROBE_API void tensor_probe_flush(void);

enum tensor_probe_extent {
  TENSOR_PROBE_PROCESS = 0, /* all threads */
  TENSOR_PROBE_THREAD = 1   /* the calling thread */
};

struct tensor_probe_counts {
  uint64_t copies; /* aten::copy_ calls that moved at least one byte */
  uint64_t bytes;  /* bytes written by them: destination numel * itemsize */
  uint64_t ns;     /* host time inside them; 0 for TENSOR_PROBE_THREAD */
  uint64_t lost;   /* copies that could not be recorded and are in no count */
};

/* What has been copied since the probe started (in a forked child: since the
   fork). All zero if it is not active. Returns tensor_probe_is_active(). */
TENSOR_PROBE_API int tensor_probe_snapshot(enum tensor_probe_extent extent,
                                           struct tensor_probe_counts *counts);

/* A part of the run with a name, a test for example, whose copies are to be
   told from others: of all threads, from tensor_probe_begin() on. The record
   is in the probe file (`tensor-tidy report --scope`). Scopes may overlap. */
struct tensor_probe_span;

/* Null if there is no memory for it, or the probe is not active. */
TENSOR_PROBE_API struct tensor_probe_span *tensor_probe_begin(void);

/* Writes what was copied since into the probe file, and frees the span. The
   id of the record, or -1 if there is none: span is null, name is, or it could
   not be written (counted in the file). Not after fork() in the child. */
TENSOR_PROBE_API long tensor_probe_end(struct tensor_probe_span *span,
                                       const char *name);

/* The program tensor-tidy, which reads probe files: as the environment variable
   TENSOR_TIDY says, or beside this library, in ../bin; else "tensor-tidy", to
   be found in PATH. Owned by the library. */
TENSOR_PROBE_API const char *tensor_probe_tool(void);

/* Behind TENSOR_PROBE_KERNEL_ARG: `text` at file:line is a tensor of these
   sizes and strides (in elements, `dim` of each) that is not contiguous. Counts
   it in the probe file, by place; does nothing if the probe is not active.
   impl: its at::TensorImpl, or null; not kept. */
TENSOR_PROBE_API void
tensor_probe_count_violation(const char *text, const char *file, int line,
                             long dim, const int64_t *sizes,
                             const int64_t *strides, const void *impl);

/* Behind TENSOR_PROBE_MEMCPY_ARG: `bytes` bytes are read or written from the
   first element on of the tensor `text` at file:line, of these sizes and
   strides (in elements, `dim` of each) and so many bytes per element. Counts it
   in the probe file, by place, if some of these bytes are of none of its
   elements; does nothing if the probe is not active. impl: as above. */
TENSOR_PROBE_API void
tensor_probe_count_memcpy(const char *text, const char *file, int line,
                          long dim, const int64_t *sizes,
                          const int64_t *strides, uint64_t itemsize,
                          uint64_t bytes, const void *impl);

/* For the module of Python: see runtime-probe/python/reader.cpp. */
struct tensor_probe_python;
TENSOR_PROBE_API void
tensor_probe_set_python(struct tensor_probe_python *reader);

#ifdef __cplusplus
} // extern "C"

namespace tensor_probe {

/// Counts what is copied from its construction on.
///
///   tensor_probe::Scope scope;
///   step(batch);
///   std::cout << scope.copies() << " copies, " << scope.bytes() << " bytes\n";
class Scope {
public:
  explicit Scope(tensor_probe_extent extent = TENSOR_PROBE_PROCESS)
      : extent_(extent) {
    tensor_probe_snapshot(extent_, &start_);
  }
  /// Difference to the start, each count for itself.
  tensor_probe_counts so_far() const {
    tensor_probe_counts now{};
    tensor_probe_snapshot(extent_, &now);
    return {since(now.copies, start_.copies), since(now.bytes, start_.bytes),
            since(now.ns, start_.ns), since(now.lost, start_.lost)};
  }
  uint64_t copies() const { return so_far().copies; }
  uint64_t bytes() const { return so_far().bytes; }

private:
  // A forked child starts from zero again.
  static uint64_t since(uint64_t now, uint64_t then) {
    return now < then ? now : now - then;
  }
  tensor_probe_extent extent_;
  tensor_probe_counts start_{};
};

/// The at::TensorImpl of a tensor; null for what only looks like one.
template <typename Tensor>
auto impl_of(const Tensor &tensor, int)
    -> decltype(static_cast<const void *>(tensor.unsafeGetTensorImpl())) {
  return tensor.unsafeGetTensorImpl();
}
template <typename Tensor> const void *impl_of(const Tensor &, long) {
  return nullptr;
}

/// Behind TENSOR_PROBE_KERNEL_ARG. Tensor: at::Tensor, or what is like it.
template <typename Tensor>
Tensor &&kernel_arg(Tensor &&tensor, const char *text, const char *file,
                    int line) {
  if (!tensor.is_contiguous()) {
    const auto sizes = tensor.sizes();
    const auto strides = tensor.strides();
    tensor_probe_count_violation(text, file, line,
                                 static_cast<long>(sizes.size()), sizes.data(),
                                 strides.data(), impl_of(tensor, 0));
  }
  return static_cast<Tensor &&>(tensor);
}

/// Behind TENSOR_PROBE_MEMCPY_ARG. Tensor: at::Tensor, or what is like it.
template <typename Tensor>
Tensor &&memcpy_arg(Tensor &&tensor, uint64_t bytes, const char *text,
                    const char *file, int line) {
  const auto sizes = tensor.sizes();
  const auto strides = tensor.strides();
  tensor_probe_count_memcpy(text, file, line, static_cast<long>(sizes.size()),
                            sizes.data(), strides.data(),
                            static_cast<uint64_t>(tensor.element_size()), bytes,
                            impl_of(tensor, 0));
  return static_cast<Tensor &&>(tensor);
}

} // namespace tensor_probe

/// A tensor whose pointer goes to a kernel that takes it for contiguous:
///
///   launch(TENSOR_PROBE_KERNEL_ARG(x).data_ptr<float>(), x.numel());
///
/// libtorch sees nothing of such a kernel. Where TENSOR_PROBE_CONTRACTS is
/// defined, in builds with the probe, a tensor that is not contiguous is
/// recorded, with its sizes and strides; elsewhere this is `(x)`.
#ifdef TENSOR_PROBE_CONTRACTS
#define TENSOR_PROBE_KERNEL_ARG(x)                                             \
  (::tensor_probe::kernel_arg(x, #x, __FILE__, __LINE__))
#else
#define TENSOR_PROBE_KERNEL_ARG(x) (x)
#endif

/// A tensor of whose memory `bytes` bytes are copied, from its first element
/// on, in either direction and by whatever function:
///
///   std::memcpy(to, TENSOR_PROBE_MEMCPY_ARG(x, n).data_ptr<float>(), n);
///
/// Where TENSOR_PROBE_CONTRACTS is defined, a range of which some bytes are of
/// no element of x is recorded, with how many those are: what lies between the
/// elements of a slice, and what comes after the last one. That all bytes are
/// x's does not say that they are in its order: TENSOR_PROBE_KERNEL_ARG does.
/// Elsewhere this is `(x)`, and `bytes` is not evaluated.
#ifdef TENSOR_PROBE_CONTRACTS
#define TENSOR_PROBE_MEMCPY_ARG(x, bytes)                                      \
  (::tensor_probe::memcpy_arg(x, static_cast<uint64_t>(bytes), #x, __FILE__,   \
                              __LINE__))
#else
#define TENSOR_PROBE_MEMCPY_ARG(x, bytes) (x)
#endif
#endif

#endif // TENSOR_PROBE_TENSOR_PROBE_H
