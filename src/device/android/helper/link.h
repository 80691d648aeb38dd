// link.h: one HTTP connection to the helper, kept between two requests
//
// One thread at a time uses a link. It connects when it has to and drops the
// connection after any failure that leaves it in doubt. Nothing is sent twice.
#ifndef AT_DEVICE_ANDROID_HELPER_LINK_H
#define AT_DEVICE_ANDROID_HELPER_LINK_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

struct at_conn;

// Connects to the helper's port on the device. The caller owns *out_conn.
struct at_helper_dial {
    bool (*open)(const struct at_op *op, void *user, struct at_conn **out_conn,
                 struct at_err *err);
    void *user; // borrowed
};

enum { AT_HELPER_TOKEN_LEN = 48 };

struct at_helper_link {
    struct at_helper_dial dial;
    char token[AT_HELPER_TOKEN_LEN + 1];
    struct at_conn *conn; // owned; NULL between two connections
    struct at_buf in;     // read, but not parsed yet
    int64_t used_ns;      // when the last answer was read
};

void at_helper_link_init(struct at_helper_link *link,
                         const struct at_helper_dial *dial, const char *token);
void at_helper_link_deinit(struct at_helper_link *link); // safe twice

struct at_helper_link_request {
    const char *method;
    const char *path;
    struct at_str body; // JSON; borrowed
    bool last;          // the last request on this connection
};

struct at_helper_reply {
    int status;
    bool is_json;
    char screen_size[16]; // "1080x2400" of a picture, else ""
    char image_size[16];
    char frame[16];     // its number, of one that was waited for
    struct at_buf body; // owned by the caller, who sets its max
};
#define AT_HELPER_REPLY_INIT(max_len)                                          \
    {                                                                          \
        .body = AT_BUF_INIT(max_len)                                           \
    }

// Send a request and read the whole answer, whatever its status. AT_ENODEV: the
// helper cannot be reached, or the connection was lost. AT_EPROTO: the answer
// is not HTTP. AT_ELIMIT: it is longer than body's max. err->may_have_run is
// true once a byte of the request may have arrived.
AT_CHECKED bool at_helper_link_exchange(
    const struct at_op *op, struct at_helper_link *link,
    const struct at_helper_link_request *request, struct at_helper_reply *reply,
    struct at_err *err);

// The two halves of an exchange: each successful send is followed by one
// receive, with nothing else on this link between them.
AT_CHECKED bool at_helper_link_send(
    const struct at_op *op, struct at_helper_link *link,
    const struct at_helper_link_request *request, struct at_err *err);
AT_CHECKED bool at_helper_link_receive(const struct at_op *op,
                                       struct at_helper_link *link,
                                       struct at_helper_reply *reply,
                                       struct at_err *err);

#endif
