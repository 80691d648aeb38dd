// service.h: table of the services on the virtual device
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

// Run the service requested by the client; returns at once if it does not
// exist.
void vd_service_run(struct vd_stream *stream);

#endif
