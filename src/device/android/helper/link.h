// link.h: one kept HTTP connection to the helper, however it is reached
//
// One thread at a time. A call connects where no connection is, and drops the
// connection after whatever leaves it in doubt. Nothing is sent twice.
#ifndef AT_DEVICE_ANDROID_HELPER_LINK_H
#define AT_DEVICE_ANDROID_HELPER_LINK_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

struct at_conn;

// How the helper's port on the device is reached. The caller owns *out_conn.
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
    struct at_buf in;     // read and not used yet
    int64_t used_ns;      // when the last answer had come
};

void at_helper_link_init(struct at_helper_link *link,
                         const struct at_helper_dial *dial, const char *token);
void at_helper_link_deinit(struct at_helper_link *link); // safe twice

struct at_helper_ask {
    const char *method;
    const char *path;
    struct at_str body; // JSON; borrowed
    bool last;          // nothing more will be asked on the connection
};

struct at_helper_reply {
    bool sent; // something of the request may have arrived
    int status;
    bool is_json;
    char screen_size[16]; // "1080x2400" of a picture, else ""
    char image_size[16];
    struct at_buf body; // owned by the caller, who sets its max
};
#define AT_HELPER_REPLY_INIT(max_len)                                          \
    {                                                                          \
        .body = AT_BUF_INIT(max_len)                                           \
    }

// Ask and read the whole answer, whatever its status. AT_ENODEV: the helper
// cannot be reached, or the connection was lost. AT_EPROTO: it does not answer
// in HTTP. AT_ELIMIT: more than body's max. reply->sent is told in any case.
AT_CHECKED bool at_helper_link_call(const struct at_op *op,
                                    struct at_helper_link *link,
                                    const struct at_helper_ask *ask,
                                    struct at_helper_reply *reply,
                                    struct at_err *err);

// The same in two halves, with time between them: the second goes with the
// first that was true, and nothing else of the link comes between.
AT_CHECKED bool at_helper_link_ask(const struct at_op *op,
                                   struct at_helper_link *link,
                                   const struct at_helper_ask *ask,
                                   struct at_helper_reply *reply,
                                   struct at_err *err);
AT_CHECKED bool at_helper_link_answer(const struct at_op *op,
                                      struct at_helper_link *link,
                                      struct at_helper_reply *reply,
                                      struct at_err *err);

#endif
