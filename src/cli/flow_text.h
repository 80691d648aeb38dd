// flow_text.h: the header of a Maestro flow, where steps came without one; pure
#ifndef AT_CLI_FLOW_TEXT_H
#define AT_CLI_FLOW_TEXT_H

#include "base/buf.h"
#include "base/err.h"

// Does the text have its first document ("appId: …", then "---")?
bool at_flow_text_has_head(struct at_str text);
// Does it name other files ("runFlow: other.yaml", "file:"), which are looked
// for beside it?
bool at_flow_text_names_files(struct at_str text);
// Append the flow with a head for app_id where it has none. AT_EUSAGE for an
// empty one, for one that is not UTF-8, and where a head is missing and app_id
// is NULL.
AT_CHECKED bool at_flow_text_complete(struct at_str text, const char *app_id,
                                      struct at_buf *out, struct at_err *err);

#endif
