#include "device/android/framework/web/webview_target.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "tests/t.h"
#include "wire/json.h"

#define LISTENS "0000000000000000: 00000002 00000000 00010000 0001 01 20000 @"
#define CONNECTED "0000000000000000: 00000003 00000000 00000000 0001 03 20001 @"

static const struct {
    const char *name;
    const char *package;
    const char *printed;
    const char *want; // the names, with a blank between
} socket_rows[] = {
    {"nothing", "a.b", "", ""},
    {"no process", "a.b", "--\n" LISTENS "webview_devtools_remote_12\n", ""},
    {"the app's", "a.b", "12\n\n--\n" LISTENS "webview_devtools_remote_12\n",
     "webview_devtools_remote_12"},
    {"another process's", "a.b",
     "12\n--\n" LISTENS "webview_devtools_remote_123\n", ""},
    {"a process whose number ends alike", "a.b",
     "112\n--\n" LISTENS "webview_devtools_remote_12\n", ""},
    {"of two processes", "a.b",
     "12 34\n--\n" LISTENS "webview_devtools_remote_34\n" LISTENS
     "webview_devtools_remote_12\n",
     "webview_devtools_remote_34 webview_devtools_remote_12"},
    {"connections to it are none", "a.b",
     "12\n--\n" LISTENS "webview_devtools_remote_12\n" CONNECTED
     "webview_devtools_remote_12\n",
     "webview_devtools_remote_12"},
    {"only a connection", "a.b",
     "12\n--\n" CONNECTED "webview_devtools_remote_12\n", ""},
    {"lines that end with CR LF", "a.b",
     "12\r\n--\r\n" LISTENS "webview_devtools_remote_12\r\n",
     "webview_devtools_remote_12"},
    {"a browser's is not an app's", "a.b",
     "12\n--\n" LISTENS "chrome_devtools_remote\n", ""},
    {"a browser's", "com.android.chrome",
     "12\n--\n" LISTENS "chrome_devtools_remote\n" LISTENS
     "webview_devtools_remote_9\n",
     "chrome_devtools_remote"},
    {"a second browser's", "com.chrome.beta",
     "12\n--\n" LISTENS "chrome_devtools_remote_12\n",
     "chrome_devtools_remote_12"},
    {"a third one's", "com.chrome.beta",
     "12\n--\n" LISTENS "chrome_devtools_remote_13\n", ""},
    {"a name that no service may have", "a.b",
     "12\n--\n" LISTENS "webview_devtools_remote_12;reboot\n", ""},
    {"a file's socket", "a.b",
     "12\n--\n0: 2 0 00010000 1 01 3 /dev/webview_devtools_remote_12\n", ""},
};

T_TEST(finds_the_apps_sockets)
{
    for (size_t i = 0; i < T_LEN(socket_rows); i++) {
        struct at_web_sockets found;
        struct at_buf names = AT_BUF_INIT(1000);
        T_ROW(socket_rows[i].name);
        at_web_find_sockets(at_str(socket_rows[i].printed),
                            socket_rows[i].package, &found);
        for (size_t k = 0; k < found.count; k++)
            at_buf_add_fmt(&names, "%s%s", k ? " " : "", found.names[k]);
        T_EQ_TEXT(at_buf_text(&names), socket_rows[i].want);
        at_buf_deinit(&names);
    }
}

// Cut at any byte it finds a part of the sockets, or none, and no other name.
T_TEST(sockets_cut)
{
    const char *printed =
        "12 34\n--\n" LISTENS "webview_devtools_remote_34\n" LISTENS
        "webview_devtools_remote_12\n";
    for (size_t len = 0; len <= strlen(printed); len++) {
        struct at_web_sockets found;
        char *cut = at_strndup(printed, len);
        at_web_find_sockets(at_str_n(cut, len), "a.b", &found);
        for (size_t k = 0; k < found.count; k++)
            T_OK(strcmp(found.names[k], "webview_devtools_remote_34") == 0 ||
                 strcmp(found.names[k], "webview_devtools_remote_12") == 0);
        free(cut);
    }
}

T_TEST(many_sockets)
{
    struct at_web_sockets found;
    struct at_buf printed = AT_BUF_INIT(100000);
    at_buf_add_text(&printed, "1 2 3 4 5 6 7 8 9\n--\n");
    for (int i = 1; i < 10; i++)
        at_buf_add_fmt(&printed, LISTENS "webview_devtools_remote_%d\n", i);
    at_web_find_sockets(at_buf_str(&printed), "a.b", &found);
    T_EQ_SIZE(found.count, AT_WEB_SOCKETS_MAX);
    at_buf_deinit(&printed);
}

T_TEST(browsers)
{
    T_OK(at_web_is_browser("com.android.chrome"));
    T_OK(at_web_is_browser("com.chrome.canary"));
    T_OK(at_web_is_browser("com.microsoft.emmx.beta"));
    T_OK(at_web_is_browser("com.brave.browser_nightly"));
    T_OK(at_web_is_browser("org.chromium.webview_shell"));
    T_NOT(at_web_is_browser("com.android.chromecast.app"));
    T_NOT(at_web_is_browser("com.example.app"));
    T_NOT(at_web_is_browser(""));
}

T_TEST(says_whose_it_is)
{
    json_t *version = at_json_parse(
        AT_STR("{\"Android-Package\":\"com.chrome.beta\"}"), NULL);
    T_OK(at_web_is_of(version, "com.chrome.beta"));
    T_NOT(at_web_is_of(version, "com.android.chrome"));
    T_OK(at_web_is_of(NULL, "com.android.chrome"));
    json_decref(version);
}

#define PAGE(description)                                                      \
    "[{\"id\":\"A-1\",\"type\":\"page\",\"description\":\"" description "\"}]"

static const struct {
    const char *name;
    const char *list;
    const char *want; // ids and places
} list_rows[] = {
    {"nothing", "[]", ""},
    {"no list", "{\"error\":1}", ""},
    {"a tab", PAGE(""), "A-1"},
    {"a WebView",
     PAGE("{\\\"attached\\\":true,\\\"empty\\\":false,\\\"height\\\":1500,"
          "\\\"screenX\\\":0,\\\"screenY\\\":210,\\\"visible\\\":true,"
          "\\\"width\\\":1080}"),
     "A-1 0,210-1080,1710"},
    {"in no window",
     PAGE("{\\\"attached\\\":false,\\\"width\\\":1,\\\"height\\\":1}"), ""},
    {"hidden", PAGE("{\\\"visible\\\":false}"), ""},
    {"empty", PAGE("{\\\"empty\\\":true,\\\"width\\\":9,\\\"height\\\":9}"),
     ""},
    {"without size",
     PAGE("{\\\"empty\\\":false,\\\"width\\\":0,\\\"height\\\":9}"), ""},
    {"a size beyond all screens",
     PAGE("{\\\"width\\\":1e300,\\\"height\\\":9,\\\"screenX\\\":-1e300}"),
     "A-1 -100000,0-0,9"},
    {"a negative size", PAGE("{\\\"width\\\":-5,\\\"height\\\":9}"), ""},
    {"a size that is a text", PAGE("{\\\"width\\\":\\\"9\\\"}"), "A-1"},
    {"a description that is no JSON", PAGE("{{"), "A-1"},
    {"a frame, a worker and a browser's own page",
     "[{\"id\":\"1\",\"type\":\"iframe\"},{\"id\":\"2\",\"type\":\"worker\"},"
     "{\"id\":\"3\",\"type\":\"other\"},{\"id\":\"4\",\"type\":\"webview\"}]",
     "4"},
    {"an id that would leave its path",
     "[{\"id\":\"../../x\",\"type\":\"page\"},"
     "{\"id\":\"x y\",\"type\":\"page\"},{\"id\":\"\",\"type\":\"page\"},"
     "{\"type\":\"page\"},{\"id\":7,\"type\":\"page\"}]",
     ""},
    {"what is no object", "[1,null,\"x\",[]]", ""},
    {"more than are kept",
     "[{\"id\":\"1\",\"type\":\"page\"},{\"id\":\"2\",\"type\":\"page\"},"
     "{\"id\":\"3\",\"type\":\"page\"},{\"id\":\"4\",\"type\":\"page\"},"
     "{\"id\":\"5\",\"type\":\"page\"},{\"id\":\"6\",\"type\":\"page\"},"
     "{\"id\":\"7\",\"type\":\"page\"},{\"id\":\"8\",\"type\":\"page\"},"
     "{\"id\":\"9\",\"type\":\"page\"}]",
     "1 2 3 4 5 6 7 8"},
};

T_TEST(lists_the_pages)
{
    for (size_t i = 0; i < T_LEN(list_rows); i++) {
        struct at_web_target targets[AT_WEB_TARGETS_MAX];
        struct at_buf said = AT_BUF_INIT(1000);
        json_t *list = at_json_parse(at_str(list_rows[i].list), NULL);
        T_ROW(list_rows[i].name);
        size_t count = at_web_list(list, targets);
        for (size_t k = 0; k < count; k++) {
            struct at_rect place = targets[k].place;
            at_buf_add_fmt(&said, "%s%s", k ? " " : "", targets[k].id);
            if (targets[k].placed)
                at_buf_add_fmt(&said, " %d,%d-%d,%d", (int)place.left,
                               (int)place.top, (int)place.right,
                               (int)place.bottom);
        }
        T_EQ_TEXT(at_buf_text(&said), list_rows[i].want);
        at_buf_deinit(&said);
        json_decref(list);
    }
}

static const struct {
    const char *name;
    struct at_web_target target;
    double width_css;
    double height_css;
    struct at_rect view;
    int least;
    int most;
} fit_rows[] = {
    {"its own place",
     {.placed = true, .place = {0, 210, 1080, 2337}},
     1,
     1,
     {0, 210, 1080, 2337},
     1000,
     1000},
    {"a view that is partly off the screen",
     {.placed = true, .place = {0, 1000, 1080, 4000}},
     1,
     1,
     {0, 1000, 1080, 2337},
     1000,
     1000},
    {"another view",
     {.placed = true, .place = {0, 210, 1080, 1200}},
     1,
     1,
     {0, 1200, 1080, 2337},
     0,
     0},
    {"half of it",
     {.placed = true, .place = {0, 0, 100, 100}},
     1,
     1,
     {0, 50, 100, 150},
     500,
     500},
    {"by its shape",
     {.placed = false},
     411,
     810,
     {0, 210, 1080, 2337},
     990,
     1000},
    {"another shape",
     {.placed = false},
     411,
     200,
     {0, 210, 1080, 2337},
     1,
     300},
    {"no size", {.placed = false}, 0, 0, {0, 210, 1080, 2337}, 0, 0},
    {"an empty view", {.placed = false}, 411, 810, {0, 210, 0, 210}, 0, 0},
};

T_TEST(fits)
{
    for (size_t i = 0; i < T_LEN(fit_rows); i++) {
        int fit = at_web_fit(&fit_rows[i].target, fit_rows[i].width_css,
                             fit_rows[i].height_css, fit_rows[i].view);
        T_ROW(fit_rows[i].name);
        T_OK(fit >= fit_rows[i].least && fit <= fit_rows[i].most);
    }
}

T_MAIN()
