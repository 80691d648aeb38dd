// address.h: classes of internet addresses (RFC 6890 and its registries)
#ifndef AT_NET_ADDRESS_H
#define AT_NET_ADDRESS_H

#include <stdbool.h>

struct sockaddr;

enum at_address_class {
    AT_ADDRESS_PUBLIC,
    AT_ADDRESS_LOOPBACK,
    AT_ADDRESS_LINK_LOCAL, // clouds answer with their keys there
    AT_ADDRESS_PRIVATE,    // networks of companies and carriers
    AT_ADDRESS_MULTICAST,  // broadcast too
    AT_ADDRESS_RESERVED,   // documentation, tests, not yet given out
    AT_ADDRESS_OTHER,      // not an address of the internet: a Unix socket
    AT_ADDRESS_CLASSES,
};
extern const char *const at_address_class_names[AT_ADDRESS_CLASSES];

// An address that contains one of IPv4 (mapped, 6to4, NAT64) has that one's
// class.
enum at_address_class at_address_class(const struct sockaddr *address);

#endif
