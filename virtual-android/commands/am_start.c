// am_start.c: `am start`: an intent, resolved and started
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/commands/verbs.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/model/notes.h"

struct intent {
    const char *action;
    const char *category;
    const char *data;
    const char *type;
    const char *component;
    const char *package;
    bool wait;
    bool stop_first;
    bool has_extras;
};

static const struct {
    const char *option;
    size_t offset;
} words[] = {
    {"-a", offsetof(struct intent, action)},
    {"-c", offsetof(struct intent, category)},
    {"-d", offsetof(struct intent, data)},
    {"-t", offsetof(struct intent, type)},
    {"-n", offsetof(struct intent, component)},
    {"-p", offsetof(struct intent, package)},
};

// Options that are ignored, and how many values each has.
static const struct {
    const char *option;
    int values;
} ignored[] = {
    {"-f", 1},
    {"--user", 1},
    {"--display", 1},
    {"-R", 1},
    {"-P", 1},
    {"--windowingMode", 1},
    {"--activityType", 1},
    {"--es", 2},
    {"-e", 2},
    {"--ei", 2},
    {"--ez", 2},
    {"--el", 2},
    {"--ef", 2},
    {"--ed", 2},
    {"--eu", 2},
    {"--esa", 2},
    {"--eia", 2},
    {"--esn", 1},
    {"--ecn", 2},
};

static bool
take_word(struct vd_call *call, struct intent *intent, int *i)
{
    for (size_t j = 0; j < AT_LEN(words); j++) {
        if (strcmp(words[j].option, call->argv[*i]) == 0) {
            const char **field =
                (const char **)(void *)((char *)intent + words[j].offset);
            *field = vd_arg(call, ++*i);
            return true;
        }
    }
    for (size_t j = 0; j < AT_LEN(ignored); j++) {
        if (strcmp(ignored[j].option, call->argv[*i]) == 0) {
            if (ignored[j].values == 2)
                vd_device_note(call->device, "extra %s %s %s", call->argv[*i],
                               vd_arg(call, *i + 1), vd_arg(call, *i + 2));
            *i += ignored[j].values;
            intent->has_extras |= ignored[j].values == 2;
            return true;
        }
    }
    return false;
}

static struct intent
parse(struct vd_call *call)
{
    struct intent intent = {0};
    for (int i = 1; i < call->argc; i++) {
        const char *word = call->argv[i];
        if (take_word(call, &intent, &i))
            continue;
        if (strcmp(word, "-W") == 0)
            intent.wait = true;
        else if (strcmp(word, "-S") == 0)
            intent.stop_first = true;
        else if (word[0] != '-' && strchr(word, '/') && !strstr(word, "://"))
            intent.component = word;
        else if (word[0] != '-' && strstr(word, ":"))
            intent.data = word;
        else if (word[0] != '-')
            intent.package = word;
    }
    return intent;
}

static void
describe(struct at_buf *out, const struct intent *intent)
{
    char package[256];
    char activity[256];
    at_buf_add_text(out, "Intent {");
    if (intent->action)
        at_buf_add_fmt(out, " act=%s", intent->action);
    if (intent->category)
        at_buf_add_fmt(out, " cat=[%s]", intent->category);
    if (intent->data) // in the format of Uri.toSafeString()
        at_buf_add_fmt(out, " dat=%.*s...",
                       (int)(strcspn(intent->data, ":") + 1), intent->data);
    if (intent->type)
        at_buf_add_fmt(out, " typ=%s", intent->type);
    if (intent->package)
        at_buf_add_fmt(out, " pkg=%s", intent->package);
    if (intent->component &&
        vd_split_component(intent->component, package, sizeof(package),
                           activity, sizeof(activity))) {
        size_t len = strlen(package);
        bool same =
            strncmp(activity, package, len) == 0 && activity[len] == '.';
        at_buf_add_fmt(out, " cmp=%s/%s", package,
                       same ? activity + len : activity);
    }
    at_buf_add_fmt(out, "%s }", intent->has_extras ? " (has extras)" : "");
}

enum outcome { STARTED, NO_CLASS, UNRESOLVED };

static const struct {
    const char *action;
    const char *package;
} system_actions[] = {
    {"android.settings.SETTINGS", "com.android.settings"},
    {"android.settings.WIFI_SETTINGS", "com.android.settings"},
    {"android.settings.APPLICATION_DETAILS_SETTINGS", "com.android.settings"},
};

// The app of an intent without a component; NULL: none.
static const char *
implicit_package(const struct intent *intent)
{
    if (intent->data)
        return NULL;
    if (intent->package)
        return intent->package;
    for (size_t i = 0; intent->action && i < AT_LEN(system_actions); i++) {
        if (strcmp(system_actions[i].action, intent->action) == 0)
            return system_actions[i].package;
    }
    return NULL;
}

static bool
launch(struct vd_call *call, const struct intent *intent, const char *package,
       const char *activity, bool *out_warm)
{
    if (intent->stop_first)
        vd_device_stop(call->device, package);
    bool ok = vd_device_launch(call->device, package, activity, out_warm);
    if (ok && vd_device_take_fault(call->device, "launch-lost"))
        vd_device_home(call->device);
    return ok;
}

static enum outcome
resolve(struct vd_call *call, const struct intent *intent, char *package,
        size_t cap, bool *out_warm)
{
    char activity[256];
    if (intent->component) {
        bool started = vd_split_component(intent->component, package, cap,
                                          activity, sizeof(activity)) &&
                       launch(call, intent, package, activity, out_warm);
        return started ? STARTED : NO_CLASS;
    }
    if (intent->category && strstr(intent->category, "category.HOME")) {
        vd_device_home(call->device);
        at_str_cut(package, cap, AT_STR("com.android.launcher3"));
        return STARTED;
    }
    at_str_cut(package, cap, at_str(intent->package));
    if (intent->data &&
        vd_device_open_link(call->device, intent->data, package, cap))
        return STARTED;
    const char *name = implicit_package(intent);
    if (!name)
        return UNRESOLVED;
    at_str_cut(package, cap, at_str(name));
    return launch(call, intent, package, NULL, out_warm) ? STARTED : UNRESOLVED;
}

static void
report_wait(struct vd_call *call, bool warm)
{
    struct vd_front front;
    int64_t ms = vd_device_latency_ms(call->device, "launch");
    while (vd_device_fault_left(call->device, "start-hangs") > 0 &&
           vd_wait(call, 60000))
        continue;
    if (!warm && ms > 0)
        vd_wait(call, ms + 20);
    vd_device_front(call->device, &front);
    size_t len = strlen(front.app);
    bool same = strncmp(front.app_activity, front.app, len) == 0;
    vd_outf(call,
            "Status: ok\nLaunchState: %s\nActivity: %s/%s\n"
            "TotalTime: %d\nWaitTime: %d\nComplete\n",
            warm ? "HOT" : "COLD", front.app,
            same ? front.app_activity + len : front.app_activity,
            warm ? 0 : (int)ms + 12, warm ? 6 : (int)ms + 16);
}

int
vd_cmd_am_start(struct vd_call *call)
{
    struct intent intent = parse(call);
    struct at_buf text = AT_BUF_INIT(64 * AT_KIB);
    char package[256] = "";
    bool warm = false;
    int status = 0;
    describe(&text, &intent);
    vd_outf(call, "Starting: %s\n", at_buf_text(&text));
    switch (resolve(call, &intent, package, sizeof(package), &warm)) {
    case STARTED:
        if (warm)
            vd_outf(call, "Warning: Activity not started, its current task "
                          "has been brought to the front\n");
        if (intent.wait)
            report_wait(call, warm);
        break;
    case NO_CLASS:
        if (!intent.component || !strchr(intent.component, '/')) {
            vd_errf(call, "Error: Bad component name: %s\n", intent.component);
        } else {
            const char *activity = strchr(intent.component, '/') + 1;
            vd_errf(call,
                    "Error type 3\nError: Activity class {%s/%s%s} does not "
                    "exist.\n",
                    package, activity[0] == '.' ? package : "", activity);
        }
        status = 1;
        break;
    case UNRESOLVED:
        vd_errf(call, "Error: Activity not started, unable to resolve %s\n",
                at_buf_text(&text));
        status = 1;
        break;
    }
    at_buf_deinit(&text);
    return status;
}
