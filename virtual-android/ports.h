// ports.h: sockets of this machine registered as the device's
//
// A stream to "tcp:8081" or "localabstract:devtools" reaches the endpoint
// that was registered under that name, on this machine; every other name is
// refused. One mutex guards it.
#ifndef VIRTUAL_ANDROID_PORTS_H
#define VIRTUAL_ANDROID_PORTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/err.h"

struct vd_ports;

struct vd_files;

// List the abstract sockets in /proc/net/unix of files, which is borrowed.
struct vd_ports *vd_ports_new(void);
void vd_ports_list_in(struct vd_ports *ports, struct vd_files *files);
void vd_ports_free(struct vd_ports *ports); // NULL is allowed

// name is "tcp:PORT" or "localabstract:NAME"; endpoint "tcp:127.0.0.1:PORT" or
// "unix:PATH". An existing name gets the new endpoint.
AT_CHECKED bool vd_ports_add(struct vd_ports *ports, const char *name,
                             const char *endpoint, struct at_err *err);
// Like vd_ports_add(), but fails with AT_EBUSY if the name exists.
AT_CHECKED bool vd_ports_claim(struct vd_ports *ports, const char *name,
                               const char *endpoint, struct at_err *err);
bool vd_ports_remove(struct vd_ports *ports, const char *name);
// Connections from this port to one of the sockets belong to an app with that
// uid; all others come through adbd, as the shell.
enum { VD_SHELL_UID = 2000 };
void vd_ports_set_peer(struct vd_ports *ports, uint16_t port, int uid);
int vd_ports_peer(struct vd_ports *ports, uint16_t port); // its uid
// The caller owns the endpoint; NULL if the name is not registered.
char *vd_ports_find(struct vd_ports *ports, const char *name);

#endif
