// host_test.c: which hosts are this machine
#include "base/host.h"

#include "tests/t.h"

static const struct {
    const char *host;
    bool loopback;
} rows[] = {
    {"localhost", true},     {"LocalHost", true},
    {"127.0.0.1", true},     {"127.255.0.9", true},
    {"[::1]", true},         {"", false},
    {"::1", false},          {"127.0.0", false},
    {"127.0.0.1.", false},   {"127.0.0.256", false},
    {"127.0.0.1.1", false},  {"127.evil.example", false},
    {"127.0.0.evil", false}, {"localhost.evil.example", false},
    {"10.0.0.1", false},     {"[::2]", false},
    {"example.com", false},  {"128.0.0.1", false},
};

T_TEST(rows_are_recognized)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].host);
        T_EQ_INT(at_host_is_loopback(at_str(rows[i].host)), rows[i].loopback);
    }
}

T_MAIN()
