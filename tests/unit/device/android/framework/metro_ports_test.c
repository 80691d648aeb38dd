#include "device/android/framework/hermes/metro_ports.h"

#include <stdlib.h>
#include <string.h>

#include "tests/t.h"

static const struct {
    const char *host;
    int port;
} hosts[] = {
    {"10.0.2.2:8082", 8082},
    {"localhost", 8081},
    {"  192.168.1.5:9000\n", 9000},
    {"[::1]:8090", 8090},
    {"[::1]", 8081},
    {"fe80::1", 8081},
    {"", 0},
    {"localhost:", 0},
    {"localhost:99999", 0},
    {"localhost:80x", 0},
    {":8081", 0},
    {"two words:8081", 0},
};

T_TEST(a_host_has_a_port)
{
    for (size_t i = 0; i < T_LEN(hosts); i++) {
        T_ROW(hosts[i].host);
        T_EQ_INT(at_metro_host_port(at_str(hosts[i].host)), hosts[i].port);
    }
}

#define XML_HEAD                                                               \
    "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n"        \
    "    <boolean name=\"js_dev_mode_debug\" value=\"true\" />\n"
#define SET(host)                                                              \
    XML_HEAD "    <string name=\"debug_http_host\">" host "</string>\n</"      \
             "map>\n"

static const struct {
    const char *xml;
    const char *host;
} preferences[] = {
    {SET("10.0.2.2:8082"), "10.0.2.2:8082"},
    {SET(""), ""},
    {XML_HEAD "<string name=\"debug_http_host\" /></map>", ""},
    {XML_HEAD "</map>", ""},
    {"", ""},
    {"run-as: package not debuggable: com.example.app\n", ""},
};

T_TEST(the_preference)
{
    for (size_t i = 0; i < T_LEN(preferences); i++) {
        T_ROW(preferences[i].xml);
        T_EQ_STR(at_metro_preference(at_str(preferences[i].xml)),
                 preferences[i].host);
    }
}

static const struct {
    const char *list;
    int device;
    int port;
} reverses[] = {
    {"host-14 tcp:8081 tcp:8088\n", 8081, 8088},
    {"UsbFfs tcp:9090 tcp:9090\nUsbFfs tcp:8081 tcp:8099\n", 8081, 8099},
    {"host-14 tcp:8081 tcp:8088\n", 8082, 0},
    {"host-14 tcp:8081 localabstract:metro\n", 8081, 0},
    {"host-14 localabstract:metro tcp:8081\n", 8081, 0},
    {"host-14 tcp:8081\n", 8081, 0},
    {"tcp:8081 tcp:8088\n", 8081, 0},
    {"host-14 tcp:8081 tcp:0\n", 8081, 0},
    {"host-14 tcp:8081 tcp:88088\n", 8081, 0},
    {"", 8081, 0},
};

T_TEST(reverse_forwards)
{
    for (size_t i = 0; i < T_LEN(reverses); i++) {
        T_ROW(reverses[i].list);
        T_EQ_INT(at_metro_reverse(at_str(reverses[i].list),
                                  (uint16_t)reverses[i].device),
                 reverses[i].port);
    }
}

// In which order they are tried.
static const struct {
    const char *name;
    const char *command;
    const char *reverse;
    const char *want;
} said[] = {
    {"nothing", "\n", "", ""},
    {"the property", "localhost:8085\n", "", "8085 (metro.host)"},
    {"the app's setting goes first", "localhost:8085\n" SET("10.0.2.2:8082"),
     "", "8082 (debug_http_host)"},
    {"a forward of its port", "\n" SET("localhost:8082"),
     "host-1 tcp:8082 tcp:9000\n",
     "9000 (adb reverse), 8082 (debug_http_host)"},
    {"a forward of the default port", "\n", "host-1 tcp:8081 tcp:9000\n",
     "9000 (adb reverse)"},
    {"a forward to the same port", "\n" SET("localhost:8082"),
     "host-1 tcp:8082 tcp:8082\n", "8082 (adb reverse)"},
    {"an error of run-as", "\nrun-as: unknown package: com.example.app\n", "",
     ""},
};

static void
expect_ports(const struct at_metro_said *what, const char *want)
{
    struct at_metro_ports ports = {0};
    struct at_buf text = AT_BUF_INIT(1024);
    at_metro_add_said(&ports, what);
    at_metro_describe(&ports, &text);
    T_EQ_TEXT(at_buf_text(&text), want);
    at_buf_deinit(&text);
}

T_TEST(ports_that_a_device_reports)
{
    for (size_t i = 0; i < T_LEN(said); i++) {
        const struct at_metro_said what = {at_str(said[i].command),
                                           at_str(said[i].reverse)};
        T_ROW(said[i].name);
        expect_ports(&what, said[i].want);
    }
}

// Each row cut at every byte, in a block of its size.
T_TEST(cut_anywhere)
{
    for (size_t i = 0; i < T_LEN(said); i++) {
        size_t len = strlen(said[i].command);
        for (size_t cut = 0; cut <= len; cut++) {
            char *piece = malloc(cut ? cut : 1);
            memcpy(piece, said[i].command, cut);
            struct at_metro_ports ports = {0};
            at_metro_add_said(&ports,
                              &(struct at_metro_said){at_str_n(piece, cut),
                                                      at_str_n(piece, cut)});
            T_OK(ports.count <= AT_METRO_PORTS_MAX);
            free(piece);
        }
    }
}

T_TEST(a_port_is_tried_once)
{
    struct at_metro_ports ports = {0};
    at_metro_add_port(&ports, 0, "none");
    at_metro_add_port(&ports, 8081, "first");
    at_metro_add_port(&ports, 8081, "again");
    T_EQ_SIZE(ports.count, 1);
    T_EQ_TEXT(ports.reasons[0], "first");
    for (uint16_t port = 1; port < 20; port++)
        at_metro_add_port(&ports, port, "more");
    T_EQ_SIZE(ports.count, AT_METRO_PORTS_MAX);
}

T_MAIN()
