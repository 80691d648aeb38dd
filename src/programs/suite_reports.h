// suite_reports.h: the reports of a suite run from the command line
#ifndef AT_PROGRAMS_SUITE_REPORTS_H
#define AT_PROGRAMS_SUITE_REPORTS_H

#include <jansson.h>

#include "agent/run/run_record.h"
#include "commandline/arguments.h"
#include "store/store.h"

struct at_suite_reports { // all borrowed
    const struct at_arguments *args;
    struct at_store_db *store;
    const char *reports;  // folder of the runs' folders
    const json_t *result; // tester/suite/result.h; NULL: it did not begin
};

// Print the result: words, or with --jsonl a line of JSON.
void at_suite_reports_print(const struct at_suite_reports *reports, int status);
// Write the files of --junit and --html. why: the suite did not begin, or not
// end, for this reason; NULL: it did.
AT_CHECKED bool at_suite_reports_write(const struct at_suite_reports *reports,
                                       const struct at_err *why,
                                       struct at_err *err);
// Make report.html in the folder of a run that has ended.
void at_suite_reports_run(struct at_store_db *store, const char *reports,
                          const struct at_run_record *record);

#endif
