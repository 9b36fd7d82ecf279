// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Runner.h"

#include "Printer.h"

#include <fstream>
#include <iterator>
#include <sstream>

#include <sys/wait.h>
#include <unistd.h>

namespace oracle {

namespace {

std::string quoted(const std::string &Text) {
  std::string Out = "'";
  for (char C : Text)
    Out += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Out + "'";
}

std::string textOf(const std::string &FileName) {
  std::ifstream Stream(FileName);
  return {std::istreambuf_iterator<char>(Stream), {}};
}

/// Starts a shell command with its output in files.
int startShell(const std::string &Command, const std::string &Out,
               const std::string &Errors) {
  const std::string Whole =
      "(" + Command + ") >" + quoted(Out) + " 2>" + quoted(Errors);
  const int Process = fork();
  if (Process == 0) {
    execl("/bin/sh", "sh", "-c", Whole.c_str(), static_cast<char *>(nullptr));
    _exit(127);
  }
  return Process;
}

int waitFor(int Process) {
  int Status = 0;
  if (waitpid(Process, &Status, 0) != Process)
    return -1;
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

std::vector<std::string> parts(const std::string &Text, char Separator) {
  std::vector<std::string> Out;
  std::istringstream Stream(Text);
  for (std::string Part; std::getline(Stream, Part, Separator);)
    Out.push_back(Part);
  return Out;
}

std::vector<int64_t> numbers(const std::string &Text) {
  std::vector<int64_t> Out;
  for (const std::string &Part : parts(Text, ','))
    Out.push_back(std::stoll(Part));
  return Out;
}

std::vector<SeenTensor> tensors(const std::string &Text) {
  std::vector<SeenTensor> Out;
  if (Text == ".")
    return Out;
  for (const std::string &One : parts(Text, ' ')) {
    SeenTensor T;
    const std::vector<std::string> Fields = parts(One, '/');
    if (Fields.size() == 4) {
      T.IsPlain = true;
      T.Sizes = numbers(Fields[0]);
      T.Strides = numbers(Fields[1]);
      T.Storage = static_cast<unsigned>(std::stoul(Fields[2]));
      T.IsContiguous = Fields[3] == "1";
    }
    Out.push_back(std::move(T));
  }
  return Out;
}

Event event(const std::string &Line) {
  Event E;
  const std::vector<std::string> F = parts(Line, '\t');
  auto Number = [&](size_t I) {
    return static_cast<unsigned>(std::stoul(F.at(I)));
  };
  E.Program = Number(0);
  E.Run = Number(1);
  E.Helper = Number(2);
  E.Call = Number(3);
  E.Threw = Number(4) != 0;
  E.ThrewForLayout = Number(4) == 1;
  E.Copied = Number(5);
  E.Whole = Number(6);
  E.Operands = tensors(F.at(7));
  E.Results = tensors(F.at(8));
  E.Message = F.size() > 9 ? F[9] : "";
  return E;
}

} // namespace

std::string Runner::compile() const {
  // RecordFunction has the layout of libtorch's build only under NDEBUG.
  std::string Out =
      quoted(With.Compiler) + " -O0 -w -DNDEBUG -I" + quoted(With.Source);
  for (const std::string &Flag : With.Flags)
    Out += " " + quoted(Flag);
  return Out;
}

std::string Runner::prepare() {
  const std::string Errors = path("prepare.errors");
  const std::string Header = With.Source + "/";
  const std::string Command =
      compile() + " -x c++-header " + quoted(Header + "recorder.h") + " -o " +
      quoted(path("recorder.pch")) + " && " + compile() + " -c " +
      quoted(Header + "recorder.cpp") + " -o " + quoted(path("recorder.o")) +
      " && " + compile() + " -x c++-header " + quoted(Header + "program.h") +
      " -o " + quoted(plainHeader());
  return waitFor(startShell(Command, path("prepare.out"), Errors)) == 0
             ? ""
             : textOf(Errors);
}

void Runner::start(const std::vector<ProgramTree> &Programs,
                   const std::string &Name) {
  Base = path(Name);
  std::ofstream Source(Base + ".cpp");
  std::string Table;
  for (const ProgramTree &T : Programs) {
    const std::string Number = std::to_string(T.Number);
    Source << "#line 1 \"p" << Number << "\"\n" << printRecorded(T);
    Table += "  {" + Number + ", " + std::to_string(T.InputSeed) + ", run_p" +
             Number + "},\n";
  }
  Source << "static const oracle::Entry All[] = {\n"
         << Table << "};\nint main() {\n  return oracle::runAll(All, All + "
         << Programs.size() << ", " << Runs << ");\n}\n";
  Source.close();
  Process = startShell(
      compile() + " -include-pch " + quoted(path("recorder.pch")) + " " +
          quoted(Base + ".cpp") + " " + quoted(path("recorder.o")) + " -o " +
          quoted(Base + ".exe") + " " + With.Link + " && timeout 600 " +
          quoted(Base + ".exe"),
      Base + ".events", Base + ".errors");
}

std::optional<std::vector<Event>> Runner::finish(std::string &Error) {
  const int Status = waitFor(Process);
  std::vector<Event> Out;
  if (Status != 0) {
    Error = "ended with " + std::to_string(Status) + ":\n" +
            textOf(Base + ".errors");
    return std::nullopt;
  }
  std::ifstream Stream(Base + ".events");
  for (std::string Line; std::getline(Stream, Line);)
    Out.push_back(event(Line));
  return Out;
}

} // namespace oracle
