// address_test.c: which addresses belong to the internet
#include "net/address.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "tests/t.h"

static const struct {
    const char *address;
    enum at_address_class class;
} rows[] = {
    {"1.1.1.1", AT_ADDRESS_PUBLIC},
    {"9.255.255.255", AT_ADDRESS_PUBLIC},
    {"11.0.0.0", AT_ADDRESS_PUBLIC},
    {"100.63.255.255", AT_ADDRESS_PUBLIC},
    {"100.128.0.0", AT_ADDRESS_PUBLIC},
    {"126.255.255.255", AT_ADDRESS_PUBLIC},
    {"128.0.0.1", AT_ADDRESS_PUBLIC},
    {"169.253.255.255", AT_ADDRESS_PUBLIC},
    {"172.15.255.255", AT_ADDRESS_PUBLIC},
    {"172.32.0.0", AT_ADDRESS_PUBLIC},
    {"192.167.255.255", AT_ADDRESS_PUBLIC},
    {"198.20.0.0", AT_ADDRESS_PUBLIC},
    {"223.255.255.255", AT_ADDRESS_PUBLIC},
    {"0.0.0.0", AT_ADDRESS_RESERVED},
    {"0.1.2.3", AT_ADDRESS_RESERVED},
    {"10.0.0.1", AT_ADDRESS_PRIVATE},
    {"100.64.0.1", AT_ADDRESS_PRIVATE},
    {"100.127.255.255", AT_ADDRESS_PRIVATE},
    {"127.0.0.1", AT_ADDRESS_LOOPBACK},
    {"127.255.255.255", AT_ADDRESS_LOOPBACK},
    {"169.254.169.254", AT_ADDRESS_LINK_LOCAL},
    {"172.16.0.1", AT_ADDRESS_PRIVATE},
    {"172.31.255.255", AT_ADDRESS_PRIVATE},
    {"192.0.0.1", AT_ADDRESS_RESERVED},
    {"192.0.2.1", AT_ADDRESS_RESERVED},
    {"192.168.1.1", AT_ADDRESS_PRIVATE},
    {"198.18.0.1", AT_ADDRESS_PRIVATE},
    {"198.19.255.255", AT_ADDRESS_PRIVATE},
    {"198.51.100.7", AT_ADDRESS_RESERVED},
    {"203.0.113.7", AT_ADDRESS_RESERVED},
    {"224.0.0.1", AT_ADDRESS_MULTICAST},
    {"239.255.255.250", AT_ADDRESS_MULTICAST},
    {"240.0.0.1", AT_ADDRESS_RESERVED},
    {"255.255.255.255", AT_ADDRESS_MULTICAST},
    {"2606:4700:4700::1111", AT_ADDRESS_PUBLIC},
    {"2a00:1450::1", AT_ADDRESS_PUBLIC},
    {"::", AT_ADDRESS_RESERVED},
    {"::1", AT_ADDRESS_LOOPBACK},
    {"::2", AT_ADDRESS_RESERVED},
    {"::7f00:1", AT_ADDRESS_RESERVED},
    {"fe80::1", AT_ADDRESS_LINK_LOCAL},
    {"febf::1", AT_ADDRESS_LINK_LOCAL},
    {"fec0::1", AT_ADDRESS_PRIVATE},
    {"fc00::1", AT_ADDRESS_PRIVATE},
    {"fd12:3456::1", AT_ADDRESS_PRIVATE},
    {"ff02::1", AT_ADDRESS_MULTICAST},
    {"2001::1", AT_ADDRESS_RESERVED},
    {"2001:db8::1", AT_ADDRESS_RESERVED},
    {"3fff:0fff::1", AT_ADDRESS_RESERVED},
    {"4000::1", AT_ADDRESS_RESERVED},
    {"64:ff9b:1::1", AT_ADDRESS_RESERVED},
    // Addresses of IPv4 in others.
    {"::ffff:127.0.0.1", AT_ADDRESS_LOOPBACK},
    {"::ffff:10.0.0.1", AT_ADDRESS_PRIVATE},
    {"::ffff:1.1.1.1", AT_ADDRESS_PUBLIC},
    {"64:ff9b::169.254.169.254", AT_ADDRESS_LINK_LOCAL},
    {"64:ff9b::1.1.1.1", AT_ADDRESS_PUBLIC},
    {"2002:7f00:1::", AT_ADDRESS_LOOPBACK},
    {"2002:a00:1::1", AT_ADDRESS_PRIVATE},
    {"2002:101:101::1", AT_ADDRESS_PUBLIC},
};

T_TEST(classes)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        union {
            struct sockaddr any;
            struct sockaddr_in in;
            struct sockaddr_in6 in6;
        } address = {0};
        T_ROW(rows[i].address);
        if (strchr(rows[i].address, ':')) {
            address.in6.sin6_family = AF_INET6;
            T_EQ_INT(
                inet_pton(AF_INET6, rows[i].address, &address.in6.sin6_addr),
                1);
        } else {
            address.in.sin_family = AF_INET;
            T_EQ_INT(inet_pton(AF_INET, rows[i].address, &address.in.sin_addr),
                     1);
        }
        T_EQ_INT(at_address_class(&address.any), rows[i].class);
    }
}

T_TEST(a_unix_socket_is_not_public)
{
    const struct sockaddr_un local = {.sun_family = AF_UNIX};
    T_EQ_INT(at_address_class((const struct sockaddr *)&local),
             AT_ADDRESS_OTHER);
}

T_MAIN()
