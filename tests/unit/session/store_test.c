#include "session/store.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/random.h"
#include "tests/unit/session/fixture.h"

static const struct {
    const char *name;
    bool ok;
} names[] = {
    {"default", true},
    {"a", true},
    {"A-b_c.9", true},
    {"-x", true},
    {"0123456789012345678901234567890123456789012345678901234567890123", true},
    {"01234567890123456789012345678901234567890123456789012345678901234",
     false},
    {"", false},
    {".", false},
    {"..", false},
    {".hidden", false},
    {"../../x", false},
    {"a/b", false},
    {"a b", false},
    {"a\nb", false},
    {"\xc3\xa4", false},
};

T_TEST(names_are_folder_names)
{
    for (size_t i = 0; i < T_LEN(names); i++) {
        struct at_store *store;
        struct at_err err = AT_ERR_INIT;
        T_ROW(names[i].name);
        T_EQ_INT(at_store_check_name(names[i].name, &err), names[i].ok);
        T_EQ_INT(err.code, names[i].ok ? AT_OK : AT_EUSAGE);
        T_EQ_INT(at_store_open(names[i].name, &store, NULL), names[i].ok);
        T_EQ_INT(store != NULL, names[i].ok);
        at_store_free(store);
    }
}

T_TEST(state_dir_by_the_variable)
{
    char here[512];
    char want[600];
    T_OK(getcwd(here, sizeof(here)) != NULL);
    const struct {
        const char *value;
        const char *want;
    } rows[] = {
        {"/a/b", "/a/b"},
        {"/a/b//", "/a/b"},
        {"/", "/"},
        {"x/y/", NULL},
    };
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].value);
        setenv("MOBILE_DEV_AGENT_STATE_DIR", rows[i].value, 1);
        snprintf(want, sizeof(want), "%s/x/y", here);
        char *dir = at_store_state_dir(NULL);
        T_EQ_TEXT(dir, rows[i].want ? rows[i].want : want);
        free(dir);
    }
    unsetenv("MOBILE_DEV_AGENT_STATE_DIR");
    char *dir = at_store_state_dir(NULL);
    T_HAS(dir, "mobile-dev-agent");
    free(dir);
}

T_TEST(reading_makes_nothing)
{
    struct at_op op = within(1000);
    json_t *value = NULL;
    set_home();
    struct at_store *store = store_open("default");
    T_OK(at_store_read(store, AT_STORE_SESSION, &value, NULL));
    T_NULL(value);
    T_OK(at_store_reset(&op, store, NULL));
    T_NOT(is_there(at_home("state")));
    at_store_free(store);
    clear_home();
}

T_TEST(written_sessions_are_read_back)
{
    json_t *value = json_pack("{s:s, s:i}", "k", "v\xc3\xa4", "n", 7);
    json_t *got = NULL;
    struct at_op op = within(1000);
    set_home();
    struct at_store *store = store_open("s1");
    for (int i = 0; i < AT_STORE_FILES; i++) {
        T_OK(at_store_write(store, (enum at_store_file)i, value, NULL));
        T_OK(at_store_read(store, (enum at_store_file)i, &got, NULL));
        T_EQ_SIZE(json_integer_value(json_object_get(got, "n")), 7);
        T_EQ_SIZE(json_integer_value(json_object_get(got, "schema_version")),
                  1);
        T_EQ_SIZE(json_object_size(got), 3);
        json_decref(got);
        T_EQ_INT(mode_of(at_store_path(store, (enum at_store_file)i)), 0600);
    }
    T_EQ_SIZE(json_object_size(value), 2); // the caller's own is as it was
    T_EQ_INT(mode_of(at_home("state")), 0700);
    T_EQ_INT(mode_of(at_home("state/sessions/s1")), 0700);
    T_EQ_INT(mode_of(at_store_run_dir(store)), 0700);
    T_EQ_SIZE(entries_in(at_home("state/sessions/s1")), 3);
    T_OK(at_store_reset(&op, store, NULL));
    T_EQ_SIZE(entries_in(at_home("state/sessions/s1")), 0);
    json_decref(value);
    at_store_free(store);
    clear_home();
}

static const struct {
    const char *text;
    const char *says;
} damaged[] = {
    {"", "not JSON"},
    {"{", "not JSON"},
    {"{\"schema_version\":1", "not JSON"},
    {"[1]", "not a JSON object"},
    {"7", "not a JSON object"},
    {"{}", "no schema_version 1"},
    {"{\"schema_version\":\"1\"}", "no schema_version 1"},
    {"{\"schema_version\":2}", "schema_version 2, where"},
    {"{\"schema_version\":1} x", "not JSON"},
    {"\xff\xfe{", "not JSON"},
};

static bool
set_k(void *user, json_t *value, struct at_err *err)
{
    (void)err;
    json_object_set_new(value, "k", json_string(user));
    return true;
}

T_TEST(a_damaged_file_stays_and_is_reported)
{
    struct at_op op = within(1000);
    set_home();
    struct at_store *store = store_open("work");
    T_OK(at_folder_make(at_home("state/sessions/work"), NULL));
    const char *path = at_store_path(store, AT_STORE_SESSION);
    for (size_t i = 0; i < T_LEN(damaged); i++) {
        struct at_err err = AT_ERR_INIT;
        json_t *value;
        size_t len;
        T_ROW(damaged[i].text);
        write_text(path, damaged[i].text);
        T_NOT(at_store_read(store, AT_STORE_SESSION, &value, &err));
        T_NULL(value);
        T_EQ_INT(err.code, AT_EIO);
        T_HAS(err.msg, damaged[i].says);
        T_HAS(err.msg, path);
        T_HAS(err.msg, "session reset --session work`");
        T_NOT(at_store_update(&op, store, AT_STORE_SESSION, set_k, "v", NULL));
        char *text = t_read_file(path, &len);
        T_EQ_TEXT(text, damaged[i].text);
        free(text);
        T_EQ_SIZE(entries_in(at_home("state/sessions/work")), 1);
    }
    T_OK(at_store_reset(&op, store, NULL));
    T_NOT(is_there(path));
    at_store_free(store);
    clear_home();
}

T_TEST(cut_anywhere_it_is_damaged)
{
    static const char whole[] = "{\"schema_version\":1,\"k\":[true,\"v\"]}";
    char cut[sizeof(whole)];
    json_t *value;
    set_home();
    struct at_store *store = store_open("default");
    T_OK(at_folder_make(at_home("state/sessions/default"), NULL));
    const char *path = at_store_path(store, AT_STORE_SESSION);
    for (size_t len = 0; len < sizeof(whole); len++) {
        snprintf(cut, len + 1, "%s", whole);
        T_ROW(cut);
        write_text(path, cut);
        T_EQ_INT(at_store_read(store, AT_STORE_SESSION, &value, NULL),
                 len == sizeof(whole) - 1);
        json_decref(value);
    }
    at_store_free(store);
    clear_home();
}

T_TEST(an_oversized_file_is_not_read)
{
    struct at_err err = AT_ERR_INIT;
    json_t *value;
    set_home();
    struct at_store *store = store_open("default");
    T_OK(at_folder_make(at_home("state/sessions/default"), NULL));
    const char *path = at_store_path(store, AT_STORE_SESSION);
    write_text(path, "{\"schema_version\":1}");
    T_EQ_INT(truncate(path, (off_t)AT_SESSION_FILE_MAX_BYTES + 1), 0);
    T_NOT(at_store_read(store, AT_STORE_SESSION, &value, &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "longer than");
    T_HAS(err.msg, "`mobile-dev-agent session reset`");
    at_store_free(store);
    clear_home();
}

static bool
refuse(void *user, json_t *value, struct at_err *err)
{
    (void)user;
    json_object_set_new(value, "k", json_string("not kept"));
    return at_fail(err, AT_EUSAGE, "refused");
}

T_TEST(a_refused_change_writes_nothing)
{
    struct at_op op = within(1000);
    struct at_err err = AT_ERR_INIT;
    json_t *value;
    set_home();
    struct at_store *store = store_open("default");
    T_NOT(at_store_update(&op, store, AT_STORE_SESSION, refuse, NULL, &err));
    T_EQ_INT(err.code, AT_EUSAGE);
    T_OK(at_store_read(store, AT_STORE_SESSION, &value, NULL));
    T_NULL(value);
    T_OK(at_store_update(&op, store, AT_STORE_SESSION, set_k, "v", NULL));
    T_OK(at_store_read(store, AT_STORE_SESSION, &value, NULL));
    T_EQ_TEXT(json_string_value(json_object_get(value, "k")), "v");
    json_decref(value);
    at_store_free(store);
    clear_home();
}

// As a full disk: the file may not grow beyond a few bytes.
T_TEST(a_write_that_fails_leaves_the_old_file)
{
    struct at_op op = within(1000);
    struct rlimit limit;
    struct rlimit small;
    struct at_err err = AT_ERR_INIT;
    json_t *value;
    set_home();
    struct at_store *store = store_open("default");
    T_OK(at_store_update(&op, store, AT_STORE_SESSION, set_k, "old", NULL));
    signal(SIGXFSZ, SIG_IGN);
    T_EQ_INT(getrlimit(RLIMIT_FSIZE, &limit), 0);
    small = limit;
    small.rlim_cur = 10;
    T_EQ_INT(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool ok = at_store_update(&op, store, AT_STORE_SESSION, set_k, "new", &err);
    T_EQ_INT(setrlimit(RLIMIT_FSIZE, &limit), 0);
    T_NOT(ok);
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "cannot write");
    T_EQ_SIZE(entries_in(at_home("state/sessions/default")), 1);
    T_OK(at_store_read(store, AT_STORE_SESSION, &value, NULL));
    T_EQ_TEXT(json_string_value(json_object_get(value, "k")), "old");
    json_decref(value);
    at_store_free(store);
    clear_home();
}

T_TEST(a_state_dir_that_cannot_be)
{
    struct at_err err = AT_ERR_INIT;
    json_t *value = json_object();
    set_home();
    write_text(at_home("file"), "");
    setenv("MOBILE_DEV_AGENT_STATE_DIR", at_home("file/state"), 1);
    struct at_store *store = store_open("default");
    T_NOT(at_store_write(store, AT_STORE_SESSION, value, &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "session 'default'");
    T_HAS(err.msg, "MOBILE_DEV_AGENT_STATE_DIR");
    at_store_free(store);
    json_decref(value);
    clear_home();
}

T_TEST(a_read_only_state_dir)
{
    struct at_err err = AT_ERR_INIT;
    if (geteuid() == 0)
        return; // nothing is read-only to root
    json_t *value = json_object();
    set_home();
    T_EQ_INT(mkdir(at_home("state"), 0500), 0);
    struct at_store *store = store_open("default");
    T_NOT(at_store_write(store, AT_STORE_SESSION, value, &err));
    T_EQ_INT(err.code, AT_EIO);
    T_HAS(err.msg, "MOBILE_DEV_AGENT_STATE_DIR");
    at_store_free(store);
    json_decref(value);
    clear_home();
}

T_TEST(half_files_do_not_stay)
{
    struct at_op op = within(1000);
    set_home();
    struct at_store *store = store_open("default");
    T_OK(at_folder_make(at_home("state/sessions/default"), NULL));
    write_text(at_home("state/sessions/default/session.json.a8Xk2q"), "{");
    write_text(at_home("state/sessions/default/last_snapshot.json.1"), "");
    write_text(at_home("state/sessions/default/notes.txt"), "mine");
    T_OK(at_store_update(&op, store, AT_STORE_SESSION, set_k, "v", NULL));
    T_EQ_SIZE(entries_in(at_home("state/sessions/default")), 2);
    T_OK(is_there(at_home("state/sessions/default/notes.txt")));
    at_store_free(store);
    clear_home();
}

enum { WRITERS = 2, ROUNDS = 60 };

static bool
add_one(void *user, json_t *value, struct at_err *err)
{
    const char *key = user;
    json_int_t n = json_integer_value(json_object_get(value, key));
    json_object_set_new(value, key, json_integer(n + 1));
    (void)err;
    return true;
}

// In a child: no assertion ends a test from there.
static int
add_rounds(const char *key)
{
    struct at_op op = within(30000);
    struct at_store *store;
    if (!at_store_open("default", &store, NULL))
        return 1;
    for (int i = 0; i < ROUNDS; i++) {
        if (!at_store_update(&op, store, AT_STORE_SESSION, add_one,
                             (void *)(uintptr_t)key, NULL))
            return 1;
    }
    at_store_free(store);
    return 0;
}

T_TEST(two_processes_lose_nothing)
{
    static const char *const keys[WRITERS] = {"a", "b"};
    pid_t pids[WRITERS];
    json_t *value;
    set_home();
    struct at_store *store = store_open("default");
    for (int i = 0; i < WRITERS; i++) {
        pids[i] = fork();
        if (pids[i] == 0)
            _exit(add_rounds(keys[i]));
    }
    for (int i = 0; i < WRITERS; i++) {
        int status = -1;
        T_EQ_INT(waitpid(pids[i], &status, 0), pids[i]);
        T_EQ_INT(status, 0);
    }
    T_OK(at_store_read(store, AT_STORE_SESSION, &value, NULL));
    for (int i = 0; i < WRITERS; i++)
        T_EQ_SIZE(json_integer_value(json_object_get(value, keys[i])), ROUNDS);
    json_decref(value);
    at_store_free(store);
    clear_home();
}

enum { KILLS = 40, LIFE_MAX_US = 4000 };

static void
write_for_ever(void)
{
    struct at_op op = within(30000);
    struct at_store *store;
    if (!at_store_open("default", &store, NULL))
        _exit(1);
    for (;;) {
        if (!at_store_update(&op, store, AT_STORE_SESSION, add_one, "n", NULL))
            _exit(1);
    }
}

T_TEST(killed_anywhere_the_file_is_whole)
{
    set_home();
    struct at_store *store = store_open("default");
    json_int_t last = 0;
    for (int i = 0; i < KILLS; i++) {
        unsigned short random;
        struct at_op op = within(5000);
        json_t *value;
        at_random_bytes(&random, sizeof(random));
        pid_t pid = fork();
        if (pid == 0)
            write_for_ever();
        int64_t life_ns = (int64_t)(random % LIFE_MAX_US) * 1000;
        T_OK(at_op_wait_until(&op, at_now_ns() + life_ns, NULL));
        T_EQ_INT(kill(pid, SIGKILL), 0);
        T_EQ_INT(waitpid(pid, NULL, 0), pid);
        T_OK(at_store_read(store, AT_STORE_SESSION, &value, NULL));
        json_int_t n = json_integer_value(json_object_get(value, "n"));
        T_OK(n >= last);
        last = n;
        json_decref(value);
        // The lock went with its process, and so do half files.
        T_OK(at_store_update(&op, store, AT_STORE_SESSION, set_k, "v", NULL));
        T_EQ_SIZE(entries_in(at_home("state/sessions/default")), 1);
    }
    at_store_free(store);
    clear_home();
}

T_MAIN()
