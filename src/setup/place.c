#include "setup/place.h"

#include "base/alloc.h"
#include "sys/file.h"
#include "sys/proc.h"
#include "sys/userdirs.h"

static char *
find_base(enum at_setup_base base, struct at_err *err)
{
    switch (base) {
    case AT_SETUP_SETTINGS:
        return at_userdirs_settings(err);
    case AT_SETUP_CONFIG:
        return at_userdirs_config(err);
    case AT_SETUP_NOWHERE:
    case AT_SETUP_HOME:
        break;
    }
    return at_userdirs_home(err);
}

char *
at_setup_place_path(const struct at_setup_place *place, struct at_err *err)
{
    const char *other = place->variable ? getenv(place->variable) : NULL;
    if (other && other[0] == '/')
        return at_strfmt("%s%s%s", other, place->below_variable[0] ? "/" : "",
                         place->below_variable);
    char *base = find_base(place->base, err);
    char *path = base ? at_strfmt("%s/%s", base, place->below) : NULL;
    free(base);
    return path;
}

static bool
exists(const struct at_setup_place *place)
{
    char *path = at_setup_place_path(place, NULL);
    bool there = path && at_file_exists(path);
    free(path);
    return there;
}

bool
at_setup_is_installed(const struct at_setup_client *client)
{
    char *program = client->program ? at_proc_find(client->program) : NULL;
    bool there = program || exists(&client->folder) || exists(&client->file);
    free(program);
    return there;
}
