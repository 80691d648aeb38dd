// ports.h: the sockets that the virtual device says are its own
//
// A stream to "tcp:8081" or "localabstract:devtools" reaches the endpoint
// that was registered under that name, on this machine; every other name is
// refused. One mutex guards it.
#ifndef VIRTUAL_ANDROID_PORTS_H
#define VIRTUAL_ANDROID_PORTS_H

#include <stdbool.h>

#include "base/compiler.h"
#include "base/err.h"

struct va_ports;

struct va_ports *va_ports_new(void);
void va_ports_free(struct va_ports *ports); // NULL is allowed

// name is "tcp:PORT" or "localabstract:NAME"; endpoint "tcp:127.0.0.1:PORT"
// or "unix:PATH". A name that is there already gets the new endpoint.
AT_CHECKED bool va_ports_add(struct va_ports *ports, const char *name,
                             const char *endpoint, struct at_err *err);
// The same, AT_EBUSY where the name is there already.
AT_CHECKED bool va_ports_claim(struct va_ports *ports, const char *name,
                               const char *endpoint, struct at_err *err);
bool va_ports_remove(struct va_ports *ports, const char *name);
// The caller owns the endpoint; NULL where nothing is registered.
char *va_ports_find(struct va_ports *ports, const char *name);

#endif
