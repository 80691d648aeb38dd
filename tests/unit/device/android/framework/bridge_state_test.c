#include "device/android/framework/bridge_state.h"

#include "tests/t.h"

#define ROW "Row: 0 wire=1, idle=0, pending="

static const struct {
    const char *name;
    const char *printed;
    int code; // 0: it is read
    size_t count;
    const char *text; // of the first item, or of the error
    bool endless;
} rows[] = {
    {"idle", "Row: 0 wire=1, idle=1, pending=[]\n", 0, 0, NULL, false},
    {"an app's own", ROW "[{\"source\":\"app\",\"name\":\"uploads, 2 of 3\"}]",
     0, 1, "app: uploads, 2 of 3", false},
    {"two kinds",
     ROW "[{\"source\":\"espresso\",\"name\":\"OkHttp\"},"
         "{\"source\":\"looper\",\"name\":\"db\"}]",
     0, 2, "Espresso: OkHttp", false},
    {"the main thread", ROW "[{\"source\":\"main_thread\",\"name\":\"x\"}]", 0,
     1, "main thread", false},
    {"threw", ROW "[{\"source\":\"app\",\"name\":\"a\",\"error\":\"NPE\"}]", 0,
     1, "app: a (failed to say whether it is idle)", true},
    {"a name with a line end", ROW "[{\"source\":\"app\",\"name\":\"a\\nb\"}]",
     0, 1, "app: a b", false},
    {"another version", "Row: 0 wire=2, idle=0, pending=[]", AT_EUNSUPPORTED, 0,
     "version 2, not 1", false},
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

T_TEST(reads_the_row)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_pending_list list = {0};
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].name);
        bool ok = at_bridge_state_read(at_str(rows[i].printed), &list, &err);
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

T_MAIN()
