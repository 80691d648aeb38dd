// peer.h: a helper process that talks in frames of texts
//
// Started with a stream as its descriptor 3. After any failure the stream's
// state is unknown: end the peer. Used by one thread.
#ifndef AT_MAESTRO_SCRIPT_PEER_H
#define AT_MAESTRO_SCRIPT_PEER_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

struct at_script_peer;

// argv and env as for at_proc_start_peer(). NULL with err.
struct at_script_peer *at_script_peer_start(const char *const *argv,
                                            const char *const *env,
                                            struct at_err *err);
// End it, at once or once it has ended itself, and free it. Return its exit
// status; NULL: 0.
int at_script_peer_end(struct at_script_peer *peer, int64_t grace_ms);
long at_script_peer_pid(const struct at_script_peer *peer); // NULL: -1

// Send a message. AT_EIO: the process has ended; AT_ELIMIT; or op has ended.
AT_CHECKED bool at_script_peer_send(const struct at_op *op,
                                    struct at_script_peer *peer, int kind,
                                    struct at_str payload, struct at_err *err);
AT_CHECKED bool at_script_peer_send_texts(const struct at_op *op,
                                          struct at_script_peer *peer, int kind,
                                          const struct at_str *texts,
                                          size_t count, struct at_err *err);
// Wait for the next message; *out_payload is borrowed until the next call.
// AT_EIO: the process has ended; AT_EPROTO; or op has ended.
AT_CHECKED bool at_script_peer_read(const struct at_op *op,
                                    struct at_script_peer *peer, int *out_kind,
                                    struct at_str *out_payload,
                                    struct at_err *err);

#endif
