// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "core/ProbeFile.h"

#include "core/Naming.h"
#include "core/Rows.h"
#include "core/Say.h"
#include "core/Settings.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace tensor_probe {

namespace {
/// Address space set aside, and the size no file exceeds: room for the limits
/// of the site table (core/SiteTable.cpp).
constexpr std::uint64_t kMaxFileBytes = 64ULL << 20;
constexpr std::uint64_t kGrowBytes = 64ULL << 10;
constexpr int kMaxSameName = 1000;

/// mkdir -p. False, with errno, if the directory is not there afterwards.
bool make_directories(const char *path) {
  char prefix[4096];
  const std::size_t length = std::strlen(path);
  for (std::size_t i = 1; i <= length && i < sizeof(prefix); ++i) {
    if (path[i] != '/' && path[i] != '\0')
      continue;
    std::memcpy(prefix, path, i);
    prefix[i] = '\0';
    if (mkdir(prefix, 0777) != 0 && errno != EEXIST)
      return false;
  }
  return true;
}

/// While it lives, a file beyond the limit of `ulimit -f` is an error and not
/// a signal, which ends a program that does not expect it.
class NoSizeSignal {
public:
  NoSizeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    sigset_t pending;
    was_pending_ = sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  NoSizeSignal(const NoSizeSignal &) = delete;
  NoSizeSignal &operator=(const NoSizeSignal &) = delete;
  ~NoSizeSignal() {
    const timespec now = {0, 0};
    if (!was_pending_)
      while (sigtimedwait(&signal_, nullptr, &now) < 0 && errno == EINTR)
        ;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

private:
  sigset_t signal_, before_;
  bool was_pending_;
};

/// Allocates blocks, so that a full disk is an error here and not a SIGBUS
/// when the mapping is written to.
bool extend(int descriptor, std::uint64_t from, std::uint64_t to) {
  int error = 0;
  {
    const NoSizeSignal blocked;
    error = posix_fallocate(descriptor, static_cast<off_t>(from),
                            static_cast<off_t>(to - from));
  }
  errno = error;
  return error == 0;
}
} // namespace

bool ProbeFile::map(int descriptor) {
  const int flags =
      descriptor < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED;
  void *address = mmap(nullptr, kMaxFileBytes, PROT_READ | PROT_WRITE, flags,
                       descriptor, 0);
  if (address == MAP_FAILED)
    return false;
  base_ = static_cast<char *>(address);
  file_bytes_ = descriptor < 0 ? kMaxFileBytes : kGrowBytes;
  return true;
}

bool ProbeFile::open_file() {
  if (!make_directories(settings().out))
    return false;
  int descriptor = -1;
  for (int copy = 1; copy <= kMaxSameName && descriptor < 0; ++copy) {
    probe_file_path(settings().out, copy, path_, sizeof(path_));
    descriptor = open(path_, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST)
      return false;
  }
  struct stat status;
  const bool mapped = descriptor >= 0 && fstat(descriptor, &status) == 0 &&
                      extend(descriptor, 0, kGrowBytes) && map(descriptor);
  const int error = errno;
  if (descriptor >= 0)
    close(descriptor);
  if (mapped) {
    device_ = status.st_dev;
    inode_ = status.st_ino;
  } else if (descriptor >= 0) {
    unlink(path_);
  }
  errno = error;
  return mapped;
}

bool ProbeFile::create() {
  if (!open_file()) {
    say("cannot write to '%s': %s; copies are counted in memory only and no "
        "probe file is left (set TENSOR_PROBE_OUT to a writable directory)",
        settings().out, std::strerror(errno));
    path_[0] = '\0';
    if (!map(-1))
      return false;
  }
  FileHeader &head = header();
  head.version = kFormatVersion;
  head.byte_order = kByteOrder;
  head.header_bytes = kHeaderBytes;
  head.state = static_cast<std::uint32_t>(RunState::running);
  head.used_bytes = kHeaderBytes;
  describe_process(head);
  __atomic_store_n(&head.magic, kMagic, __ATOMIC_RELEASE);
  return true;
}

// The file is opened anew for each step: a descriptor that is kept may be
// closed by the program (daemons close all) and then mean another file.
bool ProbeFile::grow_to(std::uint64_t bytes) {
  if (bytes > kMaxFileBytes)
    return false;
  const std::uint64_t target =
      (bytes + kGrowBytes - 1) / kGrowBytes * kGrowBytes;
  const int descriptor = open(path_, O_RDWR | O_CLOEXEC);
  if (descriptor < 0)
    return false;
  struct stat status;
  const bool grown = fstat(descriptor, &status) == 0 &&
                     status.st_dev == device_ && status.st_ino == inode_ &&
                     extend(descriptor, file_bytes_, target);
  close(descriptor);
  if (grown)
    file_bytes_ = target;
  return grown;
}

void *ProbeFile::reserve(BlockKind kind, std::uint32_t bytes) {
  FileHeader &head = header();
  const std::uint64_t end = head.used_bytes + bytes;
  if (end > file_bytes_ && !grow_to(end)) {
    add_to(head.losses[static_cast<std::size_t>(Loss::file_not_grown)], 1);
    return nullptr;
  }
  auto *block = reinterpret_cast<BlockHeader *>(base_ + head.used_bytes);
  std::memset(static_cast<void *>(block), 0, bytes);
  block->kind = static_cast<std::uint32_t>(kind);
  block->bytes = bytes;
  return block;
}

void ProbeFile::commit(void *block) {
  FileHeader &head = header();
  auto *start = static_cast<BlockHeader *>(block);
  if (start->kind == static_cast<std::uint32_t>(BlockKind::scope)) {
    start->id = static_cast<std::uint32_t>(head.scopes++);
  } else if (start->kind == static_cast<std::uint32_t>(BlockKind::violation)) {
    start->id = static_cast<std::uint32_t>(head.violations++);
  } else if (start->kind == static_cast<std::uint32_t>(BlockKind::layout)) {
    start->id = static_cast<std::uint32_t>(head.layouts++);
  } else if (start->kind == static_cast<std::uint32_t>(BlockKind::gpu)) {
    start->id = static_cast<std::uint32_t>(head.gpu_rows++);
  } else if (start->kind == static_cast<std::uint32_t>(BlockKind::trace)) {
    start->id = static_cast<std::uint32_t>(head.traces++);
  } else if (start->kind == static_cast<std::uint32_t>(BlockKind::misuse)) {
    start->id = static_cast<std::uint32_t>(head.misuses++);
  } else {
    std::uint32_t *counters[] = {nullptr, &head.modules, &head.stacks,
                                 &head.rows, &head.strings};
    start->id = (*counters[start->kind])++;
  }
  __atomic_store_n(&head.used_bytes, head.used_bytes + start->bytes,
                   __ATOMIC_RELEASE);
}

void ProbeFile::abandon() {
  if (base_ != nullptr)
    munmap(base_, kMaxFileBytes);
  base_ = nullptr;
  file_bytes_ = 0;
  path_[0] = '\0';
}

} // namespace tensor_probe
