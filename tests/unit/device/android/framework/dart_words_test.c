#include "device/android/framework/flutter/dart_words.h"

#include "tests/t.h"
#include "wire/json.h"

static const struct {
    const char *name;
    const char *log;
    int port; // 0: none
    const char *host;
    const char *path;
} logs[] = {
    {"nothing", "", 0, "", ""},
    {"another line", "I/flutter ( 9): hello\n", 0, "", ""},
    {"the new line",
     "I/flutter ( 9): The Dart VM service is listening on "
     "http://127.0.0.1:39237/F2-CH29gR1k=/\n",
     39237, "127.0.0.1", "/F2-CH29gR1k=/ws"},
    {"the old line",
     "I/flutter ( 9): Observatory listening on http://127.0.0.1:41/abc=/", 41,
     "127.0.0.1", "/abc=/ws"},
    {"the last of several",
     "I/flutter: The Dart VM service is listening on http://127.0.0.1:1/a=/\n"
     "I/flutter: something\n"
     "I/flutter: The Dart VM service is listening on "
     "http://127.0.0.1:2/b=/\r\n",
     2, "127.0.0.1", "/b=/ws"},
    {"without a code",
     "The Dart VM service is listening on http://127.0.0.1:8181\n", 8181,
     "127.0.0.1", "/ws"},
    {"words behind it",
     "The Dart VM service is listening on http://[::1]:8181/x=/ for you\n",
     8181, "[::1]", "/x=/ws"},
    {"no port", "The Dart VM service is listening on http://127.0.0.1/x=/\n", 0,
     "", ""},
    {"a port too big",
     "The Dart VM service is listening on http://127.0.0.1:70000/x=/\n", 0, "",
     ""},
    {"cut off", "The Dart VM service is listening on htt", 0, "", ""},
};

T_TEST(addresses_in_a_log)
{
    for (size_t i = 0; i < T_LEN(logs); i++) {
        struct at_dart_address address;
        T_ROW(logs[i].name);
        T_EQ_INT(at_dart_find_address(at_str(logs[i].log), &address),
                 logs[i].port != 0);
        if (logs[i].port == 0)
            continue;
        T_EQ_INT(address.port, logs[i].port);
        T_EQ_TEXT(address.host, logs[i].host);
        T_EQ_TEXT(address.path, logs[i].path);
    }
}

static const struct {
    const char *url;
    const char *path; // NULL: not a line
    bool loopback;
} urls[] = {
    {"ws://127.0.0.1:5000/x=/ws", "/x=/ws", true},
    {"http://localhost:5000/x=/", "/x=/ws", true},
    {"http://[::1]:5000/x=", "/x=/ws", true},
    {"ws://10.0.0.7:5000/x=/ws", "/x=/ws", false},
    {"ws://127.0.0.1.evil.com:5000/x=/ws", "/x=/ws", false},
    {"127.0.0.1:5000", NULL, false},
    {"ws://:5000/", NULL, false},
    {"", NULL, false},
};

T_TEST(addresses)
{
    for (size_t i = 0; i < T_LEN(urls); i++) {
        struct at_dart_address address;
        T_ROW(urls[i].url);
        bool ok = at_dart_read_address(at_str(urls[i].url), &address);
        T_EQ_INT(ok, urls[i].path != NULL);
        if (ok) {
            T_EQ_TEXT(address.path, urls[i].path);
            T_EQ_INT(at_dart_is_loopback(&address), urls[i].loopback);
        }
    }
}

static const struct {
    const char *vm;
    const char *want;
    bool named;
} vms[] = {
    {"{}", NULL, false},
    {"{\"isolates\":[]}", NULL, false},
    {"{\"isolates\":[{\"id\":\"isolates/1\",\"name\":\"main\"}]}", "isolates/1",
     true},
    {"{\"isolates\":[{\"id\":\"isolates/1\",\"name\":\"worker\"},"
     "{\"id\":\"isolates/2\",\"name\":\"main\"}]}",
     "isolates/2", true},
    {"{\"isolates\":[{\"id\":\"isolates/1\",\"name\":\"main\","
     "\"isSystemIsolate\":true},{\"id\":\"isolates/2\",\"name\":\"app\"}]}",
     "isolates/2", false},
    {"{\"isolates\":[1,{\"name\":\"main\"},null]}", NULL, false},
};

T_TEST(the_apps_isolate)
{
    for (size_t i = 0; i < T_LEN(vms); i++) {
        json_t *vm = at_json_parse(at_str(vms[i].vm), NULL);
        bool named;
        T_ROW(vms[i].vm);
        const char *id = at_dart_main_isolate(vm, &named);
        T_EQ_INT(id != NULL, vms[i].want != NULL);
        T_EQ_INT(named, vms[i].named);
        if (id)
            T_EQ_TEXT(id, vms[i].want);
        json_decref(vm);
    }
}

static const struct {
    const char *event;
    bool main;
} starts[] = {
    {"{\"isolate\":{\"id\":\"isolates/2\",\"name\":\"main\"}}", true},
    {"{\"isolate\":{\"id\":\"isolates/2\",\"name\":\"worker\"}}", false},
    {"{\"isolate\":{\"name\":\"main\",\"isSystemIsolate\":true}}", false},
    {"{\"isolate\":7}", false},
    {"{}", false},
};

T_TEST(events_about_the_main_isolate)
{
    for (size_t i = 0; i < T_LEN(starts); i++) {
        json_t *event = at_json_parse(at_str(starts[i].event), NULL);
        T_ROW(starts[i].event);
        T_EQ_INT(at_dart_is_main_event(event), starts[i].main);
        json_decref(event);
    }
}

T_TEST(requests_under_way)
{
    struct at_pending_list list = {0};
    json_t *profile = at_json_parse(
        AT_STR("{\"requests\":["
               "{\"id\":1,\"uri\":\"https://me:word@example.com/a?b=c\","
               "\"endTime\":5,\"request\":{}},"
               "{\"id\":2,\"uri\":\"https://example.com/done\",\"endTime\":5,"
               "\"response\":{\"endTime\":9}},"
               "{\"id\":3,\"uri\":\"https://example.com/failed\","
               "\"request\":{\"error\":\"no route\"}},"
               "{\"id\":\"4\",\"uri\":\"https://example.com/b\","
               "\"response\":{\"startTime\":7}},"
               "7]}"),
        NULL);
    at_dart_add_requests(profile, &list);
    T_EQ_SIZE(list.count, 2);
    T_EQ_TEXT(list.items[0].text, "1 fetch https://example.com/a");
    T_EQ_TEXT(list.items[0].id, "http-1");
    T_EQ_TEXT(list.items[1].text, "1 fetch https://example.com/b");
    T_EQ_TEXT(list.items[1].id, "http-4");
    json_decref(profile);
}

T_MAIN()
