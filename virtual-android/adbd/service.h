// service.h: what a client can open on the virtual device, as a table
//
// "shell,v2,raw:ls" is the service "shell" with the words "v2,raw" and the rest
// "ls".
#ifndef VIRTUAL_ANDROID_ADBD_SERVICE_H
#define VIRTUAL_ANDROID_ADBD_SERVICE_H

#include "base/str.h"

struct vd_stream;

// Each in its own file.
void vd_service_shell(struct vd_stream *stream, struct at_str words,
                      const char *rest);
void vd_service_exec(struct vd_stream *stream, struct at_str words,
                     const char *rest);
void vd_service_sync(struct vd_stream *stream, struct at_str words,
                     const char *rest);
void vd_service_reverse(struct vd_stream *stream, struct at_str words,
                        const char *rest);
void vd_service_socket(struct vd_stream *stream, struct at_str words,
                       const char *rest);

// Runs the service that the client asked for; returns at once where there is
// no such service.
void vd_service_run(struct vd_stream *stream);

#endif
