// live_client_priv.h: what live_client.c and live_start.c share
#ifndef AT_CLI_LIVE_CLIENT_PRIV_H
#define AT_CLI_LIVE_CLIENT_PRIV_H

#include "cli/live_client.h"

AT_CHECKED bool at_live_send(const struct at_op *op,
                             struct at_live_client *client,
                             const struct at_live_request *request,
                             struct at_err *err);
// The next line; NULL with err.
json_t *at_live_receive(const struct at_op *op, struct at_live_client *client,
                        enum at_live_answer *out_answer, struct at_err *err);

#endif
