// address.c: prefixes as rows; the first match counts
#include "net/address.h"

#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

#include "base/compiler.h"

const char *const at_address_class_names[AT_ADDRESS_CLASSES] = {
    [AT_ADDRESS_PUBLIC] = "public",         [AT_ADDRESS_LOOPBACK] = "loopback",
    [AT_ADDRESS_LINK_LOCAL] = "link-local", [AT_ADDRESS_PRIVATE] = "private",
    [AT_ADDRESS_MULTICAST] = "multicast",   [AT_ADDRESS_RESERVED] = "reserved",
    [AT_ADDRESS_OTHER] = "of this machine",
};

struct prefix {
    uint8_t bytes[16];
    int bits;
    enum at_address_class class;
};

static const struct prefix v4[] = {
    {{0}, 8, AT_ADDRESS_RESERVED}, // this machine, for many systems
    {{10}, 8, AT_ADDRESS_PRIVATE},
    {{100, 64}, 10, AT_ADDRESS_PRIVATE},
    {{127}, 8, AT_ADDRESS_LOOPBACK},
    {{169, 254}, 16, AT_ADDRESS_LINK_LOCAL},
    {{172, 16}, 12, AT_ADDRESS_PRIVATE},
    {{192, 0, 0}, 24, AT_ADDRESS_RESERVED},
    {{192, 0, 2}, 24, AT_ADDRESS_RESERVED},
    {{192, 88, 99}, 24, AT_ADDRESS_RESERVED},
    {{192, 168}, 16, AT_ADDRESS_PRIVATE},
    {{198, 18}, 15, AT_ADDRESS_PRIVATE},
    {{198, 51, 100}, 24, AT_ADDRESS_RESERVED},
    {{203, 0, 113}, 24, AT_ADDRESS_RESERVED},
    {{224}, 4, AT_ADDRESS_MULTICAST},
    {{255, 255, 255, 255}, 32, AT_ADDRESS_MULTICAST},
    {{240}, 4, AT_ADDRESS_RESERVED},
    {{0}, 0, AT_ADDRESS_PUBLIC},
};

static const struct prefix v6[] = {
    {{[15] = 1}, 128, AT_ADDRESS_LOOPBACK},
    {{0xfe, 0x80}, 10, AT_ADDRESS_LINK_LOCAL},
    {{0xfe, 0xc0}, 10, AT_ADDRESS_PRIVATE},
    {{0xfc}, 7, AT_ADDRESS_PRIVATE},
    {{0xff}, 8, AT_ADDRESS_MULTICAST},
    {{0x20, 0x01}, 23, AT_ADDRESS_RESERVED}, // Teredo, benchmarks, ORCHID
    {{0x20, 0x01, 0x0d, 0xb8}, 32, AT_ADDRESS_RESERVED},
    {{0x3f, 0xff}, 20, AT_ADDRESS_RESERVED},
    {{0x20}, 3, AT_ADDRESS_PUBLIC},
    {{0}, 0, AT_ADDRESS_RESERVED},
};

// Addresses that lead to one of IPv4, and where in them it is.
static const struct {
    struct prefix prefix;
    size_t at;
} holders[] = {
    {{{[10] = 0xff, [11] = 0xff}, 96, AT_ADDRESS_PUBLIC}, 12},
    {{{0x00, 0x64, 0xff, 0x9b}, 96, AT_ADDRESS_PUBLIC}, 12},
    {{{0x20, 0x02}, 16, AT_ADDRESS_PUBLIC}, 2},
};

static bool
has_prefix(const uint8_t *address, const struct prefix *prefix)
{
    size_t whole = (size_t)prefix->bits / 8;
    int rest = prefix->bits % 8;
    if (memcmp(address, prefix->bytes, whole) != 0)
        return false;
    return rest == 0 ||
           ((address[whole] ^ prefix->bytes[whole]) >> (8 - rest)) == 0;
}

static enum at_address_class
find(const struct prefix *rows, const uint8_t *address)
{
    while (!has_prefix(address, rows)) // the last row matches all
        rows++;
    return rows->class;
}

enum at_address_class
at_address_class(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, address, sizeof(in));
        return find(v4, (const uint8_t *)&in.sin_addr);
    }
    if (address->sa_family != AF_INET6)
        return AT_ADDRESS_OTHER;
    struct sockaddr_in6 in6;
    memcpy(&in6, address, sizeof(in6));
    const uint8_t *bytes = in6.sin6_addr.s6_addr;
    for (size_t i = 0; i < AT_LEN(holders); i++) {
        if (has_prefix(bytes, &holders[i].prefix))
            return find(v4, bytes + holders[i].at);
    }
    return find(v6, bytes);
}
