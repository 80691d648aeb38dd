// html.h: a suite as one HTML file that needs no network and no script
#ifndef AT_MAESTRO_REPORT_HTML_H
#define AT_MAESTRO_REPORT_HTML_H

#include "maestro/report/suite.h"

// Append the whole document: what failed first, each flow with its steps, its
// screenshots as smaller JPEG, and at a failure the screen as text and the end
// of the log. Pictures and videos end at a budget; the page says so.
void at_maestro_html(const struct at_maestro_suite *suite, struct at_buf *out);

#endif
