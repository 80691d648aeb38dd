#include "device/android/framework/hermes_target.h"

#include <stdlib.h>

#include "tests/t.h"
#include "wire/json.h"

#define URL                                                                    \
    ",\"webSocketDebuggerUrl\":\"ws://localhost:8081/inspector/debug?page="

static const struct {
    const char *name;
    const char *list;
    const char *model;
    const char *want; // the path's page, NULL: none
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
    {"the device's own",
     "[{\"appId\":\"com.example.app\",\"deviceName\":\"Pixel 8 - 15\"" URL
     "1\"},{\"appId\":\"com.example.app\",\"deviceName\":\"Moto\"" URL "2\"}]",
     "Pixel 8", "1"},
    {"another name of the device",
     "[{\"appId\":\"com.example.app\",\"deviceName\":\"Moto\"" URL "2\"}]",
     "Pixel 8", "2"},
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
        json_t *list = at_json_parse(at_str(rows[i].list), NULL);
        T_ROW(rows[i].name);
        bool found =
            at_hermes_pick(list, "com.example.app", rows[i].model, &target);
        T_EQ_INT(found, rows[i].want != NULL);
        if (found) {
            T_HAS(target.path, "/inspector/debug?page=");
            T_EQ_TEXT(target.path + sizeof("/inspector/debug?page=") - 1,
                      rows[i].want);
        }
        json_decref(list);
    }
}

// What four generations of the real proxy list.
T_TEST(real_lists)
{
    static const char *const files[] = {
        "tests/data/metro/current.json", "tests/data/metro/next.json",
        "tests/data/metro/old.json", "tests/data/metro/legacy.json"};
    for (size_t i = 0; i < T_LEN(files); i++) {
        struct at_hermes_target target;
        struct at_buf text = AT_BUF_INIT(1000);
        size_t len;
        char *data = t_read_file(files[i], &len);
        json_t *list = at_json_parse(at_str_n(data, len), NULL);
        T_ROW(files[i]);
        T_OK(at_hermes_pick(list, "com.example.rn", "Rig Phone", &target));
        T_EQ_TEXT(target.id, "rig-device-1-1");
        T_EQ_TEXT(target.path, "/inspector/debug?device=rig-device-1&page=1");
        T_NOT(target.shares_debugging);
        T_NOT(at_hermes_pick(list, "com.example.r", "", &target));
        at_hermes_describe(list, &text);
        T_HAS(at_buf_text(&text),
              "target(s): rig-device-1-1(appId=com.example.rn)");
        at_buf_deinit(&text);
        json_decref(list);
        free(data);
    }
}

T_MAIN()
