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
        at_zip_open(at_buf_str(&out->bytes), &out->zip, NULL);
    free(full);
    if (ok &&
        at_zip_find(&out->zip, AT_STR("META-INF/MANIFEST.MF"), &entry, NULL))
        ok = at_zip_read(&out->zip, &entry, &out->manifest, NULL);
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
find_in(struct at_str bytes, struct at_str text, char *after, size_t cap)
{
    for (size_t i = 0; i + text.len <= bytes.len; i++) {
        if (bytes.ptr[i] != text.ptr[0] ||
            memcmp(bytes.ptr + i, text.ptr, text.len) != 0)
            continue;
        struct at_str rest = at_str_skip(bytes, i + text.len);
        size_t len = rest.len < cap - 1 ? rest.len : cap - 1;
        if (len > 0)
            memcpy(after, rest.ptr, len);
        after[len] = '\0';
        return true;
    }
    return false;
}

bool
vd_jar_find(const struct vd_jar *jar, struct at_str text, char *after,
            size_t cap)
{
    struct at_zip_entry entry;
    size_t at = 0;
    bool found = false;
    while (!found && at_zip_next(&jar->zip, &at, &entry)) {
        struct at_buf bytes = AT_BUF_INIT(JAR_MAX_MIB * AT_MIB);
        found = is_dex(entry.name) &&
                at_zip_read(&jar->zip, &entry, &bytes, NULL) &&
                find_in(at_buf_str(&bytes), text, after, cap);
        at_buf_deinit(&bytes);
    }
    return found;
}
