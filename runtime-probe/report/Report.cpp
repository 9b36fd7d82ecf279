// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Report.h"

#include "report/CodeLines.h"
#include "report/ConfirmReport.h"
#include "report/JsonReport.h"
#include "report/ProfileBuilder.h"
#include "report/Scopes.h"
#include "report/TextReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

namespace tensor_probe {
namespace {

llvm::Error usage(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

llvm::Error check_format(const std::string &format,
                         llvm::ArrayRef<llvm::StringRef> formats) {
  if (llvm::is_contained(formats, format))
    return llvm::Error::success();
  return usage("--format=" + format +
               ": not a format of this command: use one of " +
               llvm::join(formats, ", "));
}

llvm::Expected<std::vector<ProbeRecord>>
read_all(const std::vector<std::string> &probes) {
  if (probes.empty())
    return usage("no probe file given: name the *.probe files of a run, or "
                 "the directory that holds them");
  auto paths = find_probe_files(probes);
  if (!paths)
    return paths.takeError();
  std::vector<ProbeRecord> files;
  for (const std::string &path : *paths) {
    auto file = read_probe_file(path);
    if (!file)
      return file.takeError();
    files.push_back(std::move(*file));
  }
  return files;
}

std::string printed(const llvm::json::Value &value) {
  return llvm::formatv("{0:2}\n", value).str();
}

llvm::Expected<std::string> report(const ReportOptions &options) {
  if (llvm::Error error =
          check_format(options.format, {"text", "json", "list"}))
    return error;
  auto files = read_all(options.probes);
  if (!files)
    return files.takeError();
  if (!options.scope.empty())
    if (llvm::Error error = keep_scope(*files, options.scope))
      return error;
  Profile profile = build_profile(*files);
  if (options.format == "list")
    return list_report(profile, options.top);
  return options.format == "json" ? printed(json_report(profile, options.top))
                                  : text_report(profile, options.top);
}

std::set<std::string> base_names(const std::vector<Prediction> &predictions) {
  std::set<std::string> names;
  for (const Prediction &p : predictions)
    names.insert(
        llvm::sys::path::filename(p.relative.empty() ? p.path : p.relative)
            .str());
  return names;
}

llvm::Expected<std::string> confirm(const ConfirmOptions &options) {
  if (llvm::Error error =
          check_format(options.format, {"text", "sarif", "json"}))
    return error;
  auto findings = read_sarif(options.findings);
  if (!findings)
    return findings.takeError();
  auto files = read_all(options.probes);
  if (!files)
    return files.takeError();
  Profile profile = build_profile(*files);
  const std::vector<Prediction> &predictions = findings->predictions;
  CodeLines lines = code_lines_of(*files, base_names(predictions));
  JoinResult joined = join(predictions, profile, lines);
  std::vector<Judged> judged = judge(predictions, joined, profile, lines);
  Confirmation confirmation{*findings, profile, joined, judged, options.all};
  if (options.format == "json")
    return printed(json_confirmation(confirmation));
  if (options.format == "sarif")
    return printed(sarif_confirmation(confirmation));
  return text_confirmation(confirmation);
}

int finish(llvm::Expected<std::string> text, const std::string &output,
           llvm::raw_ostream &out, llvm::raw_ostream &err) {
  if (!text) {
    err << "error: " << llvm::toString(text.takeError()) << '\n';
    return 1;
  }
  if (output.empty()) {
    out << *text;
    return 0;
  }
  std::error_code error;
  llvm::raw_fd_ostream file(output, error);
  if (!error) {
    file << *text;
    file.close();
    error = file.error();
    file.clear_error();
  }
  if (!error)
    return 0;
  err << "error: " << output << ": cannot be written: " << error.message()
      << ": choose another --output\n";
  return 1;
}

} // namespace

int runReport(const ReportOptions &options, llvm::raw_ostream &out,
              llvm::raw_ostream &err) {
  return finish(report(options), options.output, out, err);
}

int runConfirm(const ConfirmOptions &options, llvm::raw_ostream &out,
               llvm::raw_ostream &err) {
  return finish(confirm(options), options.output, out, err);
}

} // namespace tensor_probe
