#include "device/android/framework/hermes/hermes_target.h"

#include <stdlib.h>

#include "tests/t.h"
#include "wire/json.h"

#define URL                                                                    \
    ",\"webSocketDebuggerUrl\":\"ws://localhost:8081/inspector/debug?page="

#define PAGE(device, page, name)                                               \
    "{\"id\":\"d" device "-" page "\",\"appId\":\"com.example.app\","          \
    "\"deviceName\":\"" name "\"" URL page "\"}"
// On a separate device.
#define ON(page, name) PAGE(page, page, name)
#define ONE(a) "[" a "]"
#define BOTH(a, b) "[" a "," b "]"

static const struct {
    const char *name;
    const char *list;
    const char *device; // its model, release and API level, a line each
    // The path's page, NULL: none. With '?': if no other device is connected.
    const char *want;
} rows[] = {
    {"nothing", "[]", "", NULL},
    {"no list", "{\"error\":1}", "", NULL},
    {"another app", "[{\"appId\":\"com.example.other\"" URL "1\"}]", "", NULL},
    {"by its id", "[{\"appId\":\"com.example.app\"" URL "1\"}]", "", "1"},
    {"an id that begins like it",
     "[{\"appId\":\"com.example.app.dev\"" URL "1\"}]", "", NULL},
    {"by the description", "[{\"description\":\"com.example.app\"" URL "1\"}]",
     "", "1"},
    {"by the title", "[{\"title\":\"com.example.app (Pixel)\"" URL "1\"}]", "",
     "1"},
    {"a title that begins like it",
     "[{\"title\":\"com.example.app2 (Pixel)\"" URL "1\"}]", "", NULL},
    {"the newest page",
     "[{\"appId\":\"com.example.app\"" URL "1\"},"
     "{\"appId\":\"com.example.app\"" URL "2\"}]",
     "", "2"},
    {"not the synthetic page",
     "[{\"description\":\"com.example.app\"" URL "1\"},"
     "{\"description\":\"com.example.app\",\"vm\":\"don't use\"" URL "-1\"}]",
     "", "1"},
    {"the device's own", BOTH(ON("1", "Pixel 8 - 15"), ON("2", "Moto - 15")),
     "Pixel 8", "1"},
    {"an emulator's model, as adb lists it",
     BOTH(ON("1", "sdk_gphone64_x86_64 - 14 - API 34"),
          ON("2", "SM-G991B - 14 - API 34")),
     "sdk gphone64 x86 64", "1"},
    {"an emulator's model",
     BOTH(ON("1", "sdk_gphone64_x86_64 - 14 - API 34"),
          ON("2", "SM-G991B - 14 - API 34")),
     "sdk_gphone64_x86_64\n14\n34", "1"},
    {"a model with a dash, as adb lists it",
     BOTH(ON("1", "SM-G991B - 14 - API 34"), ON("2", "Pixel 8 - 14 - API 34")),
     "SM G991B", "1"},
    {"a model that begins like it",
     BOTH(ON("1", "Pixel 8 - 14 - API 34"),
          ON("2", "Pixel 8 Pro - 14 - API 34")),
     "Pixel 8", "1"},
    {"only one that begins like it", ONE(ON("1", "Pixel 8 Pro")), "Pixel 8",
     NULL},
    {"the same model of another level",
     BOTH(ON("1", "sdk_gphone64_x86_64 - 14 - API 34"),
          ON("2", "sdk_gphone64_x86_64 - 15 - API 35")),
     "sdk_gphone64_x86_64\n14\n34", "1"},
    {"the same model and level of another release",
     BOTH(ON("1", "X - 12 - API 32"), ON("2", "X - 12.1 - API 32")),
     "X\n12\n32", "1"},
    {"the same model of a level that is not known here",
     BOTH(ON("1", "X - 14 - API 34"), ON("2", "X - 15 - API 35")), "X", "?2"},
    {"two that are called alike",
     BOTH(ON("1", "X - 14 - API 34"), ON("2", "X - 14 - API 34")), "X\n14\n34",
     "?2"},
    {"two pages of one device",
     BOTH(PAGE("1", "1", "X - 14 - API 34"), PAGE("1", "2", "X - 14 - API 34")),
     "X\n14\n34", "2"},
    {"Genymotion's name", ONE(ON("1", "Custom Phone")), "Custom Phone\n14\n34",
     "1"},
    {"the only device has another name", ONE(ON("1", "Moto - 14 - API 34")),
     "Pixel 8\n14\n34", "?1"},
    {"the only one is of another level", ONE(ON("1", "X - 15 - API 35")),
     "X\n14\n34", "?1"},
    {"only on several others",
     BOTH(ON("1", "Moto - 14 - API 34"), ON("2", "SM-G991B - 14 - API 34")),
     "Pixel 8\n14\n34", NULL},
    {"only on an iPhone", ONE(ON("1", "iPhone 16 Pro")), "Pixel 8\n14\n34",
     NULL},
    {"a name that is none", ONE(ON("1", "Unknown")), "Pixel 8\n14\n34", "1"},
    {"no name, and another's", BOTH(ON("1", ""), ON("2", "Moto - 14 - API 34")),
     "Pixel 8\n14\n34", "1"},
    {"nothing is known of the device", ONE(ON("1", "Moto - 14 - API 34")), "",
     "1"},
    {"no address", "[{\"appId\":\"com.example.app\"}]", "", NULL},
    {"an address that is none",
     "[{\"appId\":\"com.example.app\",\"webSocketDebuggerUrl\":\"file:///x\"}]",
     "", NULL},
    {"an address with a line end",
     "[{\"appId\":\"com.example.app\",\"webSocketDebuggerUrl\":"
     "\"ws://h/x\\r\\nHost: evil\"}]",
     "", NULL},
    {"what is no object", "[1,null,\"x\",[]]", "", NULL},
};

T_TEST(picks_the_apps_target)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_hermes_target target;
        struct at_hermes_device device = {.model = ""};
        json_t *list = at_json_parse(at_str(rows[i].list), NULL);
        T_ROW(rows[i].name);
        at_hermes_device_read(at_str(rows[i].device), &device);
        enum at_hermes_found found =
            at_hermes_pick(list, "com.example.app", &device, &target);
        const char *want = rows[i].want;
        bool perhaps = want && want[0] == '?';
        T_EQ_INT(found == AT_HERMES_OURS, want && !perhaps);
        T_EQ_INT(found == AT_HERMES_PERHAPS, perhaps);
        if (want) {
            T_HAS(target.path, "/inspector/debug?page=");
            T_EQ_TEXT(target.path + sizeof("/inspector/debug?page=") - 1,
                      want + perhaps);
        }
        json_decref(list);
    }
}

// Nothing of the app, or something of it that is not ours.
T_TEST(says_what_is_missing)
{
    const struct at_hermes_device device = {"Pixel 8", "14", "34"};
    struct at_hermes_target target;
    struct at_buf names = AT_BUF_INIT(1000);
    json_t *list = at_json_parse(
        AT_STR(BOTH(ON("1", "Moto - 14 - API 34"), ON("2", "iPhone\\n16"))),
        NULL);
    T_EQ_INT(at_hermes_pick(list, "com.example.app", &device, &target),
             AT_HERMES_ELSEWHERE);
    T_EQ_INT(at_hermes_pick(list, "com.example.other", &device, &target),
             AT_HERMES_ABSENT);
    at_hermes_describe_devices(list, "com.example.app", &names);
    T_EQ_TEXT(at_buf_text(&names), "\"Moto - 14 - API 34\", \"iPhone\\n16\"");
    at_buf_deinit(&names);
    json_decref(list);
}

// A device that does not say everything leaves what was known before.
T_TEST(the_devices_own_names)
{
    struct at_hermes_device device = {.model = "SM G991B"};
    at_hermes_device_read(AT_STR(""), &device);
    T_EQ_TEXT(device.model, "SM G991B");
    at_hermes_device_read(AT_STR("\n14\r\n34\n"), &device);
    T_EQ_TEXT(device.model, "SM G991B");
    T_EQ_TEXT(device.release, "14");
    T_EQ_TEXT(device.api, "34");
    at_hermes_device_read(AT_STR("SM-G991B\n"), &device);
    T_EQ_TEXT(device.model, "SM-G991B");
    T_EQ_TEXT(device.api, "34");
}

// The lists of four generations of the real proxy.
T_TEST(real_lists)
{
    static const char *const files[] = {
        "tests/data/metro/current.json", "tests/data/metro/next.json",
        "tests/data/metro/old.json", "tests/data/metro/legacy.json"};
    const struct at_hermes_device phone = {"Rig Phone", "15", "35"};
    for (size_t i = 0; i < T_LEN(files); i++) {
        struct at_hermes_target target;
        struct at_buf text = AT_BUF_INIT(1000);
        size_t len;
        char *data = t_read_file(files[i], &len);
        json_t *list = at_json_parse(at_str_n(data, len), NULL);
        T_ROW(files[i]);
        T_EQ_INT(at_hermes_pick(list, "com.example.rn", &phone, &target),
                 AT_HERMES_OURS);
        T_EQ_TEXT(target.id, "rig-device-1-1");
        T_EQ_TEXT(target.path, "/inspector/debug?device=rig-device-1&page=1");
        T_NOT(target.shares_debugging);
        T_EQ_INT(at_hermes_pick(list, "com.example.r", &phone, &target),
                 AT_HERMES_ABSENT);
        at_hermes_describe(list, &text);
        T_HAS(at_buf_text(&text),
              "target(s): rig-device-1-1(appId=com.example.rn)");
        at_buf_deinit(&text);
        json_decref(list);
        free(data);
    }
}

T_MAIN()
