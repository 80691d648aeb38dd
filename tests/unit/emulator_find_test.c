#include "device/android/emulator/discovery.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "sys/file.h"
#include "sys/folder.h"
#include "sys/proc.h"
#include "tests/t.h"

static char root[] = "/tmp/at-find-XXXXXX";

// A process that has ended, and whose number is free.
static long
dead_pid(void)
{
    const char *argv[] = {"true", NULL};
    struct at_proc_opts opts = {.argv = argv};
    long pid = 0;
    int status;
    T_OK(at_proc_launch(&opts, NULL, -1, &pid, NULL));
    while (!at_proc_has_ended(pid, &status))
        continue;
    return pid;
}

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

T_TEST(emulator_says_what_it_asks_for)
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
    put("a", dead_pid(), "port.serial=5554\ngrpc.port=1\n");
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
         "takes signed tokens alone"},
        {"emulator-5554",
         "port.serial=5554\ngrpc.port=1\ngrpc.token=a\ngrpc.server_cert=/x\n",
         "TLS"},
        {"emulator-5554", "port.serial=5554\ngrpc.port=x\n",
         "grpc.port='x' is no port"},
        {"emulator-5554", "port.serial=5558\n", "1 are of emulators with "},
        {"R58M1", "port.serial=5554\n", "'R58M1' is no emulator-PORT"},
        {"emulator-0", "", "no emulator-PORT"},
        {"emulator-99999", "", "no emulator-PORT"},
        {"emulator-", "", "no emulator-PORT"},
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

T_TEST(emulator_roots_are_those_of_both_systems)
{
    static const char *const wanted[] = {
        "/x/run", "/x/home",        "/x/prefs",
        "/x/sdk", "/x/me/.android", "/x/me/Library/Caches/TemporaryItems"};
    struct at_emulator_roots roots;
    setenv("XDG_RUNTIME_DIR", "/x/run", 1);
    setenv("ANDROID_EMULATOR_HOME", "/x/home", 1);
    setenv("ANDROID_PREFS_ROOT", "/x/prefs", 1);
    setenv("ANDROID_SDK_HOME", "/x/sdk", 1);
    setenv("HOME", "/x/me", 1);
    setenv("TMPDIR", "/x/tmp", 1);
    at_emulator_roots_init(&roots);
    for (size_t i = 0; i < T_LEN(wanted); i++)
        T_EQ_TEXT(roots.paths[i], wanted[i]);
    T_HAS(roots.paths[6], "/run/user/");
    T_EQ_SIZE(roots.count, 8);
    T_HAS(roots.paths[7], "/x/tmp/android-");
    at_emulator_roots_deinit(&roots);

    setenv("ANDROID_EMULATOR_HOME", "/x/run", 1); // told twice
    setenv("XDG_RUNTIME_DIR", "relative", 1);
    at_emulator_roots_init(&roots);
    T_EQ_TEXT(roots.paths[0], "/x/run");
    T_EQ_TEXT(roots.paths[1], "/x/prefs");
    at_emulator_roots_deinit(&roots);
}

T_MAIN(T_CASE(emulator_is_found_by_its_port),
       T_CASE(emulator_says_what_it_asks_for),
       T_CASE(emulator_file_that_is_newest_counts),
       T_CASE(emulator_that_has_ended_does_not_count),
       T_CASE(emulator_file_that_is_a_link_does_not_count),
       T_CASE(emulator_that_cannot_be_talked_to_says_why),
       T_CASE(emulator_roots_are_those_of_both_systems))
