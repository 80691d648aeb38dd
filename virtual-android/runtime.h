// runtime.h: the JavaScript runtime of an app, another process on this machine
//
// A separate thread sends sources as bodies of POST requests, in the order of
// the calls; the device does not wait and ignores the answers.
#ifndef VIRTUAL_ANDROID_RUNTIME_H
#define VIRTUAL_ANDROID_RUNTIME_H

#include <stdbool.h>

struct vd_runtime;

struct vd_runtime *vd_runtime_new(void);
void vd_runtime_free(struct vd_runtime *runtime); // NULL is allowed

// Send source to "http://127.0.0.1:PORT". Never blocks. Return false for any
// other address, or if too much is waiting to be sent.
bool vd_runtime_run(struct vd_runtime *runtime, const char *address,
                    const char *source);

#endif
