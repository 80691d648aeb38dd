// html.h: a run as one HTML file that needs no server and no network
//
// The page is the web front end's (web/src/export), built as one file with a
// line "<!--run-->" in it, which is replaced by blocks of data:
//   <script type="application/json" id="run">       the run's document
//   <script type="application/json" id="events">    all events, oldest first
//   <script type="text/plain" id="file-N">          one file of the run: JPEG
//                                                   in base64, or JSON
//   <script type="application/json" id="index">     {"files":[paths, by N],
//       "madeAt","leftOut":{"events","pictures","files"}}
// Browsers run no block of these types, and no text can end one: "<", ">",
// U+2028 and U+2029 are escaped. The page's own script and style are allowed
// by their hashes, so nothing that a stranger wrote can run or load anything.
#ifndef AT_TESTER_REPORT_HTML_H
#define AT_TESTER_REPORT_HTML_H

#include <jansson.h>

#include "base/buf.h"
#include "base/op.h"
#include "store/store.h"

// The name of that file among those of the front end.
#define AT_HTML_PAGE "report.html"

struct at_html_report {
    struct at_store_db *store; // borrowed, as are all others
    const json_t *document;    // document of the run, with "id"
    const char *folder; // folder of the run; may be absent: then no pictures
    struct at_str page; // the front end's file
};

// Write it to fd, piece by piece. The newest parts within AT_HTML_*_MAX and
// op's time are kept, and the others counted. AT_EUNSUPPORTED: page is not the
// report's page.
AT_CHECKED bool at_report_html(const struct at_op *op,
                               const struct at_html_report *report, int fd,
                               struct at_err *err);

// Append JSON text that is safe inside a script element. Pure.
void at_html_write_json(struct at_str json, struct at_buf *out);

#endif
