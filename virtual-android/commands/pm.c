// pm.c: `pm`: packages, their permissions and data; installing is install.c's
#include <stdlib.h>
#include <string.h>

#include "virtual-android/commands/commands.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/model/packages.h"

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
parse_listing(struct vd_call *call)
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
list_packages(struct vd_call *call)
{
    struct listing l = parse_listing(call);
    size_t count;
    struct vd_package *p = vd_device_packages(call->device, NULL, &count);
    for (size_t i = 0; i < count; i++) {
        if (l.disabled || (l.third_party && p[i].system) ||
            (l.system && !p[i].system) || !strstr(p[i].name, l.filter))
            continue;
        vd_outf(call, "package:%s%s%s", l.file ? p[i].apk_path : "",
                l.file ? "=" : "", p[i].name);
        if (l.version)
            vd_outf(call, " versionCode:%lld", (long long)p[i].version_code);
        if (l.uid)
            vd_outf(call, " uid:%d", p[i].uid);
        vd_outf(call, "\n");
    }
    vd_packages_free(p, count);
    return 0;
}

static int
list(struct vd_call *call)
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
    const char *what = vd_arg(call, 1);
    if (strcmp(what, "packages") == 0 || strcmp(what, "package") == 0)
        return list_packages(call);
    if (strcmp(what, "features") == 0) {
        for (size_t i = 0; i < AT_LEN(features); i++)
            vd_outf(call, "feature:%s\n", features[i]);
        return 0;
    }
    if (strcmp(what, "users") == 0) {
        vd_outf(call, "Users:\n\tUserInfo{0:Owner:c13} running\n");
        return 0;
    }
    if (strcmp(what, "instrumentation") == 0)
        return vd_pm_list_instrumentation(call);
    vd_errf(call, "Error: unknown list type '%s'\n", what);
    return 255;
}

// The last word that is not an option.
static const char *
package_word(struct vd_call *call)
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
path(struct vd_call *call)
{
    size_t count;
    // Tools ask for "android" to check that pm answers.
    if (strcmp(package_word(call), "android") == 0) {
        vd_outf(call, "package:/system/framework/framework-res.apk\n");
        return 0;
    }
    struct vd_package *p =
        vd_device_packages(call->device, package_word(call), &count);
    if (count > 0)
        vd_outf(call, "package:%s\n", p->apk_path);
    vd_packages_free(p, count);
    return count > 0 ? 0 : 1;
}

static int
uninstall(struct vd_call *call)
{
    if (!vd_device_remove_package(call->device, package_word(call))) {
        vd_outf(call, "Failure [DELETE_FAILED_INTERNAL_ERROR]\n");
        return 1;
    }
    vd_outf(call, "Success\n");
    return 0;
}

static int
clear(struct vd_call *call)
{
    bool ok = !vd_means_other_user(call) &&
              vd_device_clear(call->device, package_word(call));
    vd_outf(call, ok ? "Success\n" : "Failed\n");
    return ok ? 0 : 1;
}

static bool
asks_for(const struct vd_package *p, const char *permission)
{
    for (size_t i = 0; p->permissions[i]; i++) {
        if (strcmp(p->permissions[i], permission) == 0)
            return true;
    }
    return false;
}

static int
change_permission(struct vd_call *call, bool granted)
{
    struct vd_call words = *call;
    if (strcmp(vd_arg(call, 1), "--user") == 0)
        words = vd_shifted(call, 2);
    const char *package = vd_arg(&words, 1);
    const char *permission = vd_arg(&words, 2);
    size_t count;
    struct vd_package *p = vd_device_packages(call->device, package, &count);
    int status = 255;
    if (count == 0 || vd_means_other_user(call)) {
        vd_errf(call,
                "\nException occurred while executing '%s':\n"
                "java.lang.IllegalArgumentException: Unknown package: %s\n"
                "\tat com.android.server.pm.permission."
                "PermissionManagerServiceImpl.grantRuntimePermissionInternal("
                "PermissionManagerServiceImpl.java:1327)\n",
                granted ? "grant" : "revoke", package);
    } else if (!asks_for(p, permission)) {
        vd_errf(call,
                "\nException occurred while executing '%s':\n"
                "java.lang.SecurityException: Package %s has not requested "
                "permission %s\n"
                "\tat com.android.server.pm.permission."
                "PermissionManagerServiceImpl.grantRuntimePermissionInternal("
                "PermissionManagerServiceImpl.java:1366)\n",
                granted ? "grant" : "revoke", package, permission);
    } else {
        vd_device_grant(call->device, package, permission, granted);
        status = 0;
    }
    vd_packages_free(p, count);
    return status;
}

static int
grant(struct vd_call *call)
{
    return change_permission(call, true);
}

static int
revoke(struct vd_call *call)
{
    return change_permission(call, false);
}

static int
reset_permissions(struct vd_call *call)
{
    size_t count;
    struct vd_package *p = vd_device_packages(call->device, NULL, &count);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; p[i].permissions[j]; j++)
            vd_device_grant(call->device, p[i].name, p[i].permissions[j],
                            false);
    }
    vd_packages_free(p, count);
    return 0;
}

static int
dump(struct vd_call *call)
{
    char *words[] = {(char *)"dumpsys", (char *)"package",
                     (char *)package_word(call), NULL};
    struct vd_call inner = *call;
    inner.argc = 3;
    inner.argv = words;
    return vd_cmd_dumpsys(&inner);
}

static int
resolve_activity(struct vd_call *call)
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
    struct vd_package *p = vd_device_packages(call->device, package, &count);
    if (count == 0 || p->launcher[0] == '\0' || vd_lacks_category(call) ||
        vd_means_other_user(call))
        vd_outf(call, "No activity found\n");
    else if (vd_device_take_fault(call->device, "resolves-chooser"))
        vd_outf(call, "priority=0 preferredOrder=0 match=0x0 specificIndex=-1 "
                      "isDefault=false\n"
                      "android/com.android.internal.app.ResolverActivity\n");
    else if (brief)
        vd_outf(call,
                "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 "
                "isDefault=false\n%s/%s\n",
                p->name, p->launcher);
    else
        vd_outf(call,
                "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 "
                "isDefault=false\nActivityInfo:\n  name=%s%s\n  "
                "packageName=%s\n",
                p->launcher[0] == '.' ? p->name : "", p->launcher, p->name);
    vd_packages_free(p, count);
    return 0;
}

static void
print_activity(struct vd_call *call, int number, const struct vd_package *p,
               bool brief)
{
    const char *prefix = p->launcher[0] == '.' ? p->name : "";
    vd_outf(call,
            "  Activity #%d:\n    priority=0 preferredOrder=0 "
            "match=0x108000 specificIndex=-1 isDefault=false\n",
            number);
    if (brief) {
        vd_outf(call, "    %s/%s\n", p->name, p->launcher);
        return;
    }
    vd_outf(call,
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
query_activities(struct vd_call *call)
{
    size_t count;
    bool brief = false;
    bool components = false;
    const char *only = NULL;
    for (int i = 1; i < call->argc; i++) {
        brief |= strcmp(call->argv[i], "--brief") == 0;
        components |= strcmp(call->argv[i], "--components") == 0;
        if (strcmp(call->argv[i], "-p") == 0)
            only = vd_arg(call, i + 1);
    }
    struct vd_package *p = vd_device_packages(call->device, only, &count);
    int found = 0;
    for (size_t i = 0; i < count; i++)
        found += p[i].launcher[0] != '\0';
    if (found == 0)
        vd_outf(call, "No activities found\n");
    else if (!components)
        vd_outf(call, "%d activities found:\n", found);
    found = 0;
    for (size_t i = 0; i < count; i++) {
        if (p[i].launcher[0] == '\0')
            continue;
        if (components)
            vd_outf(call, "%s/%s\n", p[i].name, p[i].launcher);
        else
            print_activity(call, found++, &p[i], brief);
    }
    vd_packages_free(p, count);
    return 0;
}

static const struct vd_verb verbs[] = {
    {"list", list},
    {"path", path},
    {"install", vd_pm_install},
    {"install-create", vd_pm_install_create},
    {"install-write", vd_pm_install_write},
    {"install-commit", vd_pm_install_commit},
    {"install-abandon", vd_pm_install_abandon},
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
vd_cmd_pm(struct vd_call *call)
{
    if (!vd_device_is_booted(call->device)) {
        vd_errf(call, "cmd: Can't find service: package\n");
        return 20;
    }
    return vd_run_program(call, verbs, usage);
}
