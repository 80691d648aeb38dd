#include "device/android/framework/bridge/bridge_state.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "tests/t.h"

#define ROW "Row: 0 wire=1, idle=0, pending="

static const struct {
    const char *name;
    const char *printed;
    int code; // 0: it is read
    size_t count;
    const char *text; // text of the first item, or of the error
    bool endless;
} rows[] = {
    {"idle", "Row: 0 wire=1, idle=1, pending=[]\n", 0, 0, NULL, false},
    {"the linker warns behind the row",
     ROW
     "[{\"source\":\"app\",\"name\":\"a\"}]\nWARNING: linker: libdvm.so has "
     "text relocations, idle=1, pending=7\n",
     0, 1, "app: a", false},
    {"and before it", "WARNING: linker: Row: 0 \r\n" ROW "[{}]\r\n", 0, 1,
     "something: ", false},
    {"no process, and the linker warns",
     "WARNING: linker: x\n" AT_BRIDGE_STOPPED "\r\nWARNING: linker: y\n", 0, 0,
     NULL, false},
    {"no pidof", "sh: pidof: not found\n" AT_BRIDGE_STOPPED "\n", AT_EDEVICE, 0,
     "no pidof", false},
    {"an app's own", ROW "[{\"source\":\"app\",\"name\":\"uploads, 2 of 3\"}]",
     0, 1, "app: uploads, 2 of 3", false},
    {"two kinds",
     ROW "[{\"source\":\"espresso\",\"name\":\"OkHttp\"},"
         "{\"source\":\"looper\",\"name\":\"db\"}]",
     0, 2, "Espresso: OkHttp", false},
    {"the main thread",
     ROW "[{\"source\":\"main_thread\",\"name\":\"does not answer within 1000 "
         "ms\"}]",
     0, 1, "main thread", false},
    {"threw",
     "Row: 0 wire=1, idle=1, "
     "pending=[{\"source\":\"app\",\"name\":\"a\",\"error\":\"NPE\"}]",
     0, 1, "app: a (failed to say whether it is idle)", true},
    {"a name with a line end", ROW "[{\"source\":\"app\",\"name\":\"a\\nb\"}]",
     0, 1, "app: a b", false},
    {"threw, and nothing else: idle",
     "Row: 0 wire=1, idle=1, pending=[{\"source\":\"espresso\",\"name\":\"a\","
     "\"error\":\"NPE\"}]",
     0, 1, "Espresso: a (failed to say whether it is idle)", true},
    {"busy with more than the list has room for",
     ROW "[{\"source\":\"app\",\"name\":\"a\",\"error\":\"NPE\"}]", 0, 2,
     "app: a (failed to say whether it is idle)", true},
    {"a looper", ROW "[{\"source\":\"looper\",\"name\":\"db\"}]", 0, 1,
     "looper: db", false},
    {"no source and no name", ROW "[{}]", 0, 1, "something: ", false},
    {"an item that is none", ROW "[7]", 0, 1, "something: ", false},
    {"a newer version", "Row: 0 wire=2, idle=0, pending=[]", 0, 1,
     "something: it does not say what", false},
    {"a newer version with a column more",
     "Row: 0 wire=2, idle=0, since=7, pending=[{\"source\":\"work\",\"name\":"
     "\"sync\",\"tags\":[1]}]",
     0, 1, "something: sync", false},
    {"a newer version that is idle and names what goes on",
     "Row: 0 wire=2, idle=1, pending=[{\"source\":\"app\",\"name\":\"music\"}]",
     0, 1, "app: music", true},
    {"a version that never was", "Row: 0 wire=0, idle=0, pending=[]", AT_EPROTO,
     0, "not the bridge's", false},
    {"no version", "Row: 0 wire=x, idle=0, pending=[]", AT_EPROTO, 0,
     "not the bridge's", false},
    {"no list", ROW "{}", AT_EPROTO, 0, "not a list", false},
    {"cut off", ROW "[{\"source\":", AT_EPROTO, 0, "", false},
    {"other columns", "Row: 0 name=x, value=1", AT_EPROTO, 0,
     "not the bridge's", false},
    {"no row", "No result found.\n", AT_EPROTO, 0, "no row", false},
    {"no provider",
     "Error while accessing provider:x\njava.lang.IllegalStateException: Could "
     "not find provider: x\n",
     AT_EUNSUPPORTED, 0, "not present", false},
    {"not allowed",
     "Error while accessing provider:x\njava.lang.SecurityException: "
     "Permission "
     "Denial\n",
     AT_EDEVICE, 0, "does not let", false},
    {"the provider threw", "Error while accessing provider:x\nnull\n",
     AT_EDEVICE, 0, "the provider failed", false},
};

static bool
read_printed(const char *printed, struct at_pending_list *list,
             struct at_err *err)
{
    struct at_bridge_row row;
    return at_bridge_row_find(at_str(printed), &row, err) &&
           at_bridge_row_read(&row, list, err);
}

T_TEST(reads_the_row)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_pending_list list = {0};
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].name);
        bool ok = read_printed(rows[i].printed, &list, &err);
        T_OK(ok == (rows[i].code == 0));
        T_OK(ok || (int)err.code == rows[i].code);
        T_OK(list.count == rows[i].count);
        if (ok && list.count > 0) {
            T_OK(strcmp(list.items[0].text, rows[i].text) == 0);
            T_OK(list.items[0].endless == rows[i].endless);
        } else if (!ok) {
            T_OK(strstr(err.msg, rows[i].text) != NULL);
        }
    }
}

// Every field is set, whatever was printed.
T_TEST(a_stopped_app_is_idle)
{
    struct at_bridge_row row = {.wire = 7, .pending = AT_STR("x")};
    T_OK(at_bridge_row_find(at_str(AT_BRIDGE_STOPPED), &row, NULL));
    T_OK(row.stopped && row.idle);
    T_OK(row.wire == 0 && row.pending.len == 0);
    T_NOT(at_bridge_row_find(at_str("No result found."), &row, NULL));
    T_NOT(row.stopped || row.idle);
}

// A text cut anywhere is not a row, or is the same busy app.
T_TEST(reads_no_more_than_there_is)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        for (size_t len = 0; len < strlen(rows[i].printed); len++) {
            struct at_pending_list list = {0};
            char *cut = at_strndup(rows[i].printed, len);
            (void)!read_printed(cut, &list, NULL);
            T_OK(list.count <= 2);
            free(cut);
        }
    }
}

T_TEST(more_than_a_list_holds_is_counted)
{
    struct at_pending_list list = {0};
    struct at_buf text = AT_BUF_INIT(AT_SYNC_PENDING_MAX * 200);
    at_buf_add_text(&text, "[");
    for (int i = 0; i < AT_SYNC_PENDING_MAX + 3; i++)
        at_buf_add_fmt(&text, "%s{\"source\":\"app\",\"name\":\"%d\"}",
                       i ? "," : "", i);
    at_buf_add_text(&text, "]");
    const struct at_bridge_row row = {.wire = 1, .pending = at_buf_str(&text)};
    T_OK(at_bridge_row_read(&row, &list, NULL));
    T_EQ_SIZE(list.count, AT_SYNC_PENDING_MAX);
    T_EQ_SIZE(list.omitted, 3);
    at_bridge_add_late(&list);
    T_EQ_SIZE(list.omitted, 4);
    at_buf_deinit(&text);
}

// However many have thrown, a busy app is waited for.
T_TEST(busy_behind_a_full_list)
{
    struct at_pending_list list = {0};
    struct at_buf text = AT_BUF_INIT(50 * 100);
    at_buf_add_text(&text, "[");
    for (int i = 0; i < 49; i++)
        at_buf_add_fmt(&text, "{\"source\":\"app\",\"error\":\"%d\"},", i);
    at_buf_add_text(&text, "{\"source\":\"app\",\"name\":\"uploads\"}]");
    const struct at_bridge_row row = {.wire = 1, .pending = at_buf_str(&text)};
    T_OK(at_bridge_row_read(&row, &list, NULL));
    T_EQ_SIZE(list.count, AT_SYNC_PENDING_MAX);
    T_EQ_SIZE(list.count + list.omitted, 51);
    T_NOT(list.items[list.count - 1].endless);
    at_buf_deinit(&text);
}

// Names of an app begin with its package, and a source's kind may be long: only
// the id tells ignored items from others.
static const struct {
    const char *first;
    const char *second;
} alike[] = {
    {"\"app\",\"name\":\"com.example.shop.idling.NetworkIdlingResource:cart\"",
     "\"app\",\"name\":\"com.example.shop.idling.NetworkIdlingResource:"
     "search\""},
    {"\"app\",\"name\":\"com.example.shop.idling.NetworkIdlingResource.Of.One."
     "Very"
     ".Long.Package.And.Of.A.Class.With.A.Name.To.Match.It:cart\"",
     "\"app\",\"name\":\"com.example.shop.idling.NetworkIdlingResource.Of.One."
     "Very"
     ".Long.Package.And.Of.A.Class.With.A.Name.To.Match.It:search\""},
    {"\"espresso_okhttp3_a\",\"name\":\"x\"",
     "\"espresso_okhttp3_b\",\"name\":\"x\""},
    {"\"app\",\"name\":\"a\"", "\"looper\",\"name\":\"a\""},
};

T_TEST(names_that_begin_alike_are_two_things)
{
    for (size_t i = 0; i < T_LEN(alike); i++) {
        struct at_pending_list list = {0};
        struct at_buf text = AT_BUF_INIT(2000);
        T_ROW(alike[i].second);
        at_buf_add_fmt(&text,
                       "[{\"source\":%s},{\"source\":%s},{\"source\":%s}]",
                       alike[i].first, alike[i].second, alike[i].first);
        const struct at_bridge_row row = {.wire = 1,
                                          .pending = at_buf_str(&text)};
        T_OK(at_bridge_row_read(&row, &list, NULL));
        T_EQ_SIZE(list.count, 3);
        T_OK(strcmp(list.items[0].id, list.items[1].id) != 0);
        T_EQ_TEXT(list.items[0].id, list.items[2].id);
        at_buf_deinit(&text);
    }
}

T_TEST(an_app_that_does_not_answer_is_busy)
{
    struct at_pending_list list = {0};
    at_bridge_add_late(&list);
    T_EQ_SIZE(list.count, 1);
    T_EQ_TEXT(list.items[0].text, "main thread");
    T_NOT(list.items[0].endless);
}

T_MAIN()
