// client_requests.h: what a server may request of its clients
//
// Input from a user (elicitation), a sampled text, the client's roots. A tool
// is written once for both eras: name all requests, wait, read the answers.
//
// With a handshake each request is sent to the client, and waiting blocks. In
// 2026-07-28 nothing blocks: if an answer is missing, fixture_wait() fails, the
// client receives the requests and calls again, with the answers and with the
// state that was stored. What the tool did before the wait is then done again.
#ifndef TESTS_CONFORMANCE_CLIENT_REQUESTS_H
#define TESTS_CONFORMANCE_CLIENT_REQUESTS_H

#include "base/err.h"
#include "base/op.h"
#include "mcp/client.h"

enum fixture_capability {
    FIXTURE_ELICITATION = 1 << 0,
    FIXTURE_SAMPLING = 1 << 1,
    FIXTURE_ROOTS = 1 << 2,
};

extern const struct at_client_hooks fixture_client_hooks;
void fixture_requests_init(void);

// Return true if the client has declared the capability. A client with a
// handshake over HTTP is assumed to have all: the server remembers none of
// them.
bool fixture_can(const struct at_client *client, enum fixture_capability need);
// Fail with error -32021 unless the client has declared all capabilities.
bool fixture_need(struct at_client *client, unsigned need, struct at_err *err);

// Request something by method ("elicitation/create", "sampling/createMessage",
// "roots/list"). Takes params over; key names the answer.
void fixture_request(struct at_client *client, const char *key,
                     const char *method, json_t *params);
// Wait for all answers. Fails, and the tool must pass that on, if an answer is
// missing, the client lacks a capability, or op has ended.
bool fixture_wait(const struct at_op *op, struct at_client *client,
                  struct at_err *err);
// The result that the client sent for key; NULL: none. Borrowed.
const json_t *fixture_answer(const struct at_client *client, const char *key);

// Set the state for the next round, and read that of the last one ("": this is
// the first). The client carries it, signed: it can read but not change it.
void fixture_set_state(struct at_client *client, const char *state);
struct at_str fixture_state(const struct at_client *client);

// Send a log message of level "info", unless the client has asked for less.
void fixture_log(const struct at_client *client, const char *text);

#endif
