// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/Workers.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tensortidy {

namespace {

struct Worker {
  pid_t Pid;
  int Pipe; ///< read end; the worker's result arrives here
  size_t Index;
  std::string Received;
};

FileResult failed(const std::string &File, const std::string &Message) {
  FileResult R;
  R.File = File;
  R.Errors.push_back({File, 0, 0, Message});
  return R;
}

void writeAll(int Descriptor, const std::string &Text) {
  size_t Done = 0;
  while (Done < Text.size()) {
    ssize_t N = write(Descriptor, Text.data() + Done, Text.size() - Done);
    if (N > 0)
      Done += size_t(N);
    else if (errno != EINTR)
      return; // the parent is gone
  }
}

/// The worker's side: never returns.
[[noreturn]] void
work(const std::string &File, int Pipe, unsigned Seconds,
     const std::function<FileResult(const std::string &)> &Analyse) {
  signal(SIGALRM, SIG_DFL);
  alarm(Seconds);
  writeAll(Pipe, serialize(Analyse(File)));
  llvm::errs().flush();
  close(Pipe);
  _exit(0);
}

std::string describeEnd(int Status, unsigned Seconds) {
  if (WIFSIGNALED(Status) && WTERMSIG(Status) == SIGALRM)
    return "the analysis took longer than " + std::to_string(Seconds) +
           " seconds; raise --timeout or leave the file out";
  if (WIFSIGNALED(Status))
    return std::string("the analysis crashed (") + strsignal(WTERMSIG(Status)) +
           "); please report it";
  return "the analysis ended without a result (status " +
         std::to_string(WEXITSTATUS(Status)) + ")";
}

FileResult collect(Worker &W, const std::string &File, unsigned Seconds) {
  close(W.Pipe);
  int Status = 0;
  while (waitpid(W.Pid, &Status, 0) < 0 && errno == EINTR)
    ;
  std::optional<FileResult> R;
  if (WIFEXITED(Status) && WEXITSTATUS(Status) == 0)
    R = deserialize(W.Received);
  return R ? *std::move(R) : failed(File, describeEnd(Status, Seconds));
}

/// Reads what is there; false at the end of the stream.
bool receive(Worker &W) {
  char Buffer[1 << 16];
  ssize_t N = read(W.Pipe, Buffer, sizeof Buffer);
  if (N > 0)
    W.Received.append(Buffer, size_t(N));
  return N > 0 || (N < 0 && errno == EINTR);
}

} // namespace

std::vector<FileResult>
runInWorkers(const std::vector<std::string> &Files, WorkerLimits Limits,
             const std::function<FileResult(const std::string &)> &Analyse) {
  std::vector<FileResult> Results(Files.size());
  std::vector<Worker> Running;
  size_t Next = 0;
  // False when the system allows no more processes or descriptors than those
  // of the workers that run: to be tried again when one has ended.
  auto Start = [&](size_t Index) {
    int Ends[2];
    llvm::outs().flush();
    llvm::errs().flush();
    if (pipe(Ends) != 0) {
      if (!Running.empty())
        return false;
      Results[Index] = failed(
          Files[Index], std::string("cannot make a pipe: ") + strerror(errno));
      return true;
    }
    pid_t Pid = fork();
    if (Pid == 0) {
      close(Ends[0]);
      for (const Worker &W : Running)
        close(W.Pipe);
      work(Files[Index], Ends[1], Limits.Seconds, Analyse);
    }
    close(Ends[1]);
    if (Pid > 0) {
      Running.push_back({Pid, Ends[0], Index, {}});
      return true;
    }
    int Error = errno;
    close(Ends[0]);
    if (!Running.empty())
      return false;
    Results[Index] =
        failed(Files[Index],
               std::string("cannot start a process: ") + strerror(Error));
    return true;
  };
  while (Next < Files.size() || !Running.empty()) {
    while (Next < Files.size() && Running.size() < std::max(1u, Limits.Jobs) &&
           Start(Next))
      ++Next;
    std::vector<pollfd> Polled;
    for (const Worker &W : Running)
      Polled.push_back({W.Pipe, POLLIN, 0});
    if (Polled.empty())
      continue;
    // On an error no descriptor says that it can be read: read them all, in
    // order, which waits for each.
    if (poll(Polled.data(), Polled.size(), -1) < 0 && errno != EINTR)
      for (pollfd &P : Polled)
        P.revents = POLLIN;
    for (size_t I = Polled.size(); I-- > 0;) {
      if (!Polled[I].revents || receive(Running[I]))
        continue;
      size_t Index = Running[I].Index;
      Results[Index] = collect(Running[I], Files[Index], Limits.Seconds);
      Running.erase(Running.begin() + long(I));
    }
  }
  return Results;
}

} // namespace tensortidy
