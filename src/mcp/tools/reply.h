// reply.h: what several tools' replies have in common
#ifndef AT_MCP_TOOLS_REPLY_H
#define AT_MCP_TOOLS_REPLY_H

#include <jansson.h>

#include "base/buf.h"
#include "flow/app.h"
#include "mcp/shelf.h"
#include "mcp/tool.h"

// Cut text to at most max bytes at the end of a line and say how much is
// missing, then advice. Text that fits stays as it is. Gives the bytes missing.
size_t at_reply_cut(struct at_buf *text, size_t max, const char *advice);

// Length of value as JSON text.
size_t at_reply_len(const json_t *value);

// The same for one string member of object, until the whole object takes at
// most max bytes as JSON text. Nothing happens where it has no such member.
// Gives the bytes missing.
size_t at_reply_fit(json_t *object, const char *member, size_t max,
                    const char *advice);

// Append the app's newest tree as compact text, renewing the refs, from the
// line after the first skip ones (the header always stays), cut to
// AT_MCP_TEXT_MAX_BYTES; what is left out says how to read on. *out_result
// tells about the tree up to where the text ends.
void at_reply_tree_page(struct at_app *app, const struct at_compact_opts *opts,
                        size_t skip, struct at_buf *out,
                        struct at_compact_result *out_result);
// The same from the first line, cut to max bytes.
void at_reply_tree(struct at_app *app, const struct at_compact_opts *opts,
                   size_t max, struct at_buf *out,
                   struct at_compact_result *out_result);

// Add what must not be overlooked about the screen: "idle", unless the wait
// ended settled, and "dialog", where a system dialog is in front.
void at_reply_screen(json_t *object, struct at_app *app,
                     const struct at_idle_result *idle);

// Keep bytes for the session's resource (mcp/shelf.h).
bool at_reply_keep(struct at_tool_call *call, enum at_shelf_kind kind,
                   struct at_str bytes);
// Say where the session's resource of that name ("trace") can be read: a link,
// or its URI as text where the client knows no links. Nothing in a session
// without a handle.
void at_reply_link(struct at_tool_call *call, const char *name,
                   const char *mime_type);

// Save bytes as a new file NAME-TIME.EXT that only this user can read, below
// $AGENTEST_OUTPUT_DIR, else agentest-UID in the temporary directory.
// *out_path is owned by the caller.
AT_CHECKED bool at_reply_save(const char *name, const char *ext,
                              struct at_str bytes, char **out_path,
                              struct at_err *err);

#endif
