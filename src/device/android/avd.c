// avd.c: read NAME.ini files, and ask a running emulator's console
#include "device/android/avd.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "device/android/adb/client/adb.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/folder.h"

enum { CONSOLE_MS = 2000 };

static const struct {
    const char *variable;
    const char *below;
} homes[] = {
    {"ANDROID_AVD_HOME", ""},          {"ANDROID_USER_HOME", "/avd"},
    {"ANDROID_EMULATOR_HOME", "/avd"}, {"ANDROID_SDK_HOME", "/.android/avd"},
    {"HOME", "/.android/avd"},
};

// "target=android-34"
static void
read_target(const char *path, char os[64])
{
    static const struct at_str key = AT_STR_ROW("target=android-");
    struct at_buf text = AT_BUF_INIT(AT_AVD_INI_MAX_BYTES);
    struct at_str line;
    if (at_file_read(path, &text, NULL)) {
        struct at_str rest = at_buf_str(&text);
        while (at_str_next_line(&rest, &line)) {
            line = at_str_trim(line);
            if (at_str_starts(line, key))
                snprintf(
                    os, 64, "API %.*s",
                    AT_STR_ARG(at_str_head(at_str_skip(line, key.len), 40)));
        }
    }
    at_buf_deinit(&text);
}

static void
add_avd(struct at_avd_list *list, const char *home, struct at_str file)
{
    static const struct at_str ending = AT_STR_ROW(".ini");
    if (!at_str_ends(file, ending) || file.len == ending.len ||
        file.len - ending.len >= sizeof(list->avds->name) ||
        list->count == AT_ANDROID_AVDS_MAX)
        return;
    list->avds =
        at_realloc_array(list->avds, list->count + 1, sizeof(*list->avds));
    struct at_avd *avd = &list->avds[list->count++];
    *avd = (struct at_avd){0};
    at_str_cut(avd->name, sizeof(avd->name),
               at_str_head(file, file.len - ending.len));
    char *path = at_strfmt("%s/%.*s", home, AT_STR_ARG(file));
    read_target(path, avd->os);
    free(path);
}

static void
read_home(const char *home, struct at_avd_list *list)
{
    struct at_folder_list files;
    if (!at_folder_list(home, &files, NULL))
        return;
    for (size_t i = 0; i < files.count; i++)
        if (!files.entries[i].is_folder)
            add_avd(list, home, at_str(files.entries[i].name));
    at_folder_list_deinit(&files);
}

void
at_avd_list_read(struct at_avd_list *out)
{
    *out = (struct at_avd_list){0};
    for (size_t i = 0; i < AT_LEN(homes) && out->count == 0; i++) {
        const char *root = getenv(homes[i].variable);
        if (!root || !root[0])
            continue;
        char *home = at_strfmt("%s%s", root, homes[i].below);
        read_home(home, out);
        free(home);
    }
}

void
at_avd_list_deinit(struct at_avd_list *list)
{
    free(list->avds);
    *list = (struct at_avd_list){0};
}

bool
at_avd_is_listed(const struct at_avd_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (at_str_is(at_str(name), list->avds[i].name))
            return true;
    return false;
}

void
at_avd_list_write(const struct at_avd_list *list, struct at_buf *out)
{
    for (size_t i = 0; i < list->count; i++)
        at_buf_add_fmt(out, "%s'%s'", i ? ", " : "", list->avds[i].name);
    if (list->count == 0)
        at_buf_add_text(out, "none (make one in Android Studio's device "
                             "manager or with `avdmanager create avd`)");
}

bool
at_emulator_is(const char *serial)
{
    return at_str_starts(at_str(serial), AT_STR("emulator-"));
}

void
at_emulator_avd(const struct at_op *op, const char *serial, char out[128])
{
    struct at_op quick = at_op_sub(op, at_now_ns(), CONSOLE_MS);
    struct at_buf said = AT_BUF_INIT(4 * AT_KIB);
    struct at_str name = {0};
    if (at_emulator_is(serial) &&
        at_adb_console(&quick, serial, "avd name", &said, NULL)) {
        struct at_str rest = at_str_trim(at_buf_str(&said));
        at_str_next_line(&rest, &name);
    }
    at_str_cut(out, 128, at_str_trim(name));
    at_buf_deinit(&said);
}

bool
at_emulator_find(const struct at_op *op, const struct at_android_list *list,
                 const char *avd, char out_serial[128])
{
    for (size_t i = 0; i < list->count; i++) {
        char name[128];
        at_emulator_avd(op, list->entries[i].serial, name);
        if (!name[0] || !at_str_is(at_str(avd), name))
            continue;
        snprintf(out_serial, 128, "%s", list->entries[i].serial);
        return true;
    }
    return false;
}
