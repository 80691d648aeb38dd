// virtual-android: an Android device in a program, for any adb client
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits_virtual.h"
#include "commandline/completion.h"
#include "commandline/help.h"
#include "sys/cancel.h"
#include "sys/installed.h"
#include "sys/log.h"
#include "virtual-android/adbd/key.h"
#include "virtual-android/instance.h"
#include "base/str.h"

enum { LIST_MAX = 256, INSTANCES_MAX = 16, DEFAULT_PORT = 5554 };

struct list {
    char *texts[LIST_MAX + 1]; // owned, up to NULL
    size_t len;
};

struct options {
    struct vd_instance_opts instance;
    struct list apps;
    struct list faults;
    struct vd_key *key; // owned
    int64_t instances;
    int64_t parent_fd; // 0: none
};

static bool
add_text(struct list *list, const char *text, struct at_err *err)
{
    if (list->len == LIST_MAX)
        return at_fail(err, AT_ELIMIT, "more than %d of '%s'", LIST_MAX, text);
    list->texts[list->len++] = at_strdup(text);
    return true;
}

static bool
set_port(struct options *o, const char *value, struct at_err *err)
{
    int64_t port;
    if (!at_str_to_i64(at_str(value), 0, 65534, &port))
        return at_fail(err, AT_EUSAGE, "'%s' is not a port from 0 to 65534",
                       value);
    o->instance.port = (uint16_t)port;
    return true;
}

static bool
set_app(struct options *o, const char *value, struct at_err *err)
{
    return add_text(&o->apps, value, err);
}

static bool
set_fault(struct options *o, const char *value, struct at_err *err)
{
    return add_text(&o->faults, value, err);
}

static bool
set_profile(struct options *o, const char *value, struct at_err *err)
{
    bool real = strcmp(value, "realistic") == 0;
    if (!real && strcmp(value, "zero") != 0)
        return at_fail(err, AT_EUSAGE,
                       "unknown profile '%s'; use zero or realistic", value);
    o->instance.device.profile = real ? VD_PROFILE_REALISTIC : VD_PROFILE_ZERO;
    return true;
}

static bool
set_size(struct options *o, const char *value, struct at_err *err)
{
    struct at_str rest = at_str(value);
    struct at_str width = {0};
    int64_t w;
    int64_t h;
    at_str_next(&rest, 'x', &width);
    if (!at_str_to_i64(width, 64, 8192, &w) ||
        !at_str_to_i64(rest, 64, 8192, &h))
        return at_fail(err, AT_EUSAGE, "'%s' is not a size such as 1080x2400",
                       value);
    o->instance.device.width_px = (int32_t)w;
    o->instance.device.height_px = (int32_t)h;
    return true;
}

static bool
set_api(struct options *o, const char *value, struct at_err *err)
{
    int64_t level;
    if (!at_str_to_i64(at_str(value), 21, 99, &level))
        return at_fail(err, AT_EUSAGE, "'%s' is not an API level from 21 to 99",
                       value);
    o->instance.device.api_level = (int)level;
    return true;
}

static bool
set_root(struct options *o, const char *value, struct at_err *err)
{
    (void)err;
    o->instance.root = value;
    return true;
}

static bool
set_auth(struct options *o, const char *value, struct at_err *err)
{
    vd_key_free(o->key);
    bool ok = vd_key_read(value, &o->key, err);
    o->instance.key = o->key;
    return ok;
}

static bool
set_instances(struct options *o, const char *value, struct at_err *err)
{
    return at_str_to_i64(at_str(value), 1, INSTANCES_MAX, &o->instances) ||
           at_fail(err, AT_EUSAGE,
                   "'%s' is not a number of devices from 1 to %d", value,
                   INSTANCES_MAX);
}

static bool
set_parent_fd(struct options *o, const char *value, struct at_err *err)
{
    return at_str_to_i64(at_str(value), 3, 255, &o->parent_fd) ||
           at_fail(err, AT_EUSAGE, "'%s' is not a descriptor from 3 to 255",
                   value);
}

static bool
set_no_sqlite3(struct options *o, const char *value, struct at_err *err)
{
    (void)value, (void)err;
    o->instance.device.no_sqlite3 = true;
    return true;
}

static bool
set_avd(struct options *o, const char *value, struct at_err *err)
{
    (void)err;
    o->instance.device.avd = value;
    return true;
}

static bool
set_boot_ms(struct options *o, const char *value, struct at_err *err)
{
    return at_str_to_i64(at_str(value), 0, VD_BOOT_MAX_MS,
                         &o->instance.device.boot_ms) ||
           at_fail(err, AT_EUSAGE, "'%s' is not a time in ms from 0 to %d",
                   value, VD_BOOT_MAX_MS);
}

static const struct setter {
    const char *option;
    bool (*set)(struct options *o, const char *value, struct at_err *err);
} setters[] = {
    {"--port", set_port},
    {"--instances", set_instances},
    {"--app", set_app},
    {"--profile", set_profile},
    {"--size", set_size},
    {"--api", set_api},
    {"--avd", set_avd},
    {"--boot-ms", set_boot_ms},
    {"--no-sqlite3", set_no_sqlite3},
    {"--root", set_root},
    {"--auth", set_auth},
    {"--fault", set_fault},
    {"--parent-fd", set_parent_fd},
};

static bool
set_options(struct options *o, const struct at_arguments *args,
            struct at_err *err)
{
    for (size_t i = 0; i < args->count; i++) {
        const struct at_argument *word = &args->words[i];
        for (size_t n = 0; n < AT_LEN(setters); n++) {
            if (strcmp(setters[n].option, word->row->name) == 0 &&
                !setters[n].set(o, word->value, err))
                return false;
        }
    }
    return true;
}

static int
compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool
add_apps_of(struct options *o, const char *dir)
{
    DIR *handle = opendir(dir);
    struct dirent *entry;
    while (handle && (entry = readdir(handle))) {
        if (!at_str_ends(at_str(entry->d_name), AT_STR(".json")))
            continue;
        char *path = at_strfmt("%s/%s", dir, entry->d_name);
        bool ok = add_text(&o->apps, path, NULL);
        free(path);
        if (!ok)
            break;
    }
    if (handle)
        closedir(handle);
    qsort(o->apps.texts, o->apps.len, sizeof(char *), compare_texts);
    return o->apps.len > 0;
}

// Use the first folder with apps: the user's, or those that came with the
// program.
static bool
add_default_apps(struct options *o, struct at_err *err)
{
    const char *own = getenv("VIRTUAL_ANDROID_APPS");
    struct at_err looked = AT_ERR_INIT;
    if (own && own[0] && add_apps_of(o, own))
        return true;
    at_fail(&looked, AT_EIO,
            "there are no apps: set VIRTUAL_ANDROID_APPS to their folder, or "
            "name one with --app");
    char *folder = at_installed_data("virtual-android/apps",
                                     "virtual-android/apps", &looked);
    bool ok = folder && (add_apps_of(o, folder) ||
                         at_fail(&looked, AT_EIO, "no app in '%s'", folder));
    free(folder);
    return ok || at_err_pass(err, &looked);
}

static bool
open_one(const struct options *o, int64_t i, struct vd_instance **out,
         struct at_err *err)
{
    struct vd_instance_opts opts = o->instance;
    char *root = NULL;
    if (opts.port != 0)
        opts.port = (uint16_t)(opts.port + 2 * i);
    if (opts.root && o->instances > 1)
        opts.root = root = at_strfmt("%s/%lld", opts.root, (long long)i);
    bool ok = vd_instance_open(&opts, out, err);
    free(root);
    if (!ok)
        return false;
    uint16_t port = vd_instance_port(*out);
    int fd = o->parent_fd > 0 ? (int)o->parent_fd : STDOUT_FILENO;
    dprintf(fd, "virtual-android %s console=127.0.0.1:%u adb=127.0.0.1:%u\n",
            vd_instance_serial(*out), port, (unsigned)port + 1);
    return true;
}

// The other end of the descriptor is closed when its program ends, however it
// ends.
static void *
await_parent(void *user)
{
    const struct options *o = user;
    char byte;
    while (read((int)o->parent_fd, &byte, 1) > 0)
        continue;
    kill(getpid(), SIGTERM);
    return NULL;
}

static bool
watch_parent(struct options *o, struct at_err *err)
{
    pthread_t thread;
    if (o->parent_fd == 0)
        return true;
    if (pthread_create(&thread, NULL, await_parent, o) != 0)
        return at_fail(err, AT_EIO, "no thread to wait for the parent");
    pthread_detach(thread);
    return true;
}

// Every thread inherits the mask, so only this one receives the signals.
static void
block_signals(sigset_t *ends)
{
    signal(SIGPIPE, SIG_IGN);
    sigemptyset(ends);
    sigaddset(ends, SIGTERM);
    sigaddset(ends, SIGINT);
    sigaddset(ends, SIGHUP);
    pthread_sigmask(SIG_BLOCK, ends, NULL);
}

static int
fail(const struct at_err *err)
{
    fprintf(stderr, "virtual-android: %s\n", err->msg);
    return EXIT_FAILURE;
}

static int
run(struct options *o)
{
    struct vd_instance *instances[INSTANCES_MAX] = {NULL};
    struct at_err err = AT_ERR_INIT;
    sigset_t ends;
    int got;
    block_signals(&ends);
    o->instance.device.apps = (const char *const *)o->apps.texts;
    o->instance.faults = (const char *const *)o->faults.texts;
    o->instance.cancel = at_cancel_new(NULL, &err);
    bool ok = o->instance.cancel != NULL && watch_parent(o, &err);
    for (int64_t i = 0; ok && i < o->instances; i++)
        ok = open_one(o, i, &instances[i], &err);
    if (ok)
        sigwait(&ends, &got);
    else
        fail(&err);
    if (o->instance.cancel)
        at_cancel_fire(o->instance.cancel);
    for (int64_t i = 0; i < o->instances; i++)
        vd_instance_free(instances[i]);
    at_cancel_free(o->instance.cancel);
    return ok ? 0 : 1;
}

static void
free_list(struct list *list)
{
    for (size_t i = 0; i < list->len; i++)
        free(list->texts[i]);
}

static int
start(const struct at_arguments *args)
{
    static struct options o = {
        .instance = {.port = DEFAULT_PORT},
        .instances = 1,
    };
    struct at_err err = AT_ERR_INIT;
    int status;
    at_log_init(getenv("AGENTEST_LOG"));
    if (!set_options(&o, args, &err))
        status = at_program_refuse(args->program, err.msg);
    else if (o.apps.len == 0 && !add_default_apps(&o, &err))
        status = fail(&err);
    else
        status = run(&o);
    free_list(&o.apps);
    free_list(&o.faults);
    vd_key_free(o.key);
    return status;
}

static const char *const profiles[] = {"zero", "realistic", NULL};

static const struct at_command start_command = {
    .name = "start",
    .summary = "be one or more devices until a signal ends it",
    .about = "It is what `virtual-android` does without a command. A line for "
             "each device tells its\nserial number and its ports.",
    .options = AT_OPTIONS(
        {.name = "--port",
         .value = "N",
         .help = "console port, adbd one above; 0 picks free ones",
         .absent = "5554"},
        {.name = "--instances",
         .value = "N",
         .help = "N devices, two ports apart each",
         .absent = "1"},
        {.name = "--app",
         .value = "FILE",
         .help = "an app's JSON file; repeat for more",
         .absent = "all shipped apps",
         .repeats = true},
        {.name = "--profile",
         .value = "PROFILE",
         .choices = profiles,
         .help = "how long things take: zero or realistic",
         .absent = "zero"},
        {.name = "--size",
         .value = "WxH",
         .help = "the screen in pixels",
         .absent = "1080x2400"},
        {.name = "--api",
         .value = "N",
         .help = "the API level",
         .absent = "34"},
        {.name = "--avd", .value = "NAME", .help = "the name of its AVD"},
        {.name = "--boot-ms",
         .value = "N",
         .help = "how long it takes to start",
         .absent = "0"},
        {.name = "--no-sqlite3", .help = "no sqlite3 program on the device"},
        {.name = "--root",
         .value = "DIR",
         .help = "the device's files",
         .absent = "a temporary folder"},
        {.name = "--auth",
         .value = "FILE",
         .help = "admit only adb with this key, an adbkey.pub",
         .absent = "anybody"},
        {.name = "--fault",
         .value = "NAME[=COUNT]",
         .help = "misbehave, as the console's `virtual fault`",
         .repeats = true},
        {.name = "--parent-fd",
         .value = "N",
         .help = "say the ports there, and end when it is closed"}),
    .examples = AT_EXAMPLES(
        {"--instances 2", "two devices, emulator-5554 and emulator-5556"},
        {"start --port 0 --app notes.json", "one app, on free ports"}),
    .flags = AT_COMMAND_DEFAULT,
    .start = start,
};

static const struct at_command *const commands[] = {
    &start_command,
    &at_command_completion,
    &at_command_help,
    NULL,
};

static const struct at_option options[] = {
    {.name = "--help", .alias = "-h", .help = "a page about the command"},
    {.name = "--version", .help = "name and version"},
    {0},
};

static const struct at_help_row environment[] = {
    {"VIRTUAL_ANDROID_APPS", "the folder of the apps, without --app"},
    {"AGENTEST_LOG", "error, warn, info, debug or trace, on stderr"},
    {0},
};

static const struct at_help_row exits[] = {
    {"0", "a signal ended it"},
    {"1", "a device could not start"},
    {"2", "usage: a word of the command line is wrong"},
    {0},
};

static const struct at_example examples[] = {
    {"--instances 2", "two devices, for adb and everything that uses it"},
    {0},
};

static const struct at_program program = {
    .name = "virtual-android",
    .summary = "an Android device in a program",
    .about =
        "An Android device without a device: adb servers find it by itself as "
        "emulator-5554,\nor after `adb connect 127.0.0.1:5555`.\n\n"
        "It listens on 127.0.0.1 only, but every user of this machine can "
        "connect: adb asks\nfor no key without --auth, and the console for a "
        "token only if there is one in\n~/.emulator_console_auth_token. A "
        "visitor reaches the device's files, not yours.\n",
    .commands = commands,
    .options = options,
    .examples = examples,
    .environment_title = "Environment",
    .environment = environment,
    .exits = exits,
    .lost_output = EXIT_FAILURE,
};

int
main(int argc, char **argv)
{
    at_installed_set_program(argc > 0 ? argv[0] : "");
    return at_program_run(&program, argc, argv);
}
