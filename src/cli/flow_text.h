// flow_text.h: the header that the text of a Maestro flow may lack; pure
#ifndef AT_CLI_FLOW_TEXT_H
#define AT_CLI_FLOW_TEXT_H

#include "base/buf.h"
#include "base/err.h"

// Return true if the text begins with the header ("appId: …", then "---").
bool at_flow_text_has_head(struct at_str text);
// Return true if it names other files ("runFlow: other.yaml", "file:"), which
// maestro expects in the flow's folder.
bool at_flow_text_names_files(struct at_str text);
// Append the flow, with a header for app_id if it lacks one. AT_EUSAGE if it is
// empty, not UTF-8, or lacks the header and app_id is NULL.
AT_CHECKED bool at_flow_text_complete(struct at_str text, const char *app_id,
                                      struct at_buf *out, struct at_err *err);

#endif
