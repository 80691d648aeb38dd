// pm.c: `pm`: packages, their permissions and data; installing is install.c's
#include <stdlib.h>
#include <string.h>

#include "virtual-android/commands/commands.h"
#include "virtual-android/commands/install.h"
#include "virtual-android/commands/launch.h"

struct listing {
    bool file;
    bool uid;
    bool version;
    bool third_party;
    bool system;
    bool disabled;
    const char *filter;
};

static struct listing
parse_listing(struct va_call *call)
{
    struct listing l = {.filter = ""};
    for (int i = 2; i < call->argc; i++) {
        const char *word = call->argv[i];
        if (strcmp(word, "--user") == 0) {
            i++;
        } else if (strcmp(word, "--show-versioncode") == 0) {
            l.version = true;
        } else if (word[0] == '-') {
            l.file |= strchr(word, 'f') != NULL;
            l.uid |= strchr(word, 'U') != NULL;
            l.third_party |= strchr(word, '3') != NULL;
            l.system |= strchr(word, 's') != NULL;
            l.disabled |= strchr(word, 'd') != NULL;
        } else {
            l.filter = word;
        }
    }
    return l;
}

static int
list_packages(struct va_call *call)
{
    struct listing l = parse_listing(call);
    size_t count;
    struct va_package *p = va_device_packages(call->device, NULL, &count);
    for (size_t i = 0; i < count; i++) {
        if (l.disabled || (l.third_party && p[i].system) ||
            (l.system && !p[i].system) || !strstr(p[i].name, l.filter))
            continue;
        va_outf(call, "package:%s%s%s", l.file ? p[i].apk_path : "",
                l.file ? "=" : "", p[i].name);
        if (l.version)
            va_outf(call, " versionCode:%lld", (long long)p[i].version_code);
        if (l.uid)
            va_outf(call, " uid:%d", p[i].uid);
        va_outf(call, "\n");
    }
    va_packages_free(p, count);
    return 0;
}

static int
list(struct va_call *call)
{
    static const char *const features[] = {
        "reqGlEsVersion=0x30000",
        "android.hardware.bluetooth",
        "android.hardware.camera",
        "android.hardware.location",
        "android.hardware.ram.normal",
        "android.hardware.screen.landscape",
        "android.hardware.screen.portrait",
        "android.hardware.touchscreen",
        "android.hardware.wifi",
        "android.software.input_methods",
        "android.software.webview",
    };
    const char *what = va_word(call, 1);
    if (strcmp(what, "packages") == 0 || strcmp(what, "package") == 0)
        return list_packages(call);
    if (strcmp(what, "features") == 0) {
        for (size_t i = 0; i < AT_LEN(features); i++)
            va_outf(call, "feature:%s\n", features[i]);
        return 0;
    }
    if (strcmp(what, "users") == 0) {
        va_outf(call, "Users:\n\tUserInfo{0:Owner:c13} running\n");
        return 0;
    }
    if (strcmp(what, "instrumentation") == 0)
        return va_pm_list_instrumentation(call);
    va_errf(call, "Error: unknown list type '%s'\n", what);
    return 255;
}

// The last word that is no option.
static const char *
package_word(struct va_call *call)
{
    for (int i = 1; i < call->argc; i++) {
        if (strcmp(call->argv[i], "--user") == 0)
            i++;
        else if (call->argv[i][0] != '-')
            return call->argv[i];
    }
    return "";
}

static int
path(struct va_call *call)
{
    size_t count;
    // The system itself: what tools ask for to see whether pm answers.
    if (strcmp(package_word(call), "android") == 0) {
        va_outf(call, "package:/system/framework/framework-res.apk\n");
        return 0;
    }
    struct va_package *p =
        va_device_packages(call->device, package_word(call), &count);
    if (count > 0)
        va_outf(call, "package:%s\n", p->apk_path);
    va_packages_free(p, count);
    return count > 0 ? 0 : 1;
}

static int
uninstall(struct va_call *call)
{
    if (!va_device_remove_package(call->device, package_word(call))) {
        va_outf(call, "Failure [DELETE_FAILED_INTERNAL_ERROR]\n");
        return 1;
    }
    va_outf(call, "Success\n");
    return 0;
}

static int
clear(struct va_call *call)
{
    bool ok = va_device_clear(call->device, package_word(call));
    va_outf(call, ok ? "Success\n" : "Failed\n");
    return ok ? 0 : 1;
}

static bool
asks_for(const struct va_package *p, const char *permission)
{
    for (size_t i = 0; p->permissions[i]; i++) {
        if (strcmp(p->permissions[i], permission) == 0)
            return true;
    }
    return false;
}

static int
change_permission(struct va_call *call, bool granted)
{
    struct va_call words = *call;
    if (strcmp(va_word(call, 1), "--user") == 0)
        words = va_shifted(call, 2);
    const char *package = va_word(&words, 1);
    const char *permission = va_word(&words, 2);
    size_t count;
    struct va_package *p = va_device_packages(call->device, package, &count);
    int status = 255;
    if (count == 0) {
        va_errf(call,
                "\nException occurred while executing '%s':\n"
                "java.lang.IllegalArgumentException: Unknown package: %s\n"
                "\tat com.android.server.pm.permission."
                "PermissionManagerServiceImpl.grantRuntimePermissionInternal("
                "PermissionManagerServiceImpl.java:1327)\n",
                granted ? "grant" : "revoke", package);
    } else if (!asks_for(p, permission)) {
        va_errf(call,
                "\nException occurred while executing '%s':\n"
                "java.lang.SecurityException: Package %s has not requested "
                "permission %s\n"
                "\tat com.android.server.pm.permission."
                "PermissionManagerServiceImpl.grantRuntimePermissionInternal("
                "PermissionManagerServiceImpl.java:1366)\n",
                granted ? "grant" : "revoke", package, permission);
    } else {
        va_device_grant(call->device, package, permission, granted);
        status = 0;
    }
    va_packages_free(p, count);
    return status;
}

static int
grant(struct va_call *call)
{
    return change_permission(call, true);
}

static int
revoke(struct va_call *call)
{
    return change_permission(call, false);
}

static int
reset_permissions(struct va_call *call)
{
    size_t count;
    struct va_package *p = va_device_packages(call->device, NULL, &count);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; p[i].permissions[j]; j++)
            va_device_grant(call->device, p[i].name, p[i].permissions[j],
                            false);
    }
    va_packages_free(p, count);
    return 0;
}

static int
dump(struct va_call *call)
{
    char *words[] = {(char *)"dumpsys", (char *)"package",
                     (char *)package_word(call), NULL};
    struct va_call inner = *call;
    inner.argc = 3;
    inner.argv = words;
    return va_cmd_dumpsys(&inner);
}

static int
resolve_activity(struct va_call *call)
{
    const char *package = "";
    bool brief = false;
    for (int i = 1; i < call->argc; i++) {
        const char *word = call->argv[i];
        if (strcmp(word, "--brief") == 0)
            brief = true;
        else if (strcmp(word, "-a") == 0 || strcmp(word, "-c") == 0 ||
                 strcmp(word, "--user") == 0 ||
                 strcmp(word, "--components") == 0)
            i++;
        else if (word[0] != '-')
            package = word;
    }
    size_t count;
    struct va_package *p = va_device_packages(call->device, package, &count);
    if (count == 0 || p->launcher[0] == '\0')
        va_outf(call, "No activity found\n");
    else if (brief)
        va_outf(call,
                "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 "
                "isDefault=false\n%s/%s\n",
                p->name, p->launcher);
    else
        va_outf(call,
                "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 "
                "isDefault=false\nActivityInfo:\n  name=%s%s\n  "
                "packageName=%s\n",
                p->launcher[0] == '.' ? p->name : "", p->launcher, p->name);
    va_packages_free(p, count);
    return 0;
}

static void
print_activity(struct va_call *call, int number, const struct va_package *p,
               bool brief)
{
    const char *prefix = p->launcher[0] == '.' ? p->name : "";
    va_outf(call,
            "  Activity #%d:\n    priority=0 preferredOrder=0 "
            "match=0x108000 specificIndex=-1 isDefault=false\n",
            number);
    if (brief) {
        va_outf(call, "    %s/%s\n", p->name, p->launcher);
        return;
    }
    va_outf(call,
            "    ActivityInfo:\n"
            "      name=%s%s\n"
            "      packageName=%s\n"
            "      labelRes=0x7f0f001c nonLocalizedLabel=%s icon=0x7f0d0000 "
            "banner=0x0\n"
            "      enabled=true exported=true directBootAware=false\n"
            "      taskAffinity=%s targetActivity=null persistableMode=0\n"
            "      launchMode=0 flags=0x3 privateFlags=0x1 theme=0x0\n"
            "      ApplicationInfo:\n"
            "        packageName=%s\n"
            "        labelRes=0x7f0f001c nonLocalizedLabel=%s "
            "icon=0x7f0d0000 banner=0x0\n"
            "        processName=%s\n"
            "        sourceDir=%s\n"
            "        versionCode=%lld\n",
            prefix, p->launcher, p->name, p->label, p->name, p->name, p->label,
            p->name, p->apk_path, (long long)p->version_code);
}

static int
query_activities(struct va_call *call)
{
    size_t count;
    bool brief = false;
    bool components = false;
    const char *only = NULL;
    for (int i = 1; i < call->argc; i++) {
        brief |= strcmp(call->argv[i], "--brief") == 0;
        components |= strcmp(call->argv[i], "--components") == 0;
        if (strcmp(call->argv[i], "-p") == 0)
            only = va_word(call, i + 1);
    }
    struct va_package *p = va_device_packages(call->device, only, &count);
    int found = 0;
    for (size_t i = 0; i < count; i++)
        found += p[i].launcher[0] != '\0';
    if (found == 0)
        va_outf(call, "No activities found\n");
    else if (!components)
        va_outf(call, "%d activities found:\n", found);
    found = 0;
    for (size_t i = 0; i < count; i++) {
        if (p[i].launcher[0] == '\0')
            continue;
        if (components)
            va_outf(call, "%s/%s\n", p[i].name, p[i].launcher);
        else
            print_activity(call, found++, &p[i], brief);
    }
    va_packages_free(p, count);
    return 0;
}

static const struct va_verb verbs[] = {
    {"list", list},
    {"path", path},
    {"install", va_pm_install},
    {"install-create", va_pm_install_create},
    {"install-write", va_pm_install_write},
    {"install-commit", va_pm_install_commit},
    {"install-abandon", va_pm_install_abandon},
    {"uninstall", uninstall},
    {"clear", clear},
    {"dump", dump},
    {"grant", grant},
    {"revoke", revoke},
    {"reset-permissions", reset_permissions},
    {"resolve-activity", resolve_activity},
    {"query-activities", query_activities},
    {0},
};

static const char usage[] =
    "Package manager (package) commands:\n"
    "  help\n"
    "    Print this help text.\n"
    "  path [--user USER_ID] PACKAGE\n"
    "    Print the path to the .apk of the given PACKAGE.\n"
    "  list packages [-f] [-d] [-e] [-s] [-3] [-i] [-l] [-u] "
    "[-U] [FILTER]\n"
    "    Prints all packages.\n";

int
va_cmd_pm(struct va_call *call)
{
    if (!va_device_is_booted(call->device)) {
        va_errf(call, "cmd: Can't find service: package\n");
        return 20;
    }
    return va_run_program(call, verbs, usage);
}
