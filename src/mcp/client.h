// client.h: the client of a request, for as long as the request is served
//
// A tool, a prompt or a resource may want something of the client: input from
// its user, a sampled text, its roots. It is written once for both eras: say
// everything that is wanted, wait, read the answers.
//
// With a handshake each want is a request to the client, and waiting blocks.
// In 2026-07-28 nothing blocks: where an answer is missing, at_client_wait()
// fails, the client is told what is wanted, and it sends its request again,
// with the answers and with the state that was kept. What was done before the
// wait is then done again.
#ifndef AT_MCP_CLIENT_H
#define AT_MCP_CLIENT_H

#include <jansson.h>

#include "base/err.h"
#include "base/op.h"
#include "base/str.h"

struct at_client;

enum at_client_can {
    AT_CLIENT_ELICITATION = 1 << 0,
    AT_CLIENT_SAMPLING = 1 << 1,
    AT_CLIENT_ROOTS = 1 << 2,
    AT_CLIENT_ALL = (1 << 3) - 1,
    AT_CLIENT_LINKS = 1 << 3, // blocks of type resource_link; 2025-06-18
};

enum at_client_log {
    AT_CLIENT_DEBUG,
    AT_CLIENT_INFO,
    AT_CLIENT_NOTICE,
    AT_CLIENT_WARNING,
    AT_CLIENT_ERROR,
    AT_CLIENT_CRITICAL,
    AT_CLIENT_ALERT,
    AT_CLIENT_EMERGENCY,
    AT_CLIENT_SILENT, // nothing is sent
};

// Has the client declared all of these (enum at_client_can)? Over HTTP a
// client with a handshake is believed to: nothing is remembered of it.
bool at_client_can(const struct at_client *client, unsigned can);

// Want the answer to method ("elicitation/create", "sampling/createMessage",
// "roots/list"). params is taken over; key names the answer.
void at_client_want(struct at_client *client, const char *key,
                    const char *method, json_t *params);
// Until everything wanted is answered. False, which the caller gives on: an
// answer is missing, the client cannot do it, or op has ended.
AT_CHECKED bool at_client_wait(const struct at_op *op, struct at_client *client,
                               struct at_err *err);
// The result that the client sent for key, an object; NULL: none. Borrowed
// until the request ends.
const json_t *at_client_answer(const struct at_client *client, const char *key);

// Text for the request's next round, and what the last round kept ("": this is
// the first). The client carries it, signed: it can read but not change it.
void at_client_keep(struct at_client *client, const char *state);
struct at_str at_client_kept(const struct at_client *client);

// A log message (`notifications/message`), where the client wants that level.
// Only for servers that declare logging. data is taken over.
void at_client_log(struct at_client *client, enum at_client_log level,
                   const char *logger, json_t *data);
// The level of that name, AT_CLIENT_SILENT where there is none.
enum at_client_log at_client_log_level(struct at_str name);

#endif
