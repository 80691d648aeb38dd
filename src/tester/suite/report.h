// report.h: one report of a suite run: JUnit XML, and one HTML file
//
// Both are made of its result (result.h). Texts of models, apps and screens are
// strangers' words: nothing of them is markup or a live link.
#ifndef AT_TESTER_SUITE_REPORT_H
#define AT_TESTER_SUITE_REPORT_H

#include <jansson.h>

#include "base/op.h"
#include "store/store.h"

// Write a testsuite for each file of scenarios, or one for a stored suite, with
// a testcase for each case; valid against Jenkins' schema (junit-10.xsd). A
// case that did not pass is a failure, with its headline; one that has no
// verdict an error; one that did not begin is skipped. That schema has no
// properties of a testcase: its run, device, host and attempt are properties of
// the testsuite, with ".N" for its N-th case unless it has only one, and lines
// "[[PROPERTY|device=…]]" of its system-out.
void at_suite_junit(const json_t *result, struct at_buf *out);

struct at_suite_html {
    struct at_store_db *store; // borrowed, as are all others
    const char *reports;       // folder of the runs' folders
    const json_t *result;
};
// Write a page that needs no script, server or network: all cases, those that
// did not pass first, with their steps and the last picture of those. op's end
// or AT_SUITE_PICTURES_MAX_BYTES leave pictures out.
AT_CHECKED bool at_suite_html_write(const struct at_op *op,
                                    const struct at_suite_html *html, int fd,
                                    struct at_err *err);

#endif
