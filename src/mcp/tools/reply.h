// reply.h: parts that several tools' replies have in common
#ifndef AT_MCP_TOOLS_REPLY_H
#define AT_MCP_TOOLS_REPLY_H

#include <jansson.h>

#include "base/buf.h"
#include "flow/app/app.h"
#include "mcp/outputs.h"
#include "mcp/tool.h"
#include "wire/image.h"

// Cut text that is longer than max bytes at the end of a line; a note says how
// much is missing, then advice. Returns the number of missing bytes.
size_t at_reply_cut(struct at_buf *text, size_t max, const char *advice);

// Return the length of value as JSON text.
size_t at_reply_len(const json_t *value);

// Cut a string member of object, if there is one, in the same way until the
// whole object takes at most max bytes as JSON text.
size_t at_reply_fit(json_t *object, const char *member, size_t max,
                    const char *advice);

// Append the app's newest tree as compact text, renewing the refs: the header,
// and the lines after the first skip ones, cut to AT_MCP_TEXT_MAX_BYTES with a
// note how to read on. *out_result describes the tree up to where the text
// ends.
void at_reply_tree_page(struct at_app *app, const struct at_compact_opts *opts,
                        size_t skip, struct at_buf *out,
                        struct at_compact_result *out_result);
// Like at_reply_tree_page() from the first line, cut to max bytes.
void at_reply_tree(struct at_app *app, const struct at_compact_opts *opts,
                   size_t max, struct at_buf *out,
                   struct at_compact_result *out_result);

// Return the events since the client's last report (flow/changes/journal.h) as
// a list of lines, and mark them as reported; NULL if there are none. The
// caller owns it.
json_t *at_reply_take_events(struct at_app *app);

// Add "idle" unless the screen has settled, "ticking", the app's activities in
// "waitedFor" and "notWaitedFor", "dialog" if a system dialog is in front, and
// "events" if any.
void at_reply_screen(json_t *object, struct at_app *app,
                     const struct at_idle_result *idle);

// Add the screen's text as a separate block, cut to max bytes, and as that
// member of structuredContent.
void at_reply_add_screen(struct at_tool_call *call, const char *member,
                         struct at_str screen, size_t max);

// Add a screenshot as an image block, scaled down to the clients' limits. The
// caller owns *out_text, which explains its coordinates.
AT_CHECKED bool at_reply_add_picture(struct at_tool_call *call,
                                     struct at_str png,
                                     struct at_image_info *out_info,
                                     char **out_text, struct at_err *err);

// Add a picture that already fits in the same way; returns that text.
char *at_reply_add_small_picture(struct at_tool_call *call, struct at_str image,
                                 const struct at_image_info *info);

// Return the lines of text as a list, without empty ones, limited to fit a
// reply. The caller owns it.
json_t *at_reply_lines(struct at_str text);

// Reply with an overview of the app's stored data (flow/app/stored.h).
AT_CHECKED bool at_reply_stored(struct at_tool_call *call, const char *package,
                                struct at_app *app, struct at_err *err);

// Add a link to the session's resource of that name ("trace"), or its URI as
// text if the client knows no links. Does nothing in a session without a
// handle.
void at_reply_link(struct at_tool_call *call, const char *name,
                   const char *mime_type);

// Save bytes as a new file NAME-TIME.EXT that only this user can read, in
// $AGENTEST_OUTPUT_DIR, else agentest-UID in the temporary directory. The
// caller owns *out_path.
AT_CHECKED bool at_reply_save(const char *name, const char *ext,
                              struct at_str bytes, char **out_path,
                              struct at_err *err);

#endif
