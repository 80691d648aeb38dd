// userdirs.c: follows the rules of the system it is compiled for
#include "sys/userdirs.h"

#include <pwd.h>
#include <unistd.h>

#include "base/alloc.h"

struct place {
    const char *variable; // NULL: no such variable on this system
    const char *below_home;
    const char *what;
};

#ifdef __APPLE__
static const struct place state = {NULL, "Library/Application Support",
                                   "state"};
static const struct place cache = {NULL, "Library/Caches", "cache"};
static const struct place settings = {NULL, "Library/Application Support",
                                      "settings"};
static const struct place config = {NULL, ".config", "settings"};
#else
static const struct place state = {"XDG_STATE_HOME", ".local/state", "state"};
static const struct place cache = {"XDG_CACHE_HOME", ".cache", "cache"};
static const struct place settings = {"XDG_CONFIG_HOME", ".config", "settings"};
static const struct place config = {"XDG_CONFIG_HOME", ".config", "settings"};
#endif

enum { ENTRY_MAX_BYTES = 16 * 1024 };

static bool
is_absolute(const char *path)
{
    return path && path[0] == '/';
}

// Return the home in the user's passwd entry. Owned by the caller; NULL if it
// has none.
static char *
find_entry_home(void)
{
    struct passwd entry;
    struct passwd *found = NULL;
    char *room = at_alloc(ENTRY_MAX_BYTES);
    if (getpwuid_r(getuid(), &entry, room, ENTRY_MAX_BYTES, &found) != 0)
        found = NULL;
    char *copy =
        found && is_absolute(found->pw_dir) ? at_strdup(found->pw_dir) : NULL;
    free(room);
    return copy;
}

// Return the home. Owned by the caller; NULL if unknown.
static char *
find_home(void)
{
    const char *home = getenv("HOME");
    return is_absolute(home) ? at_strdup(home) : find_entry_home();
}

// Takes ownership of home, which may be NULL.
static char *
below_home(char *home, const struct place *place, const char *program,
           struct at_err *err)
{
    char *path =
        home ? at_strfmt("%s/%s/%s", home, place->below_home, program) : NULL;
    free(home);
    if (!path)
        at_fail(err, AT_EIO, "no place for %s of '%s': set HOME", place->what,
                program);
    return path;
}

static char *
find_place(const struct place *place, const char *program, struct at_err *err)
{
    const char *base = place->variable ? getenv(place->variable) : NULL;
    if (is_absolute(base))
        return at_strfmt("%s/%s", base, program);
    return below_home(find_home(), place, program, err);
}

char *
at_userdirs_state(const char *program, struct at_err *err)
{
    return find_place(&state, program, err);
}

char *
at_userdirs_home_cache(const char *program, struct at_err *err)
{
    return below_home(find_entry_home(), &cache, program, err);
}

char *
at_userdirs_cache(const char *program, struct at_err *err)
{
    return find_place(&cache, program, err);
}

static char *
find_folder(const struct place *place, struct at_err *err)
{
    const char *base = place->variable ? getenv(place->variable) : NULL;
    if (is_absolute(base))
        return at_strdup(base);
    char *home = at_userdirs_home(err);
    char *path = home ? at_strfmt("%s/%s", home, place->below_home) : NULL;
    free(home);
    return path;
}

char *
at_userdirs_home(struct at_err *err)
{
    char *home = find_home();
    if (!home)
        at_fail(err, AT_EIO, "the home folder is not known: set HOME");
    return home;
}

char *
at_userdirs_settings(struct at_err *err)
{
    return find_folder(&settings, err);
}

char *
at_userdirs_config(struct at_err *err)
{
    return find_folder(&config, err);
}
