// live_wire.h: the protocol between a live process and its clients; pure
//
// Lines of JSON over a Unix socket, one request for each connection. The
// process sends its hello, the client its request; the process answers with
// events and then one last line. A client cancels its command by shutting down
// its side; the last line still comes.
#ifndef AT_CLI_LIVE_WIRE_H
#define AT_CLI_LIVE_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/argv.h"
#include "base/buf.h"
#include "base/err.h"
#include "session/root_folder.h"

enum { AT_LIVE_PROTOCOL = 1 };
#define AT_LIVE_VERSION AT_SESSION_PROGRAM "@" AT_VERSION

// {"live":1,"version":"mobile-dev-agent@0.2.0","pid":7,"ttl_ms":600000}
struct at_live_hello {
    int64_t protocol; // "live"
    char version[64];
    int64_t pid;
    int64_t ttl_ms; // 0: absent
};

void at_live_hello_write(const struct at_live_hello *hello, struct at_buf *out);
// AT_EPROTO if the line is not a hello of any version.
AT_CHECKED bool at_live_hello_parse(struct at_str line,
                                    struct at_live_hello *out,
                                    struct at_err *err);
// Return true if the process has exactly this version.
bool at_live_hello_is_ours(const struct at_live_hello *hello);

enum at_live_do {
    AT_LIVE_RUN,    // {"do":"run","argv":[…],"cwd":"/…","facts":{…}}
    AT_LIVE_STATUS, // {"do":"status"}
    AT_LIVE_STOP,   // {"do":"stop"}
};

struct at_live_request {
    enum at_live_do what;
    struct at_argv argv; // owned; of a run, like the next two
    char *cwd;           // owned; absolute
    json_t *facts;       // owned; at_live_facts()
};

void at_live_request_write(const struct at_live_request *request,
                           struct at_buf *out);
// AT_EPROTO says what is wrong with the line. *out is empty on failure.
AT_CHECKED bool at_live_request_parse(struct at_str line,
                                      struct at_live_request *out,
                                      struct at_err *err);
void at_live_request_deinit(struct at_live_request *request);

// The kind of peer, by the first bytes of a connection.
enum at_live_speaker {
    AT_LIVE_SPEAKER_UNKNOWN, // more bytes are needed
    AT_LIVE_SPEAKER_CLIENT,
    AT_LIVE_SPEAKER_HTTP,
    AT_LIVE_SPEAKER_OTHER,
};

enum at_live_speaker at_live_speaker_of(struct at_str first_bytes);

// The process's lines by their "type".
enum at_live_answer {
    AT_LIVE_EVENT,     // the command's; more follows
    AT_LIVE_RESULT,    // its envelope
    AT_LIVE_ELSEWHERE, // {"because":[…]}: the client has to run it
    AT_LIVE_STATE,     // the answer to status
    AT_LIVE_STOPPING,  // the answer to stop; the connection ends with the
                       // process
    AT_LIVE_REFUSED,   // {"message":…}
};

const char *at_live_answer_name(enum at_live_answer answer);
// One line as an object, owned by the caller; NULL with AT_EPROTO.
json_t *at_live_answer_parse(struct at_str line, enum at_live_answer *out,
                             struct at_err *err);

// Return the names of the facts in which two processes differ: an array owned
// by the caller, empty if one may run commands for the other.
json_t *at_live_difference(const json_t *mine, const json_t *theirs);

#endif
