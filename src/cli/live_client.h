// live_client.h: a connection to a live process, for one request
#ifndef AT_CLI_LIVE_CLIENT_H
#define AT_CLI_LIVE_CLIENT_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"
#include "cli/live_files.h"
#include "cli/live_wire.h"

struct at_live_client;

// Connect and read the hello. AT_ENODEV if no process listens: the files of a
// killed one are removed then. AT_ETIMEOUT if one does not answer. The caller
// owns *out_client; NULL on failure.
AT_CHECKED bool at_live_connect(const struct at_op *op,
                                const struct at_live_files *files,
                                struct at_live_client **out_client,
                                struct at_err *err);
void at_live_client_free(struct at_live_client *client); // NULL is allowed
const struct at_live_hello *at_live_client_hello(
    const struct at_live_client *client);

AT_CHECKED bool at_live_send(const struct at_op *op,
                             struct at_live_client *client,
                             const struct at_live_request *request,
                             struct at_err *err);
// Send nothing more: the process cancels a running command and sends its last
// line.
void at_live_client_end_writing(struct at_live_client *client);
// Read the next line, valid until the next call. AT_ENODEV once the process has
// closed the connection.
AT_CHECKED bool at_live_read_line(const struct at_op *op,
                                  struct at_live_client *client,
                                  struct at_str *out, struct at_err *err);
// Read the next line as JSON, owned by the caller; NULL with err.
json_t *at_live_receive(const struct at_op *op, struct at_live_client *client,
                        enum at_live_answer *out_answer, struct at_err *err);

// Ask the process for its status: an object, owned by the caller; NULL with
// err.
json_t *at_live_status(const struct at_op *op, struct at_live_client *client,
                       struct at_err *err);

#endif
