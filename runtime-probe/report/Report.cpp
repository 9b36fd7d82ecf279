// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Report.h"

#include "report/CodeLines.h"
#include "report/Compare.h"
#include "report/ConfirmReport.h"
#include "report/HtmlReport.h"
#include "report/JsonReport.h"
#include "report/ProfileBuilder.h"
#include "report/Provenance.h"
#include "report/Scopes.h"
#include "report/TextReport.h"
#include "report/TraceReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

namespace tensor_probe {
namespace {

llvm::Error usage(const llvm::Twine &message) {
  return llvm::createStringError(message);
}

/// A word that an option takes, and what it means.
template <typename Meaning> struct Choice {
  llvm::StringRef word;
  Meaning meaning;
};

constexpr Choice<GroupBy> groupings[] = {{"place", GroupBy::place},
                                         {"line", GroupBy::line},
                                         {"function", GroupBy::function},
                                         {"operator", GroupBy::op},
                                         {"tree", GroupBy::tree}};

constexpr Choice<RankBy> ranks[] = {
    {"time", RankBy::time},   {"bytes", RankBy::bytes},
    {"count", RankBy::count}, {"repeats", RankBy::repeats},
    {"peak", RankBy::peak},   {"churn", RankBy::churn}};

enum class Format { text, json, list, sarif, html, trace };

constexpr Choice<Format> report_formats[] = {{"text", Format::text},
                                             {"json", Format::json},
                                             {"list", Format::list},
                                             {"html", Format::html},
                                             {"trace", Format::trace}};

constexpr Choice<Format> confirm_formats[] = {{"text", Format::text},
                                              {"sarif", Format::sarif},
                                              {"json", Format::json},
                                              {"html", Format::html}};

template <typename Meaning, std::size_t N>
llvm::Expected<Meaning> chosen(llvm::StringRef option, llvm::StringRef word,
                               const Choice<Meaning> (&choices)[N]) {
  std::vector<llvm::StringRef> words;
  for (const Choice<Meaning> &choice : choices) {
    if (choice.word == word)
      return choice.meaning;
    words.push_back(choice.word);
  }
  return usage(option + "=" + word + ": not known here: use one of " +
               llvm::join(words, ", "));
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

llvm::Expected<Profile> profile_of(const std::vector<std::string> &probes,
                                   const std::string &scope, RankBy rank) {
  auto files = read_all(probes);
  if (!files)
    return files.takeError();
  if (!scope.empty())
    if (llvm::Error error = keep_scope(*files, scope))
      return error;
  Profile profile = build_profile(*files);
  rank_sites(profile, rank);
  return profile;
}

llvm::Expected<View> view_of(const ReportOptions &options) {
  auto by = chosen("--by", options.by, groupings);
  if (!by)
    return by.takeError();
  auto rank = chosen("--sort", options.sort, ranks);
  if (!rank)
    return rank.takeError();
  if (*by != GroupBy::place && !options.against.empty())
    return usage("--by=" + options.by +
                 ": --against compares by function, operator and class only: "
                 "leave one of the two out");
  return View{*by, *rank, options.top};
}

llvm::Expected<std::string> report_text(const Profile &profile,
                                        const View &view, Format format) {
  if (format == Format::trace)
    return trace_report(profile);
  if (format == Format::html)
    return html_report(profile, view);
  if (format == Format::list)
    return list_report(profile, view.top);
  return format == Format::json ? printed(json_report(profile, view))
                                : text_report(profile, view);
}

std::string against_text(const Profile &before, const Profile &now,
                         const View &view, Format format) {
  return format == Format::json ? printed(json_comparison(before, now, view))
                                : comparison_text(before, now, view);
}

/// A report, and what is to be said of its budget; empty: it is kept.
struct Reported {
  std::string text;
  std::string budget;
};

llvm::Expected<Reported> layout_report(const ReportOptions &options) {
  std::uint64_t id = 0;
  if (llvm::StringRef(options.layout).getAsInteger(10, id))
    return usage("--layout=" + options.layout + ": is no number");
  auto files = read_all(options.probes);
  if (!files)
    return files.takeError();
  if (files->size() != 1)
    return usage("--layout: numbers count in one file: give one");
  auto words = layout_in_words(files->front(), id);
  if (!words)
    return words.takeError();
  return Reported{*words + "\n", ""};
}

llvm::Expected<Reported> report(const ReportOptions &options) {
  if (!options.layout.empty())
    return layout_report(options);
  auto format = chosen("--format", options.format, report_formats);
  if (!format)
    return format.takeError();
  auto view = view_of(options);
  if (!view)
    return view.takeError();
  if ((*format == Format::html || *format == Format::list ||
       *format == Format::trace) &&
      (view->by != GroupBy::place || !options.against.empty()))
    return usage("--format=" + options.format +
                 ": shows places only: leave --by and --against out");
  auto profile = profile_of(options.probes, options.scope, view->rank);
  if (!profile)
    return profile.takeError();
  std::string budget = broken_budget_text(*profile, options.budget);
  if (options.against.empty()) {
    auto text = report_text(*profile, *view, *format);
    if (!text)
      return text.takeError();
    return Reported{*text, budget};
  }
  auto before = profile_of(options.against, options.scope, view->rank);
  if (!before)
    return before.takeError();
  return Reported{against_text(*before, *profile, *view, *format), budget};
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
  auto format = chosen("--format", options.format, confirm_formats);
  if (!format)
    return format.takeError();
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
  if (*format == Format::json)
    return printed(json_confirmation(confirmation));
  if (*format == Format::html)
    return html_confirmation(confirmation);
  if (*format == Format::sarif)
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
  auto reported = report(options);
  if (!reported)
    return finish(reported.takeError(), options.output, out, err);
  int status = finish(std::move(reported->text), options.output, out, err);
  if (status != 0 || reported->budget.empty())
    return status;
  err << reported->budget;
  return 2;
}

int runConfirm(const ConfirmOptions &options, llvm::raw_ostream &out,
               llvm::raw_ostream &err) {
  return finish(confirm(options), options.output, out, err);
}

} // namespace tensor_probe
