// server.h: the entry of agentest in a client's list of MCP servers, as text
#ifndef AT_SETUP_SERVER_H
#define AT_SETUP_SERVER_H

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "setup/clients.h"

// Append the file's text with the entry put into it, or dropped from it.
// command: the words of at_setup_launch_words(), at least one.
AT_CHECKED bool at_setup_server_put(const struct at_setup_client *client,
                                    const struct at_argv *command,
                                    struct at_str text, struct at_buf *out,
                                    struct at_err *err);
AT_CHECKED bool at_setup_server_drop(const struct at_setup_client *client,
                                     struct at_str text, struct at_buf *out,
                                     struct at_err *err);

// Append the text to paste by hand, and the place to paste it.
void at_setup_server_print(const struct at_setup_client *client,
                           const struct at_argv *command, struct at_buf *out,
                           struct at_buf *out_where);

#endif
