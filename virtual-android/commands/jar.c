#include "virtual-android/commands/jar.h"

#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "virtual-android/commands/verbs.h"
#include "virtual-android/files.h"

enum { JAR_MAX_MIB = 16, MANIFEST_MAX_KIB = 64 };

bool
vd_jar_open(struct vd_call *call, const char *path, struct vd_jar *out)
{
    struct at_zip_entry entry;
    *out = (struct vd_jar){
        .bytes = AT_BUF_INIT(JAR_MAX_MIB * AT_MIB),
        .manifest = AT_BUF_INIT(MANIFEST_MAX_KIB * AT_KIB),
    };
    char *full = vd_files_join(call->cwd, path);
    bool ok =
        vd_files_read(vd_device_files(call->device), full, &out->bytes, NULL) &&
        at_zip_open(at_buf_str(&out->bytes), &out->zip, NULL) &&
        at_zip_find(&out->zip, AT_STR("META-INF/MANIFEST.MF"), &entry, NULL) &&
        at_zip_read(&out->zip, &entry, &out->manifest, NULL);
    free(full);
    return ok;
}

void
vd_jar_deinit(struct vd_jar *jar)
{
    at_buf_deinit(&jar->bytes);
    at_buf_deinit(&jar->manifest);
}

struct at_str
vd_jar_value(const struct vd_jar *jar, const char *name)
{
    struct at_str rest = at_buf_str(&jar->manifest);
    struct at_str line;
    size_t len = strlen(name);
    while (at_str_next_line(&rest, &line)) {
        struct at_str value = at_str_skip(line, len);
        if (at_str_starts(line, at_str(name)) &&
            at_str_starts(value, AT_STR(": ")))
            return at_str_trim(at_str_skip(value, 2));
    }
    return at_str(NULL);
}

static bool
is_dex(struct at_str name)
{
    static const char end[] = ".dex";
    return at_str_starts(name, AT_STR("classes")) &&
           name.len > sizeof(end) - 1 &&
           at_str_is(at_str_skip(name, name.len - (sizeof(end) - 1)), end);
}

static bool
entry_has(const struct vd_jar *jar, const struct at_zip_entry *entry,
          struct at_str text)
{
    struct at_buf bytes = AT_BUF_INIT(JAR_MAX_MIB * AT_MIB);
    bool has = at_zip_read(&jar->zip, entry, &bytes, NULL) &&
               at_str_has(at_buf_str(&bytes), text);
    at_buf_deinit(&bytes);
    return has;
}

bool
vd_jar_has(const struct vd_jar *jar, struct at_str text)
{
    struct at_zip_entry entry;
    size_t at = 0;
    while (at_zip_next(&jar->zip, &at, &entry)) {
        if (is_dex(entry.name) && entry_has(jar, &entry, text))
            return true;
    }
    return false;
}
