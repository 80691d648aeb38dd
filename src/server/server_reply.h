// server_reply.h: a handler's answer, as values
#ifndef AT_SERVER_SERVER_REPLY_H
#define AT_SERVER_SERVER_REPLY_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "server/request.h"
#include "store/store.h"
#include "tester/view/views.h"

enum { AT_SERVER_REPLY_HEADERS_MAX = 8, AT_SERVER_REPLY_TAG_MAX = 64 };

// Exactly one of: body, fixed (bytes of the program or of a frame), a file (fd
// >= 0), the events of a run (follow), or a device's video (video). A parked
// reply is not ready: the handler runs again later.
struct at_server_reply {
    unsigned status;    // 0: not set yet
    const char *type;   // static; NULL: without a body
    const char *cache;  // static; NULL: revalidate each time
    const char *policy; // static Content-Security-Policy; NULL: that of the API
    char tag[AT_SERVER_REPLY_TAG_MAX]; // entity tag with its quotes; "": none
    struct at_buf body;
    struct at_str fixed; // static, or bytes of the frame; ptr NULL: none
    struct {
        const char *name; // static
        char *value;      // owned
    } headers[AT_SERVER_REPLY_HEADERS_MAX];
    size_t header_count;

    struct at_frame *frame; // owned; NULL: none
    bool parked;
    struct at_view_wanted wanted; // the picture to wait for

    int fd; // owned; -1: none
    uint64_t first;
    uint64_t count;

    const struct at_platform *video; // its platform; NULL: none

    bool follow;
    char run[AT_STORE_ID_LEN + 1]; // "": all of them
    struct at_str last_id;         // the client's last event, from the request
};

void at_server_reply_init(struct at_server_reply *reply);
void at_server_reply_deinit(struct at_server_reply *reply);

void at_server_reply_header(struct at_server_reply *reply, const char *name,
                            const char *value);
// Plain text, as in the contract's answers.
void at_server_reply_text(struct at_server_reply *reply, unsigned status,
                          const char *text);
// Takes over value.
void at_server_reply_json(struct at_server_reply *reply, unsigned status,
                          json_t *value);
// An error in the format of all answers below /api/v1 (RFC 9457):
// {"type","title", "status","detail","code"}.
void at_server_reply_problem(struct at_server_reply *reply, unsigned status,
                             const char *detail);
// The same with another member, whose value is taken over.
void at_server_reply_problem_with(struct at_server_reply *reply,
                                  unsigned status, const char *detail,
                                  const char *name, json_t *value);
// The same for a failure, with the status of its code, and a "pointer" to the
// member of the body that err names.
void at_server_reply_failure(struct at_server_reply *reply,
                             const struct at_err *err);

// Answer 304 or a part if the request asks for that, tag untagged content, and
// compress a text that is worth it if the request accepts gzip.
void at_server_reply_finish(struct at_server_reply *reply,
                            const struct at_request *request);

#endif
