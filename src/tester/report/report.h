// report.h: the report of a run for people and CI: JUnit XML, JSON, Markdown
//
// Made of the run's record alone. Texts of models, apps
// and screens are strangers' words: nothing of them is markup, a live link, or
// a character that turns the reading direction.
#ifndef AT_TESTER_REPORT_REPORT_H
#define AT_TESTER_REPORT_REPORT_H

#include "agent/run/run_record.h"
#include "base/buf.h"

// Write one testsuite with a testcase for each step, valid against the schemas
// of Jenkins (junit-10.xsd) and Surefire, which has no attribute "hostname", so
// the machine is a property. A step that was proved wrong, or was not proved,
// is a failure. The step in which the run was cut off (device, model, budget,
// stop) is an error. Steps that were not reached are skipped.
void at_report_junit(const struct at_run_record *record, struct at_buf *out);
void at_report_markdown(const struct at_run_record *record, struct at_buf *out);
// The same with a link to the run's page at this address of the dashboard.
void at_report_markdown_linked(const struct at_run_record *record,
                               struct at_str address, struct at_buf *out);

// Write junit.xml, report.json and report.md to the folder. A file that cannot
// be written is logged.
void at_report_write(const char *folder, const struct at_run_record *record);

#endif
