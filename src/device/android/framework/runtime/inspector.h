// inspector.h: a JavaScript runtime behind the Chrome DevTools Protocol, with
// the probe in it
//
// Serves React Native (through Metro) and pages in a WebView. One thread at a
// time.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_RUNTIME_INSPECTOR_H
#define AT_DEVICE_ANDROID_FRAMEWORK_RUNTIME_INSPECTOR_H

#include "device/sync.h"
#include "net/rpc.h"

struct at_inspector;

// A world of a page, in which scripts run.
struct at_inspector_world {
    json_int_t id;   // 0: none. Another process of the page starts over
    char unique[64]; // "": the runtime has no such names. Never given twice
};

// Get the JSON at a path of an HTTP server, which may leave the connection open
// after it. conn is taken over. The caller owns *out. AT_EPROTO: not such a
// server.
AT_CHECKED bool at_inspector_list(const struct at_op *op, struct at_conn *conn,
                                  const char *host, const char *path,
                                  json_t **out, struct at_err *err);

// Open the page's debugger over conn, which is taken over. source is the name
// in pending items, a literal. The caller owns *out, whose runtime is to be
// enabled.
AT_CHECKED bool at_inspector_dial(const struct at_op *op, struct at_conn *conn,
                                  const struct at_websocket_dial *dial,
                                  const char *source, struct at_inspector **out,
                                  struct at_err *err);
// Enable the runtime. AT_ETIMEOUT: the page does not answer yet, and may be
// asked again.
AT_CHECKED bool at_inspector_enable(const struct at_op *op,
                                    struct at_inspector *inspector,
                                    struct at_err *err);
// Dial and enable.
AT_CHECKED bool at_inspector_open(const struct at_op *op, struct at_conn *conn,
                                  const struct at_websocket_dial *dial,
                                  const char *source, struct at_inspector **out,
                                  struct at_err *err);
void at_inspector_free(struct at_inspector *inspector); // NULL is allowed

// Call a method and own its result. AT_EDEVICE: it refuses.
AT_CHECKED bool at_inspector_call(const struct at_op *op,
                                  struct at_inspector *inspector,
                                  const char *method, json_t *params,
                                  json_t **out_result, struct at_err *err);
// Make an isolated world in a frame, unless it has one of that name.
AT_CHECKED bool at_inspector_make_world(const struct at_op *op,
                                        struct at_inspector *inspector,
                                        const json_t *frame_id,
                                        struct at_inspector_world *out,
                                        struct at_err *err);
// Evaluate an expression whose value is a string, appended to out. world: NULL:
// that of the page's scripts. An endless script is ended, if the runtime can:
// AT_ELIMIT.
AT_CHECKED bool at_inspector_evaluate(const struct at_op *op,
                                      struct at_inspector *inspector,
                                      const struct at_inspector_world *world,
                                      const char *expression,
                                      struct at_buf *out, struct at_err *err);
// The number of times all worlds were lost: older worlds are useless then.
unsigned at_inspector_losses(const struct at_inspector *inspector);
// Changes when a frame of the page comes, goes or reloads.
unsigned at_inspector_frames(const struct at_inspector *inspector);
// Wait until the binding is called with AT_FIBER_NEWS, since the last call of
// at_inspector_expect(). For a runtime without bindings, evaluate the
// expression from time to time until it is "ready". AT_ETIMEOUT leaves the
// connection usable.
void at_inspector_expect(struct at_inspector *inspector);
AT_CHECKED bool at_inspector_await(const struct at_op *op,
                                   struct at_inspector *inspector,
                                   const char *expression, struct at_err *err);
// See source.h: ask, fd, has, take. The probe is injected if it is missing, as
// after a reload.
AT_CHECKED bool at_inspector_ask(const struct at_op *op,
                                 struct at_inspector *inspector,
                                 struct at_pending_list *out,
                                 struct at_err *err);
int at_inspector_fd(const struct at_inspector *inspector);
bool at_inspector_has(const struct at_inspector *inspector);
AT_CHECKED bool at_inspector_take(const struct at_op *op,
                                  struct at_inspector *inspector,
                                  bool *out_news, struct at_err *err);
// Return true if the runtime reports that it is idle. If not, it is polled.
bool at_inspector_tells(const struct at_inspector *inspector);
// The code and reason with which the peer closed; 0: it has not.
uint16_t at_inspector_closed(const struct at_inspector *inspector,
                             const char **out_reason);

#endif
