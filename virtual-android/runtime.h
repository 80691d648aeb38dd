// runtime.h: the JavaScript runtime of an app, which is another process of this
// machine
//
// A source is sent to it as the body of a POST, by a thread of its own, in the
// order of the calls: the device does not wait, and ignores the answer.
#ifndef VIRTUAL_ANDROID_RUNTIME_H
#define VIRTUAL_ANDROID_RUNTIME_H

#include <stdbool.h>

struct vd_runtime;

struct vd_runtime *vd_runtime_new(void);
void vd_runtime_free(struct vd_runtime *runtime); // NULL is allowed

// Send source to "http://127.0.0.1:PORT". Never blocks. Returns false if the
// address is no such one, or too much waits to be sent.
bool vd_runtime_run(struct vd_runtime *runtime, const char *address,
                    const char *source);

#endif
