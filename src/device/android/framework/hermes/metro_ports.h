// metro_ports.h: the ports of this machine on which an app's Metro may listen
//
// Pure. Facts: react-native ReactAndroid, PackagerConnectionSettings and
// AndroidInfoHelpers (debug_http_host, metro.host); adb's
// "reverse:list-forward".
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_HERMES_METRO_PORTS_H
#define AT_DEVICE_ANDROID_FRAMEWORK_HERMES_METRO_PORTS_H

#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

enum { AT_METRO_PORT = 8081, AT_METRO_PORTS_MAX = 4 };

struct at_metro_ports {
    size_t count;
    uint16_t ports[AT_METRO_PORTS_MAX];      // in the order of attempts
    const char *reasons[AT_METRO_PORTS_MAX]; // literals
};

// Append a port, unless it is 0 or listed.
void at_metro_add_port(struct at_metro_ports *ports, uint16_t port,
                       const char *reason);
// The port of "HOST[:PORT]", 8081 by default; 0: not such a text.
uint16_t at_metro_host_port(struct at_str host);
// The text of debug_http_host in the app's preferences (XML); "" if it has
// none.
struct at_str at_metro_preference(struct at_str xml);
// The port of this machine to which the device's port is forwarded, in the
// lines "NAME tcp:PORT tcp:PORT" of adb; 0: not forwarded.
uint16_t at_metro_reverse(struct at_str list, uint16_t device_port);

// A device's output of one command: the property metro.host on one line, then
// the app's preferences.
struct at_metro_said {
    struct at_str command; // its output
    struct at_str reverse; // its list of reverse forwards
};
// Append the resulting ports.
void at_metro_add_said(struct at_metro_ports *ports,
                       const struct at_metro_said *said);

// Append "8088 (adb reverse), 8081", for diagnostics.
void at_metro_describe(const struct at_metro_ports *ports, struct at_buf *out);

#endif
