// dumpsys_package.c: `dumpsys package PACKAGE`
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/limits.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/model/device.h"
#include "virtual-android/model/packages.h"
#include "virtual-android/model/properties.h"
#include "virtual-android/shell/command.h"

static void
add_stamp(struct at_buf *out, const char *name, int64_t wall_ms)
{
    time_t seconds = (time_t)(wall_ms / 1000);
    struct tm tm;
    char text[32];
    gmtime_r(&seconds, &tm);
    strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &tm);
    at_buf_add_fmt(out, "    %s=%s\n", name, text);
}

static void
add_resolver(struct at_buf *out, const struct vd_package *p)
{
    at_buf_add_fmt(out,
                   "Activity Resolver Table:\n"
                   "  Non-Data Actions:\n"
                   "      android.intent.action.MAIN:\n"
                   "        2ed55cc %s/%s filter d44378d\n"
                   "          Action: \"android.intent.action.MAIN\"\n"
                   "          Category: \"android.intent.category.LAUNCHER\"\n"
                   "\n",
                   p->name, p->launcher);
}

static void
add_package(struct at_buf *out, const struct vd_package *p, int api_level)
{
    at_buf_add_fmt(out,
                   "Packages:\n"
                   "  Package [%s] (26fe3f6):\n"
                   "    userId=%d\n"
                   "    pkg=Package{75d33f7 %s}\n"
                   "    codePath=%.*s\n"
                   "    primaryCpuAbi=x86_64\n"
                   "    versionCode=%lld minSdk=24 targetSdk=%d\n"
                   "    versionName=%s\n"
                   "    splits=[base]\n"
                   "    apkSigningVersion=2\n"
                   "    flags=[ %s%sHAS_CODE ALLOW_CLEAR_USER_DATA "
                   "ALLOW_BACKUP ]\n"
                   "    dataDir=/data/user/0/%s\n",
                   p->name, p->uid, p->name,
                   (int)(strlen(p->apk_path) - strlen("/base.apk")),
                   p->apk_path, (long long)p->version_code, api_level,
                   p->version, p->system ? "SYSTEM " : "",
                   p->debuggable ? "DEBUGGABLE " : "", p->name);
    add_stamp(out, "timeStamp", p->installed_ms);
    add_stamp(out, "firstInstallTime", p->installed_ms);
    add_stamp(out, "lastUpdateTime", p->installed_ms);
    at_buf_add_fmt(out,
                   "    signatures=PackageSignatures{2bbf1f3 version:2, "
                   "signatures:[%.8s], past signatures:[]}\n",
                   p->signer[0] ? p->signer : "b4addb29");
    at_buf_add_text(out, "    requested permissions:\n");
    for (size_t i = 0; p->permissions[i]; i++)
        at_buf_add_fmt(out, "      %s\n", p->permissions[i]);
    at_buf_add_fmt(out,
                   "    User 0: ceDataInode=525404 installed=true hidden=false "
                   "suspended=false stopped=%s notLaunched=false enabled=0\n"
                   "      runtime permissions:\n",
                   p->pid ? "false" : "true");
    for (size_t i = 0; p->permissions[i]; i++)
        at_buf_add_fmt(out, "        %s: granted=%s, flags=[ USER_SET ]\n",
                       p->permissions[i], p->granted[i] ? "true" : "false");
}

static void
add_providers(struct vd_call *call, const struct vd_package *p,
              struct at_buf *out)
{
    char *bridge = vd_device_get(call->device, "idling", p->name);
    if (bridge)
        at_buf_add_fmt(out,
                       "ContentProvider Authorities:\n"
                       "  [%s.agentest.idling]:\n",
                       p->name);
    free(bridge);
}

int
vd_dumpsys_package(struct vd_call *call)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    const char *only = NULL;
    for (int i = 1; i < call->argc; i++) {
        if (call->argv[i][0] != '-')
            only = call->argv[i];
    }
    size_t count;
    struct vd_package *p = vd_device_packages(call->device, only, &count);
    if (count == 0)
        at_buf_add_fmt(&out, "Unable to find package: %s\n", only ? only : "");
    for (size_t i = 0; i < count; i++) {
        if (p[i].launcher[0])
            add_resolver(&out, &p[i]);
        add_providers(call, &p[i], &out);
        add_package(&out, &p[i], vd_device_api_level(call->device));
    }
    vd_out(call, at_buf_str(&out));
    vd_packages_free(p, count);
    at_buf_deinit(&out);
    return 0;
}
