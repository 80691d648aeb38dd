// wants.h: requests that the server has sent, waiting for their responses
//
// A response may come in over another connection than the request went out:
// it is found by its id alone, which is therefore not to be guessed.
#ifndef AT_MCP_WANTS_H
#define AT_MCP_WANTS_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"
#include "mcp/rpc.h"
#include "mcp/sink.h"

struct at_wants;

struct at_wants *at_wants_new(void);
void at_wants_free(struct at_wants *wants); // NULL is allowed

struct at_want {
    const struct at_sink *sink; // where the request goes
    const char *method;
    const json_t *params;
};

// Send the request and wait for its result, which the caller owns. An error
// response is AT_EUNSUPPORTED.
AT_CHECKED bool at_wants_ask(const struct at_op *op, struct at_wants *wants,
                             const struct at_want *want, json_t **out_result,
                             struct at_err *err);

// A response has come in: takes message's content where somebody waits for it.
void at_wants_answer(struct at_wants *wants, struct at_rpc_message *message);

#endif
