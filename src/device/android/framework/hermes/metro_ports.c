#include "device/android/framework/hermes/metro_ports.h"

void
at_metro_add_port(struct at_metro_ports *ports, uint16_t port,
                  const char *reason)
{
    if (port == 0 || ports->count == AT_METRO_PORTS_MAX)
        return;
    for (size_t i = 0; i < ports->count; i++) {
        if (ports->ports[i] == port)
            return;
    }
    ports->ports[ports->count] = port;
    ports->reasons[ports->count++] = reason;
}

static uint16_t
read_port(struct at_str text)
{
    int64_t port;
    return at_str_to_i64(text, 1, UINT16_MAX, &port) ? (uint16_t)port : 0;
}

// An IPv6 address contains colons, and has brackets if a port follows.
uint16_t
at_metro_host_port(struct at_str host)
{
    host = at_str_trim(host);
    size_t colons = 0;
    size_t last = 0;
    for (size_t i = 0; i < host.len; i++) {
        if ((unsigned char)host.ptr[i] <= ' ')
            return 0;
        if (host.ptr[i] == ':') {
            colons++;
            last = i;
        }
    }
    bool bracket = last > 0 && host.ptr[last - 1] == ']';
    if (host.len == 0)
        return 0;
    if (colons == 0 || (colons > 1 && !bracket))
        return AT_METRO_PORT;
    return last > 0 ? read_port(at_str_skip(host, last + 1)) : 0;
}

struct at_str
at_metro_preference(struct at_str xml)
{
    ptrdiff_t at = at_str_find(xml, AT_STR("name=\"debug_http_host\""));
    if (at < 0)
        return AT_STR("");
    xml = at_str_skip(xml, (size_t)at);
    ptrdiff_t open = at_str_find(xml, AT_STR(">"));
    if (open < 0)
        return AT_STR("");
    xml = at_str_skip(xml, (size_t)open + 1);
    ptrdiff_t end = at_str_find(xml, AT_STR("<"));
    return end < 0 ? AT_STR("") : at_str_trim(at_str_n(xml.ptr, (size_t)end));
}

static uint16_t
tcp_port(struct at_str word)
{
    return at_str_starts(word, AT_STR("tcp:"))
               ? read_port(at_str_trim(at_str_skip(word, 4)))
               : 0;
}

uint16_t
at_metro_reverse(struct at_str list, uint16_t device_port)
{
    struct at_str line;
    while (at_str_next_line(&list, &line)) {
        struct at_str word;
        struct at_str device = {0};
        if (!at_str_next(&line, ' ', &word) ||
            !at_str_next(&line, ' ', &device) ||
            tcp_port(device) != device_port)
            continue;
        return tcp_port(line);
    }
    return 0;
}

// The app's own setting precedes the property. It is a port of the device if
// that is forwarded, and of this machine otherwise (10.0.2.2 of an emulator).
void
at_metro_add_said(struct at_metro_ports *ports,
                  const struct at_metro_said *said)
{
    struct at_str xml = said->command;
    struct at_str property = {0};
    at_str_next_line(&xml, &property);
    uint16_t set = at_metro_host_port(at_metro_preference(xml));
    const char *reason = "debug_http_host";
    if (set == 0) {
        set = at_metro_host_port(property);
        reason = "metro.host";
    }
    uint16_t device = set ? set : AT_METRO_PORT;
    at_metro_add_port(ports, at_metro_reverse(said->reverse, device),
                      "adb reverse");
    at_metro_add_port(ports, set, reason);
}

void
at_metro_describe(const struct at_metro_ports *ports, struct at_buf *out)
{
    for (size_t i = 0; i < ports->count; i++)
        at_buf_add_fmt(out, "%s%d (%s)", i ? ", " : "", ports->ports[i],
                       ports->reasons[i]);
}
