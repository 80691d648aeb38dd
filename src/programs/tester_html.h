// tester_html.h: a run as one HTML file, for the commands that make it
#ifndef AT_PROGRAMS_TESTER_HTML_H
#define AT_PROGRAMS_TESTER_HTML_H

#include <jansson.h>

#include "base/err.h"
#include "store/store.h"

struct at_tester_html {
    struct at_store_db *store; // borrowed, as are all others
    const json_t *document;    // the run's, with "id"
    const char *reports;       // the folder of the runs' folders
};

AT_CHECKED bool at_tester_html_print(const struct at_tester_html *html,
                                     struct at_err *err); // to stdout
// As report.html of the run's folder.
AT_CHECKED bool at_tester_html_save(const struct at_tester_html *html,
                                    struct at_err *err);

#endif
