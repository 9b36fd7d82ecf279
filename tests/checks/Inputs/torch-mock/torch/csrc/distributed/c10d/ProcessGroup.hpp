// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The part of c10d's interface that the tests use.
#ifndef TORCH_MOCK_PROCESSGROUP_HPP
#define TORCH_MOCK_PROCESSGROUP_HPP

#include <ATen/ATen.h>
#include <memory>
#include <vector>

namespace c10d {

struct Work {
  virtual bool wait();
};
struct AllreduceOptions {};
struct BroadcastOptions {};
struct AllgatherOptions {};

class ProcessGroup {
public:
  virtual std::shared_ptr<Work>
  broadcast(std::vector<at::Tensor> &tensors,
            const BroadcastOptions &opts = BroadcastOptions());
  virtual std::shared_ptr<Work>
  allreduce(std::vector<at::Tensor> &tensors,
            const AllreduceOptions &opts = AllreduceOptions());
  virtual std::shared_ptr<Work>
  allgather(std::vector<std::vector<at::Tensor>> &outputTensors,
            std::vector<at::Tensor> &inputTensors,
            const AllgatherOptions &opts = AllgatherOptions());
  virtual std::shared_ptr<Work>
  _allgather_base(at::Tensor &outputBuffer, at::Tensor &inputBuffer,
                  const AllgatherOptions &opts = AllgatherOptions());
  virtual std::shared_ptr<Work> send(std::vector<at::Tensor> &tensors,
                                     int dstRank, int tag);
  virtual int getSize() const;
};

} // namespace c10d

#endif
