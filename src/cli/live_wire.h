// live_wire.h: what the live process and its clients say to each other; pure
//
// Lines of JSON over a Unix socket, one request a connection. The process
// speaks first, with its hello; the client sends its request; the process
// answers with events and then one last line. A client that wants no more
// shuts down its side, which cancels the command; the last line still comes.
#ifndef AT_CLI_LIVE_WIRE_H
#define AT_CLI_LIVE_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "session/place.h"

enum { AT_LIVE_PROTOCOL = 1 };
#define AT_LIVE_VERSION AT_SESSION_PROGRAM "@" AT_VERSION

// {"live":1,"version":"mobile-dev-agent@0.1.0","pid":7,"ttl_ms":600000}
struct at_live_hello {
    int64_t protocol; // "live"
    char version[64];
    int64_t pid;
    int64_t ttl_ms; // 0: not said
};

void at_live_hello_write(const struct at_live_hello *hello, struct at_buf *out);
// AT_EPROTO where the line is none, of whatever version.
AT_CHECKED bool at_live_hello_parse(struct at_str line,
                                    struct at_live_hello *out,
                                    struct at_err *err);
// Is it this very program's?
bool at_live_hello_is_ours(const struct at_live_hello *hello);

enum at_live_do {
    AT_LIVE_RUN,    // {"do":"run","argv":[…],"cwd":"/…","facts":{…}}
    AT_LIVE_STATUS, // {"do":"status"}
    AT_LIVE_STOP,   // {"do":"stop"}
};

struct at_live_request {
    enum at_live_do what;
    struct at_argv argv; // owned; of a run, as the next
    char *cwd;           // owned; absolute
    json_t *facts;       // owned; what decides which device and tool is meant
};

void at_live_request_write(const struct at_live_request *request,
                           struct at_buf *out);
// AT_EPROTO says what is wrong with the line; *out is empty then.
AT_CHECKED bool at_live_request_parse(struct at_str line,
                                      struct at_live_request *out,
                                      struct at_err *err);
void at_live_request_deinit(struct at_live_request *request);

// Who speaks, by the first bytes of a connection.
enum at_live_speaker {
    AT_LIVE_SPEAKER_UNKNOWN, // more bytes will tell
    AT_LIVE_SPEAKER_CLIENT,
    AT_LIVE_SPEAKER_HTTP,
    AT_LIVE_SPEAKER_OTHER,
};

enum at_live_speaker at_live_speaker_of(struct at_str first_bytes);

// The process's lines by their "type".
enum at_live_answer {
    AT_LIVE_EVENT,     // the command's; more follows
    AT_LIVE_RESULT,    // its envelope
    AT_LIVE_ELSEWHERE, // {"because":[…]}: the client is to run it by itself
    AT_LIVE_STATE,     // to status
    AT_LIVE_STOPPING,  // to stop; the connection ends with the process
    AT_LIVE_REFUSED,   // {"message":…}
};

const char *at_live_answer_name(enum at_live_answer answer);
// One line as an object, owned by the caller; NULL with AT_EPROTO.
json_t *at_live_answer_parse(struct at_str line, enum at_live_answer *out,
                             struct at_err *err);

// Names of the facts in which two processes differ: an array owned by the
// caller, empty where the one may act for the other.
json_t *at_live_difference(const json_t *mine, const json_t *theirs);

#endif
