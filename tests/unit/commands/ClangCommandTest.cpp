// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "commands/ClangCommandDatabase.h"

#include "CommandTest.h"

#include "llvm/ADT/StringExtras.h"

using namespace tensortidy;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

namespace {

using Commands = CommandTest;

TEST_F(Commands, OfHostCompilersStayAsTheyAre) {
  for (const char *Line :
       {"g++ -std=c++17 -fPIC -Wall -Wextra -c a.cpp -o a.o",
        "/usr/bin/c++ -O2 -march=native -fopenmp -c a.cpp",
        "clang++ -Wno-unused -Wframe-larger-than=100 -Wl,-z,now a.cpp",
        "clang-tool -x c++ -- a.cpp"}) {
    ClangCommand C = line(Line);
    EXPECT_EQ(llvm::join(C.Arguments, " "), Line);
    EXPECT_THAT(C.Dropped, IsEmpty());
    EXPECT_THAT(C.Added, IsEmpty());
  }
}

TEST_F(Commands, LoseWhatClangDoesNotKnow) {
  ClangCommand C = line("g++ -fno-gnu-unique -Wno-maybe-uninitialized -O2 "
                        "-Werror=maybe-uninitialized -fmodules-ts "
                        "-fmodule-mapper=a.map -fdeps-format=p1689r5 a.cpp");
  EXPECT_THAT(C.Arguments, ElementsAre("g++", "-O2", "a.cpp"));
  EXPECT_THAT(C.Dropped,
              ElementsAre("-fno-gnu-unique", "-Wno-maybe-uninitialized",
                          "-Werror=maybe-uninitialized", "-fmodules-ts",
                          "-fmodule-mapper=a.map", "-fdeps-format=p1689r5"));
}

TEST_F(Commands, LoseWhatClangReadsOtherwise) {
  ClangCommand C = line("g++ -flto=4 -fprofile-use=/p -mtune=intel -p "
                        "--target=x86_64-linux-gnu -march=native "
                        "-march=haswell -march=later a.cpp");
  EXPECT_THAT(C.Arguments,
              ElementsAre("g++", "--target=x86_64-linux-gnu", "-march=native",
                          "-march=haswell", "a.cpp"));
  EXPECT_THAT(
      line("g++ --target=aarch64-linux-gnu -march=armv8.2-a a.cpp").Dropped,
      IsEmpty());
}

TEST_F(Commands, LoseTheirLaunchers) {
  for (const char *Launcher : {"ccache",
                               "/usr/lib/ccache/ccache",
                               "sccache",
                               "distcc",
                               "icecc",
                               "ccache distcc",
                               "ccache compiler_check=none",
                               "cmake -E env A=b",
                               "/usr/bin/cmake -E env --unset=A A=b --",
                               "cmake -E time",
                               "env A=b",
                               "time",
                               "buildcache",
                               "cmake -E env A=b ccache",
                               "nice -n 10",
                               "nice -n10",
                               "nice -10",
                               "nice --adjustment 10",
                               "nice --adjustment=10",
                               "ionice -c 2",
                               "ionice -c2 -n 7",
                               "ionice -t -c 3",
                               "ionice --class idle",
                               "env -u A",
                               "env -i A=b -u B",
                               "env --unset A -C /b --",
                               "time -f %e",
                               "time -f%e",
                               "time -vo file",
                               "time --format %e --output=file",
                               "nice -n 10 ionice -c 2 ccache"}) {
    ClangCommand C = line((llvm::Twine(Launcher) + " g++ -c a.cpp").str());
    EXPECT_THAT(C.Arguments, ElementsAre("g++", "-c", "a.cpp")) << Launcher;
    EXPECT_THAT(C.Dropped, ElementsAre(Launcher));
  }
  EXPECT_THAT(arguments("time"), ElementsAre("time"));
  EXPECT_THAT(arguments("env -u A nvcc a.cpp"),
              ElementsAre("clang++", "a.cpp"));
  // A compiler of that name, with an option that Clang lacks.
  EXPECT_THAT(arguments("nice -n"), ElementsAre("nice"));
}

TEST_F(Commands, KeepOnlyTheHeaderOfAPrecompiledOne) {
  EXPECT_THAT(arguments("clang++ -Xclang -include-pch -Xclang /b/p.hxx.pch "
                        "-Xclang -include -Xclang /b/p.hxx a.cpp"),
              ElementsAre("clang++", "-Xclang", "-include", "-Xclang",
                          "/b/p.hxx", "a.cpp"));
  EXPECT_THAT(arguments("clang++ -include-pch /b/p.pch a.cpp"),
              Contains("-include-pch"));
}

TEST_F(Commands, ReadResponseFiles) {
  file("/build/a.rsp", "-DA=\"b c\" @b.rsp");
  file("/build/b.rsp", "-I/x\n--options-file /build/c.rsp");
  file("/build/c.rsp", "-O2");
  EXPECT_THAT(arguments("g++ @a.rsp a.cpp"),
              ElementsAre("g++", "-DA=b c", "-I/x", "-O2", "a.cpp"));
  EXPECT_THAT(arguments("nvcc -optf b.rsp a.cpp"),
              ElementsAre("clang++", "-I/x", "-O2", "a.cpp"));
  EXPECT_THAT(error("nvcc --options-file=no.rsp k.cu"),
              AllOf(HasSubstr("'no.rsp'"), HasSubstr("not found")));
  EXPECT_THAT(error("g++ @no.rsp a.cpp"), HasSubstr("'no.rsp'"));
  EXPECT_THAT(error("nvcc k.cu --options-file"), HasSubstr("lacks its file"));
  EXPECT_THAT(line("clang++ @a.cpp.o.modmap a.cpp").Dropped,
              ElementsAre("@a.cpp.o.modmap"));
  file("/build/a.cpp.o.modmap", "-fmodule-file=m=m.pcm");
  EXPECT_THAT(arguments("clang++ @a.cpp.o.modmap a.cpp"),
              Contains("-fmodule-file=m=m.pcm"));
  file("/build/self.rsp", "--options-file /build/self.rsp");
  EXPECT_THAT(error("nvcc k.cu --options-file self.rsp"),
              HasSubstr("without end"));
  file("/build/me.rsp", "@me.rsp");
  EXPECT_THAT(error("g++ @me.rsp a.cpp"), Not(HasSubstr("no error")));
}

TEST_F(Commands, OfCudaWithClangAreForTheHost) {
  for (const char *Line :
       {"clang++ k.cu", "clang++ -x cuda k.cpp", "clang-tool -x cu k.cpp",
        "clang++ --cuda-device-only --cuda-gpu-arch=sm_90 k.cu"}) {
    std::vector<std::string> Words = arguments(Line);
    // The last of these options decides.
    EXPECT_THAT(Words, Contains("--cuda-host-only")) << Line;
    EXPECT_THAT(Words, Not(Contains("cassert")));
  }
  EXPECT_THAT(arguments("clang++ -x c++ k.cu"),
              Not(Contains("--cuda-host-only")));
}

TEST_F(Commands, OfNvccUnderAnyName) {
  for (const char *Compiler :
       {"nvcc", "/usr/local/cuda/bin/nvcc", "/opt/my-nvcc-12.4", "ccache nvcc",
        "/opt/wrappers/cudacc", "nvcc_wrapper"}) {
    ClangCommand C = line((llvm::Twine(Compiler) + " -lineinfo -c k.cu").str());
    EXPECT_EQ(C.Arguments.front(), "clang++") << Compiler;
    EXPECT_THAT(C.Arguments, Not(Contains("-lineinfo")));
    EXPECT_THAT(C.Arguments, Contains("cassert"));
    EXPECT_THAT(C.Added, Contains("-include cassert"));
  }
}

TEST_F(Commands, HaveALanguage) {
  const std::pair<const char *, SourceLanguage> Rows[] = {
      {"g++ -c a.cpp", SourceLanguage::Cxx},
      {"g++ -c a.c", SourceLanguage::Cxx},
      {"gcc -c a.c", SourceLanguage::Other},
      {"gcc -x c++ a.c", SourceLanguage::Cxx},
      {"g++ -x c a.cpp", SourceLanguage::Other},
      {"gcc -c a.S", SourceLanguage::Other},
      {"nvcc -c a.cpp", SourceLanguage::Cxx},
      {"nvcc -x cu a.cpp", SourceLanguage::Cuda},
      {"nvcc -c a.cu", SourceLanguage::Cuda},
      {"clang++ a.unheard", SourceLanguage::Cxx},
  };
  for (auto [Line, Language] : Rows)
    EXPECT_EQ(line(Line).Language, Language) << Line;
}

TEST_F(Commands, OfNvccSayWhatBecameOfThem) {
  ClangCommand C = line("nvcc -Xcompiler=-fPIC,-fno-gnu-unique -x cu k.cpp");
  EXPECT_THAT(C.Dropped,
              ElementsAre("-Xcompiler=-fPIC,-fno-gnu-unique", "-x cu"));
  EXPECT_THAT(C.Added,
              ElementsAre("-fPIC", "-x cuda", "--cuda-host-only",
                          "-Wno-unknown-cuda-version", "-include cassert",
                          "-include math.h", "-include time.h"));
}

TEST_F(Commands, ArgumentsAreAddedBeforeTheDashes) {
  std::vector<std::string> Words = arguments("clang++ -x cuda -- k.cu");
  EXPECT_EQ(Words.back(), "k.cu");
  EXPECT_EQ(Words[Words.size() - 2], "--");
}

TEST_F(Commands, WithOpenMPFindTheHeaderOfGcc) {
  // As much of a gcc as Clang looks for.
  std::string Gcc = "/usr/lib/gcc/x86_64-linux-gnu/12";
  file(Gcc + "/crtbegin.o");
  file(Gcc + "/include/omp.h");
  std::string Target = "g++ --target=x86_64-linux-gnu -c a.cpp ";
  EXPECT_THAT(line(Target + "-fopenmp").Added,
              ElementsAre(HasSubstr("-idirafter /usr/lib/gcc")));
  EXPECT_THAT(line(Target).Added, IsEmpty());
  EXPECT_THAT(line(Target + "-fopenmp -fno-openmp").Added, IsEmpty());
}

TEST_F(Commands, ThatAreEmptyAreAnError) {
  EXPECT_THAT(error(""), HasSubstr("empty"));
}

TEST_F(Commands, OfADatabase) {
  auto Original = std::make_unique<clang::tooling::FixedCompilationDatabase>(
      "/build", std::vector<std::string>{"-fno-gnu-unique", "@no.rsp"});
  ClangCommandDatabase Database(std::move(Original), FS);
  // A command that cannot be translated is left to Clang, and said.
  testing::internal::CaptureStderr();
  auto Found = Database.getCompileCommands("a.cpp");
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              AllOf(HasSubstr("a.cpp: error: response file 'no.rsp'"),
                    HasSubstr("not found")));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_THAT(Found.front().CommandLine, Contains("-fno-gnu-unique"));
  file("/build/no.rsp", "-DA");
  testing::internal::CaptureStderr();
  Found = Database.getCompileCommands("a.cpp");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_THAT(Found.front().CommandLine,
              AllOf(Contains("-DA"), Not(Contains("-fno-gnu-unique"))));
}

} // namespace
