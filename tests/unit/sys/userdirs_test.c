// userdirs_test.c: where a program of this user keeps what outlives it
#include "sys/userdirs.h"

#include "tests/t.h"

#ifdef __APPLE__
#define STATE "/Library/Application Support/prog"
#define CACHE "/Library/Caches/prog"
#else
#define STATE "/.local/state/prog"
#define CACHE "/.cache/prog"
#endif

static void
set(const char *name, const char *value)
{
    if (value)
        T_EQ_INT(setenv(name, value, 1), 0);
    else
        T_EQ_INT(unsetenv(name), 0);
}

static void
check(const char *want_state, const char *want_cache)
{
    char *state = at_userdirs_state("prog", NULL);
    char *cache = at_userdirs_cache("prog", NULL);
    T_EQ_TEXT(state, want_state);
    T_EQ_TEXT(cache, want_cache);
    free(state);
    free(cache);
}

T_TEST(userdirs_are_below_home)
{
    set("HOME", "/home/somebody");
    set("XDG_STATE_HOME", NULL);
    set("XDG_CACHE_HOME", NULL);
    check("/home/somebody" STATE, "/home/somebody" CACHE);
    set("XDG_STATE_HOME", "relative/path");
    set("XDG_CACHE_HOME", "");
    check("/home/somebody" STATE, "/home/somebody" CACHE);
}

#ifndef __APPLE__
T_TEST(userdirs_follow_xdg)
{
    set("HOME", "/home/somebody");
    set("XDG_STATE_HOME", "/s");
    set("XDG_CACHE_HOME", "/c");
    check("/s/prog", "/c/prog");
}
#endif

// The user's entry says where, if it exists.
T_TEST(userdirs_without_home)
{
    struct at_err err = AT_ERR_INIT;
    set("HOME", NULL);
    set("XDG_STATE_HOME", NULL);
    char *state = at_userdirs_state("prog", &err);
    if (state) {
        T_OK(state[0] == '/');
        T_HAS(state, STATE);
    } else {
        T_EQ_INT(err.code, AT_EIO);
        T_HAS(err.msg, "set HOME");
    }
    free(state);
}

T_MAIN()
