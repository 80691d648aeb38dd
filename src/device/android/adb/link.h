// link.h: what the files of the adb client share; nobody else includes it
#ifndef AT_DEVICE_ANDROID_ADB_LINK_H
#define AT_DEVICE_ANDROID_ADB_LINK_H

#include "device/android/adb/adb.h"

struct at_conn;

// Connect to the server, which is started where nobody listens. The caller
// owns *out_conn; NULL on failure.
AT_CHECKED bool at_adb_connect(const struct at_op *op, const struct at_adb *adb,
                               struct at_conn **out_conn, bool *out_again,
                               struct at_err *err);

// Send one request and read its status, no byte more. A FAIL says what it is
// about in err's code, and what would help in its message.
AT_CHECKED bool at_adb_request(const struct at_op *op, struct at_conn *conn,
                               struct at_str request, bool *out_again,
                               struct at_err *err);

// Have `adb start-server` run, at most once a minute in this process.
AT_CHECKED bool at_adb_start_server(const struct at_op *op,
                                    const struct at_adb *adb,
                                    struct at_err *err);

// Ask for the device's features once.
AT_CHECKED bool at_adb_features(const struct at_op *op,
                                struct at_adb_device *device,
                                struct at_err *err);

// A conn, and what came from it and was not used yet.
struct at_adb_stream {
    struct at_conn *conn; // owned
    struct at_buf in;     // unused bytes; the user drops what it has used
    bool ended;           // the peer has closed
};

void at_adb_stream_deinit(struct at_adb_stream *stream);

// Open a service of the device ("exec:ls") as a stream; in may grow to
// max_bytes. Retries as at_adb_query() does, except where the connection is
// lost after the service was asked for: it may run, and a tap is not sent
// twice.
AT_CHECKED bool at_adb_stream_open(const struct at_op *op,
                                   struct at_adb_device *device,
                                   const char *service, size_t max_bytes,
                                   struct at_adb_stream *out,
                                   struct at_err *err);

// Read some more into in, or set ended. AT_ELIMIT where in is full.
AT_CHECKED bool at_adb_stream_read(const struct at_op *op,
                                   struct at_adb_stream *stream,
                                   struct at_err *err);

// Send data, reading into in what comes meanwhile: a peer that answers before
// it has read everything can do so. Where the peer closes, the rest of data is
// dropped and ended is set; no failure, the answer tells why.
AT_CHECKED bool at_adb_stream_send(const struct at_op *op,
                                   struct at_adb_stream *stream,
                                   struct at_str data, struct at_err *err);

// Where bytes to be sent come from.
struct at_adb_source {
    struct at_str content; // what is left, where fd is -1
    int fd;                // borrowed
};
// 1 to cap bytes; *out_len 0 only at the end.
AT_CHECKED bool at_adb_source_read(struct at_adb_source *source, char *buf,
                                   size_t cap, size_t *out_len,
                                   struct at_err *err);

AT_CHECKED bool at_adb_push_source(const struct at_op *op,
                                   struct at_adb_device *device,
                                   struct at_adb_source *source,
                                   const char *path, unsigned mode,
                                   struct at_err *err);

// Put "'word' on 'serial'" in front of err: the first word of what was run
// (the others may hold a typed text).
void at_adb_err_command(struct at_err *err, const struct at_adb_device *device,
                        const char *command);

#endif
