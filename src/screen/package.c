#include "screen/package.h"

#include "screen/detect.h"

static const struct at_str input_methods[] = {
    AT_STR_ROW("com.android.adbkeyboard"),
    AT_STR_ROW("com.baidu.input"),
    AT_STR_ROW("com.baidu.input_mi"),
    AT_STR_ROW("com.google.android.inputmethod.latin"),
    AT_STR_ROW("com.huawei.ohos.inputmethod"),
    AT_STR_ROW("com.samsung.android.honeyboard"),
    AT_STR_ROW("com.sec.android.inputmethod"),
    AT_STR_ROW("com.swiftkey.swiftkeyapp"),
    AT_STR_ROW("com.touchtype.swiftkey"),
    AT_STR_ROW("org.futo.inputmethod.latin"),
    AT_STR_ROW("dev.patrickgold.florisboard"),
    AT_STR_ROW("helium314.keyboard"),
};

static const struct at_str launchers[] = {
    AT_STR_ROW("app.lawnchair"),
    AT_STR_ROW("com.bbk.launcher2"),
    AT_STR_ROW("com.miui.home"),
    AT_STR_ROW("com.mi.android.globallauncher"),
    AT_STR_ROW("com.realme.launcher"),
    AT_STR_ROW("com.hihonor.android.launcher"),
};

// Before Android 10 the package installer asked for permissions.
static const struct at_str permission_askers[] = {
    AT_STR_ROW("com.android.permissioncontroller"),
    AT_STR_ROW("com.google.android.permissioncontroller"),
    AT_STR_ROW("com.samsung.android.permissioncontroller"),
    AT_STR_ROW("com.miui.permissioncontroller"),
    AT_STR_ROW("com.android.packageinstaller"),
    AT_STR_ROW("com.google.android.packageinstaller"),
    AT_STR_ROW("com.samsung.android.packageinstaller"),
    AT_STR_ROW("com.lbe.security.miui"),
    AT_STR_ROW("com.coloros.securitypermission"),
    AT_STR_ROW("com.oplus.securitypermission"),
    AT_STR_ROW("com.oneplus.security"),
    AT_STR_ROW("com.vivo.permissionmanager"),
};

static const struct at_str services[] = {
    AT_STR_ROW("com.google.android.gms"),
    AT_STR_ROW("com.huawei.hwid"),
    AT_STR_ROW("com.hihonor.id"),
};

bool
at_package_is_input_method(struct at_str package)
{
    return at_str_has(package, AT_STR(".inputmethod")) ||
           at_str_in(package, input_methods, AT_LEN(input_methods));
}

bool
at_package_asks_permission(struct at_str package)
{
    return at_str_in(package, permission_askers, AT_LEN(permission_askers));
}

bool
at_package_serves_apps(struct at_str package)
{
    return at_str_in(package, services, AT_LEN(services));
}

bool
at_package_is_system_ui(struct at_str package)
{
    return at_str_is(package, "com.android.systemui") ||
           at_str_starts(package, AT_STR("com.android.systemui."));
}

// Return true if the last part of the name contains the word: nexuslauncher,
// launcher3, com.sec.android.app.launcher …
static bool
last_part_has_launcher(struct at_str package)
{
    size_t start = package.len;
    while (start > 0 && package.ptr[start - 1] != '.')
        start--;
    return at_str_find_nocase(at_str_skip(package, start),
                              AT_STR("launcher")) >= 0;
}

bool
at_package_is_launcher(struct at_str package)
{
    return at_str_in(package, launchers, AT_LEN(launchers)) ||
           last_part_has_launcher(package);
}
