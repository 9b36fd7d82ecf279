// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files in page/, embedded.
#ifndef TENSOR_PROBE_REPORT_HTML_PAGE_H
#define TENSOR_PROBE_REPORT_HTML_PAGE_H

namespace tensor_probe {

/// With @STYLE@, @DATA@ and @SCRIPT@, in this order, where those belong.
extern const char *const page_html;
extern const char *const page_css;
extern const char *const page_js;

} // namespace tensor_probe

#endif // TENSOR_PROBE_REPORT_HTML_PAGE_H
