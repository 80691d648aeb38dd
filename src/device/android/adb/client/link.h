// link.h: shared by the files of the adb client; private to this folder
#ifndef AT_DEVICE_ANDROID_ADB_CLIENT_LINK_H
#define AT_DEVICE_ANDROID_ADB_CLIENT_LINK_H

#include "device/android/adb/client/adb.h"

struct at_conn;

// Connect to the server; starts it if none listens. The caller owns *out_conn;
// NULL on failure.
AT_CHECKED bool at_adb_connect(const struct at_op *op, const struct at_adb *adb,
                               struct at_conn **out_conn, bool *out_again,
                               struct at_err *err);

// Send one request and read its status, not a byte more. After a FAIL, err has
// a code by the subject of the message, and a remedy.
AT_CHECKED bool at_adb_request(const struct at_op *op, struct at_conn *conn,
                               struct at_str request, bool *out_again,
                               struct at_err *err);

// Requests that the server itself answers, without a device, take no time:
// narrow op to AT_ADB_SERVER_MS.
enum { AT_ADB_SERVER_MS = 4000 };
struct at_op at_adb_server_op(const struct at_op *op);
// If err is a timeout of such a narrowed op, and not op's own, name the server
// and what to do.
void at_adb_name_hang(const struct at_op *op, const struct at_adb *adb,
                      struct at_err *err);

// Run `adb start-server`, at most once a minute in this process.
AT_CHECKED bool at_adb_start_server(const struct at_op *op,
                                    const struct at_adb *adb,
                                    struct at_err *err);

// Return the id of a serial that is "transport_id:ID", else NULL: the server
// addresses one of several devices with the same serial in this way.
const char *at_adb_transport_of(const char *serial);

// Request the device's features, once.
AT_CHECKED bool at_adb_features(const struct at_op *op,
                                struct at_adb_device *device,
                                struct at_err *err);

// A connection and the bytes received but not used yet.
struct at_adb_stream {
    struct at_conn *conn; // owned
    struct at_buf in;     // unused bytes; the caller drops those it has used
    bool ended;           // the peer has closed the connection
    bool unheard;         // it stops reading: what it has sent is its answer
};

void at_adb_stream_deinit(struct at_adb_stream *stream);

// Open a service of the device ("exec:ls") as a stream; in may grow to
// max_bytes. Retries as at_adb_query() does, except after a connection that is
// lost once the service was requested: it may be running, and a tap must not be
// sent twice.
AT_CHECKED bool at_adb_stream_open(const struct at_op *op,
                                   struct at_adb_device *device,
                                   const char *service, size_t max_bytes,
                                   struct at_adb_stream *out,
                                   struct at_err *err);

// Read more into in, or set ended. AT_ELIMIT if in is full.
AT_CHECKED bool at_adb_stream_read(const struct at_op *op,
                                   struct at_adb_stream *stream,
                                   struct at_err *err);

// Read more as above or, if nothing has arrived, send some of data: a peer that
// has answered may be gone, and sending to it would lose the answer. Sent bytes
// are dropped from data. Waits for whichever is possible first.
AT_CHECKED bool at_adb_stream_turn(const struct at_op *op,
                                   struct at_adb_stream *stream,
                                   struct at_str *data, struct at_err *err);

// Send data while reading into in, so the peer can answer before it has read
// everything. If the peer closes, the rest of data is dropped and ended is set;
// this is not a failure, because the answer explains it.
AT_CHECKED bool at_adb_stream_send(const struct at_op *op,
                                   struct at_adb_stream *stream,
                                   struct at_str data, struct at_err *err);

// A source of bytes to send.
struct at_adb_source {
    struct at_str content; // the rest, if fd is -1
    int fd;                // borrowed
};
// Read 1 to cap bytes; *out_len is 0 only at the end.
AT_CHECKED bool at_adb_source_read(struct at_adb_source *source, char *buf,
                                   size_t cap, size_t *out_len,
                                   struct at_err *err);

// Write a file on the device. A refusal of the device is AT_EDEVICE with its
// message.
AT_CHECKED bool at_adb_push(const struct at_op *op,
                            struct at_adb_device *device,
                            struct at_adb_source *source, const char *path,
                            unsigned mode, struct at_err *err);

// Tell the thread's request watch of a command on a device: the whole command
// if it is one of those that contain no typed text, else its first word.
void at_adb_command_ended(const char *how, const char *command,
                          int64_t began_ns, bool ok, const struct at_err *err);

// Put "'word' on 'serial'" in front of err's message: only the first word of
// the command, because others may contain typed text.
void at_adb_err_command(struct at_err *err, const struct at_adb_device *device,
                        const char *command);

#endif
