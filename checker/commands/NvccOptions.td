// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The options of nvcc that Clang's driver would refuse, misread ("-lineinfo" is
// a library to it) or leave the value of standing as a source file. Options
// that both spell alike are not here. Read from "nvcc --help" of CUDA 13.0,
// with the spellings of CMake and of torch.utils.cpp_extension.

include "llvm/Option/OptParser.td"

defvar Dashes = ["-", "--"];

// No effect on what the host pass of Clang's front end sees.
def Dropped : OptionGroup<"dropped">;

// Without a value.
foreach Name = [
  "allow-unsupported-compiler", "aug-hls", "augment-host-linker-script",
  "astoolspatch", "clean", "clean-targets", "compile-as-tools-patch", "cubin",
  "cuda", "device-debug", "device-link", "display-error-number", "dlink",
  "dlink-time-opt", "dlto", "dont-use-profile", "dryrun", "err-no", "ewp",
  "expt-extended-lambda", "expt-relaxed-constexpr", "extended-lambda",
  "extensible-whole-program", "extra-device-vectorization", "fatbin",
  "fdevice-syntax-only", "force-cl-env-setup",
  "forward-unknown-opts", "forward-unknown-to-host-compiler",
  "forward-unknown-to-host-linker", "forward-slash-prefix-opts", "G",
  "gen-opt-lto", "generate-dependencies-with-compile",
  "generate-dependency-targets", "generate-line-info",
  "generate-nonsystem-dependencies-with-compile", "jobserver", "keep",
  "keep-device-functions", "lib", "lineinfo", "link", "lto", "ltoir",
  "no-align-double", "no-compress", "no-device-link",
  "no-display-error-number", "no-err-no", "no-host-device-initializer-list",
  "no-host-device-move-forward", "nodlink", "nohdinitlist", "nohdmoveforward",
  "noprof", "objdir-as-tempdir", "objtemp", "optix-ir", "profile", "ptx", "r",
  "reloc-ptx", "relocatable-link", "relocatable-ptx", "res-usage",
  "resource-usage", "restrict", "run", "source-in-ptx", "src-in-ptx",
  "use-local-env", "use_fast_math", "Wdefault-stream-launch",
  "Wext-lambda-captures-this", "Wmissing-launch-bounds",
  "Wno-deprecated-gpu-targets", "Wreorder"
] in
  def !subst("-", "__", "flag_" # Name)
      : Flag<Dashes, Name>, Group<Dropped>;

// With a value: "--name value" and "--name=value".
foreach Name = [
  "arbin", "arch", "archive-options", "archiver-binary", "brief-diag",
  "brief-diagnostics", "ccbin", "code", "compiler-bindir", "compress-mode",
  "cudadevrt", "cudafe-options", "cudart", "ddp", "dependency-drive-prefix",
  "dependency-output", "dependency-target-name",
  "device-entity-has-hidden-visibility", "device-stack-protector",
  "diag-error", "diag-suppress", "diag-warn", "diag_error", "diag_suppress",
  "diag_warn", "dopt", "dp", "drive-prefix", "e", "entries",
  "fatbin-options", "fdevice-time-trace", "fmad", "ftz", "gencode",
  "generate-code", "gpu-architecture", "gpu-code", "hls",
  "host-linker-script", "idp", "input-drive-prefix", "jtd",
  "jump-table-density", "keep-dir", "ldir", "libdevice-directory", "library",
  "library-path", "linker-options", "m", "machine", "maxrregcount",
  "nvlink-options", "odir", "Ofast-compile", "Ofc", "opt-info",
  "optimization-info", "output-directory", "output-file", "prec-div",
  "prec-sqrt", "ptxas-options", "qpp-config", "run-args", "sanitize",
  "split-compile", "split-compile-extended", "static-global-template-stub",
  "t", "target-dir", "target-directory", "threads", "time", "Werror",
  "Xarchive", "Xcudafe", "Xfatbin", "Xnvlink", "Xptxas"
] in {
  def !subst("-", "__", "value_" # Name)
      : Separate<Dashes, Name>, Group<Dropped>;
  def !subst("-", "__", "joined_" # Name)
      : Joined<Dashes, Name # "=">, Group<Dropped>;
}

// Options that Clang spells otherwise: one identifier each, whatever the form.
class Value<string Name> : Separate<Dashes, Name>;
class JoinedValue<string Name, Option Of> : Joined<Dashes, Name # "=">,
                                            Alias<Of>;
class LongValue<string Name, Option Of> : Separate<Dashes, Name>, Alias<Of>;

def host_options : Value<"compiler-options">;
def : JoinedValue<"compiler-options", host_options>;
def : LongValue<"Xcompiler", host_options>;
def : JoinedValue<"Xcompiler", host_options>;

def language : Value<"x">;
def : JoinedValue<"x", language>;

def rdc : Value<"relocatable-device-code">;
def : JoinedValue<"relocatable-device-code", rdc>;
def : LongValue<"rdc", rdc>;
def : JoinedValue<"rdc", rdc>;
def device_c : Flag<Dashes, "device-c">;
def : Flag<Dashes, "dc">, Alias<device_c>;
def : Flag<Dashes, "device-w">, Group<Dropped>;
def : Flag<Dashes, "dw">, Group<Dropped>;

def default_stream : Value<"default-stream">;
def : JoinedValue<"default-stream", default_stream>;

def include_path : Value<"include-path">;
def : JoinedValue<"include-path", include_path>;
def : Joined<["-"], "I=">, Alias<include_path>;
def system_include : Value<"system-include">;
def : JoinedValue<"system-include", system_include>;
def : JoinedValue<"isystem", system_include>;
def define_macro : Value<"define-macro">;
def : JoinedValue<"define-macro", define_macro>;
def : Joined<["-"], "D=">, Alias<define_macro>;
def undefine_macro : Value<"undefine-macro">;
def : JoinedValue<"undefine-macro", undefine_macro>;
def : Joined<["-"], "U=">, Alias<undefine_macro>;
def pre_include : Value<"pre-include">;
def : JoinedValue<"pre-include", pre_include>;
def : Joined<["-"], "include=">, Alias<pre_include>;

def optimize : Value<"optimize">;
def : JoinedValue<"optimize", optimize>;
def template_depth : Value<"ftemplate-depth">;
def template_backtrace : Value<"ftemplate-backtrace-limit">;
def debug : Flag<["--"], "debug">;
def no_exceptions : Flag<Dashes, "no-exceptions">;
def : Flag<Dashes, "noeh">, Alias<no_exceptions>;
def disable_warnings : Flag<["--"], "disable-warnings">;
