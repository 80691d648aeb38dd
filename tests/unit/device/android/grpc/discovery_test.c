#include "device/android/grpc/discovery.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/proc.h"
#include "tests/t.h"
#include "tests/unit/rig.h"

static char root[] = "/tmp/at-find-XXXXXX";

static char *
path_in(const char *below, long pid)
{
    return at_strfmt("%s/%s/avd/running/pid_%ld.ini", root, below, pid);
}

static void
put(const char *below, long pid, const char *text)
{
    char *folder = at_strfmt("%s/%s/avd/running", root, below);
    char *path = path_in(below, pid);
    T_OK(at_folder_make(folder, NULL));
    T_OK(at_file_put(path, at_str(text), NULL));
    free(path);
    free(folder);
}

static void
date(const char *below, long pid, time_t when)
{
    struct timespec times[2] = {{.tv_sec = when}, {.tv_sec = when}};
    char *path = path_in(below, pid);
    T_OK(utimensat(AT_FDCWD, path, times, 0) == 0);
    free(path);
}

static bool
find(const char *serial, struct at_emulator_place *out, struct at_err *err)
{
    struct at_emulator_roots roots = {.count = 2};
    roots.paths[0] = at_strfmt("%s/a", root);
    roots.paths[1] = at_strfmt("%s/b", root);
    bool ok = at_emulator_find_grpc(&roots, serial, out, err);
    at_emulator_roots_deinit(&roots);
    return ok;
}

static void
begin(void)
{
    snprintf(root, sizeof(root), "/tmp/at-find-XXXXXX");
    T_OK(mkdtemp(root) != NULL);
}

static void
end(void)
{
    T_OK(at_folder_remove(root, NULL));
}

T_TEST(emulator_is_found_by_its_port)
{
    struct at_emulator_place place;
    begin();
    put("a", getppid(), "port.serial=5554\ngrpc.port=1\ngrpc.token=one\n");
    put("b", getpid(), "port.serial=5556\ngrpc.port=2\n");
    T_OK(find("emulator-5554", &place, NULL));
    T_EQ_INT(place.grpc_port, 1);
    T_EQ_TEXT(place.token, "one");
    at_emulator_place_deinit(&place);
    T_OK(find("emulator-5556", &place, NULL));
    T_EQ_INT(place.grpc_port, 2);
    T_NULL(place.token);
    T_NULL(place.jwks);
    end();
}

T_TEST(emulator_reports_the_token_it_needs)
{
    static const struct {
        const char *ini;
        const char *token;
        const char *jwks;
        const char *active;
        const char *allowlist;
    } rows[] = {
        {"", NULL, NULL, NULL, NULL},
        {"grpc.token=a\n", "a", NULL, NULL, NULL},
        {"grpc.jwks=/x\ngrpc.jwk_active=/x/y\n", NULL, "/x", "/x/y", NULL},
        {"grpc.token=a\ngrpc.jwks=/x\ngrpc.jwk_active=/x/y\n"
         "grpc.allowlist=/l\n",
         "a", "/x", "/x/y", "/l"},
        // No key could be left there: the other token is all there is.
        {"grpc.token=a\ngrpc.jwks=/x\n", "a", NULL, NULL, NULL},
        {"grpc.token=a\ngrpc.jwks=x\ngrpc.jwk_active=/x\n", "a", NULL, NULL,
         NULL},
        {"grpc.token=a\ngrpc.jwks=/x\ngrpc.jwk_active=x\n", "a", NULL, NULL,
         NULL},
    };
    struct at_emulator_place last = {.grpc_port = 0};
    begin();
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_emulator_place place;
        char *ini = at_strfmt("port.serial=5554\ngrpc.port=1\n%s", rows[i].ini);
        T_ROW(rows[i].ini);
        put("a", getpid(), ini);
        T_OK(find("emulator-5554", &place, NULL));
        T_EQ_TEXT(place.token, rows[i].token);
        T_EQ_TEXT(place.jwks, rows[i].jwks);
        T_EQ_TEXT(place.jwk_active, rows[i].active);
        T_EQ_TEXT(place.allowlist, rows[i].allowlist);
        T_OK(at_emulator_place_eq(&place, &place));
        T_OK(i > 4 || !at_emulator_place_eq(&place, &last));
        at_emulator_place_deinit(&last);
        last = place;
        free(ini);
    }
    at_emulator_place_deinit(&last);
    end();
}

T_TEST(emulator_file_that_is_newest_counts)
{
    struct at_emulator_place place;
    begin();
    put("a", getpid(), "port.serial=5554\ngrpc.port=1\n");
    put("b", getppid(), "port.serial=5554\ngrpc.port=2\n");
    date("a", getpid(), 1000);
    date("b", getppid(), 2000);
    T_OK(find("emulator-5554", &place, NULL));
    T_EQ_INT(place.grpc_port, 2);
    date("a", getpid(), 3000);
    T_OK(find("emulator-5554", &place, NULL));
    T_EQ_INT(place.grpc_port, 1);
    end();
}

T_TEST(emulator_that_has_ended_does_not_count)
{
    struct at_emulator_place place;
    struct at_err err = AT_ERR_INIT;
    begin();
    put("a", rig_dead_pid(), "port.serial=5554\ngrpc.port=1\n");
    T_NOT(find("emulator-5554", &place, &err));
    T_EQ_INT(err.code, AT_EGRPC);
    T_HAS(err.msg, "console port 5554");
    T_HAS(err.msg, "1 files are of emulators that have ended");
    T_HAS(err.msg, root);
    end();
}

T_TEST(emulator_file_that_is_a_link_does_not_count)
{
    struct at_emulator_place place;
    begin();
    put("b", getppid(), "port.serial=5554\ngrpc.port=1\n");
    T_OK(find("emulator-5554", &place, NULL));
    put("a", getppid(), "");
    char *target = path_in("b", getppid());
    char *moved = at_strfmt("%s/moved", root);
    T_OK(rename(target, moved) == 0);
    T_OK(symlink(moved, target) == 0);
    T_NOT(find("emulator-5554", &place, NULL));
    free(moved);
    free(target);
    end();
}

T_TEST(emulator_file_of_another_user_does_not_count)
{
    struct at_emulator_place place;
    if (getuid() != 0)
        skip(); // it could not give a file away
    begin();
    put("a", getppid(), "port.serial=5554\ngrpc.port=1\n");
    char *path = path_in("a", getppid());
    T_EQ_INT(chown(path, 1, 1), 0);
    T_NOT(find("emulator-5554", &place, NULL));
    T_EQ_INT(chown(path, 0, 0), 0);
    T_OK(find("emulator-5554", &place, NULL));
    free(path);
    end();
}

T_TEST(emulator_that_cannot_be_talked_to_says_why)
{
    static const struct {
        const char *serial;
        const char *ini;
        const char *why;
    } rows[] = {
        {"emulator-5554", "port.serial=5554\n", "-ports"},
        {"emulator-5554", "port.serial=5554\ngrpc.port=1\ngrpc.jwks=/x\n",
         "grpc.jwk_active are not the full paths"},
        {"emulator-5554",
         "port.serial=5554\ngrpc.port=1\ngrpc.jwks=x\ngrpc.jwk_active=/x\n",
         "accepts only signed tokens"},
        {"emulator-5554",
         "port.serial=5554\ngrpc.port=1\ngrpc.token=a\ngrpc.server_cert=/x\n",
         "TLS"},
        {"emulator-5554", "port.serial=5554\ngrpc.port=x\n",
         "grpc.port='x' is not a port"},
        {"emulator-5554", "port.serial=5558\n", "1 are of emulators with "},
        {"R58M1", "port.serial=5554\n", "'R58M1' is not emulator-PORT"},
        {"emulator-0", "", "not emulator-PORT"},
        {"emulator-99999", "", "not emulator-PORT"},
        {"emulator-", "", "not emulator-PORT"},
    };
    begin();
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_emulator_place place;
        struct at_err err = AT_ERR_INIT;
        T_ROW(rows[i].why);
        put("a", getpid(), rows[i].ini);
        T_NOT(find(rows[i].serial, &place, &err));
        T_EQ_INT(err.code, AT_EGRPC);
        T_HAS(err.msg, rows[i].why);
        T_NULL(place.token);
    }
    end();
}

static const struct {
    const char *variable;
    const char *below; // the folder where an emulator leaves its file
} places[] = {
    {"XDG_RUNTIME_DIR", ""},
    {"ANDROID_EMULATOR_HOME", ""},
    {"ANDROID_PREFS_ROOT", "/.android"},
    {"ANDROID_PREFS_ROOT", ""},
    {"ANDROID_SDK_HOME", "/.android"},
    {"ANDROID_SDK_HOME", ""},
    {"HOME", "/.android"},                      // Linux
    {"HOME", "/Library/Caches/TemporaryItems"}, // macOS
    {"TMPDIR", "/android-"},                    // with our user
};

static void
clear_variables(void)
{
    for (size_t i = 0; i < T_LEN(places); i++)
        unsetenv(places[i].variable);
}

// One variable at a time, as in the emulator's and in our environment.
T_TEST(emulator_is_found_in_each_place_of_both_systems)
{
    const struct passwd *me = getpwuid(getuid());
    for (size_t i = 0; i < T_LEN(places); i++) {
        bool is_tmp = strcmp(places[i].variable, "TMPDIR") == 0;
        struct at_emulator_roots roots;
        struct at_emulator_place place;
        struct at_err err = AT_ERR_INIT;
        T_ROW(places[i].variable);
        begin();
        clear_variables();
        setenv(places[i].variable, root, 1);
        char *below =
            at_strfmt("%s%s", places[i].below, is_tmp ? me->pw_name : "");
        put(below, getpid(),
            "port.serial=5680\ngrpc.port=8680\ngrpc.token=dG8=\n");
        at_emulator_roots_init(&roots);
        T_OK(at_emulator_find_grpc(&roots, "emulator-5680", &place, &err));
        T_EQ_INT(place.grpc_port, 8680);
        T_EQ_TEXT(place.token, "dG8=");
        at_emulator_place_deinit(&place);
        at_emulator_roots_deinit(&roots);
        free(below);
        end();
    }
}

T_TEST(emulator_roots_are_each_there_once)
{
    struct at_emulator_roots roots;
    for (size_t i = 0; i < T_LEN(places); i++) {
        char *value = at_strfmt("/x/%s", places[i].variable);
        setenv(places[i].variable, value, 1);
        free(value);
    }
    at_emulator_roots_init(&roots);
    T_EQ_SIZE(roots.count, AT_EMULATOR_ROOTS_MAX);
    T_EQ_TEXT(roots.paths[0], "/x/XDG_RUNTIME_DIR");
    T_HAS(roots.paths[8], "/run/user/");
    T_HAS(roots.paths[9], "/x/TMPDIR/android-");
    at_emulator_roots_deinit(&roots);

    setenv("ANDROID_EMULATOR_HOME", "/x/XDG_RUNTIME_DIR", 1); // told twice
    at_emulator_roots_init(&roots);
    T_EQ_SIZE(roots.count, AT_EMULATOR_ROOTS_MAX - 1);
    T_EQ_TEXT(roots.paths[0], "/x/XDG_RUNTIME_DIR");
    T_EQ_TEXT(roots.paths[1], "/x/ANDROID_PREFS_ROOT/.android");
    at_emulator_roots_deinit(&roots);

    setenv("XDG_RUNTIME_DIR", "relative", 1); // it means nothing
    setenv("ANDROID_EMULATOR_HOME", "", 1);
    at_emulator_roots_init(&roots);
    T_EQ_TEXT(roots.paths[0], "/x/ANDROID_PREFS_ROOT/.android");
    at_emulator_roots_deinit(&roots);
}

T_MAIN()
