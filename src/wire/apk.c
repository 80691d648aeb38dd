#include "wire/apk.h"

#include <string.h>

#include "base/limits.h"
#include "wire/axml.h"
#include "wire/zip.h"

// Resource ids of android:... attributes from the platform's public.xml. They
// remain valid if a packer strips the names.
enum attr_id {
    ID_LABEL = 0x01010001,
    ID_NAME = 0x01010003,
    ID_ENABLED = 0x0101000e,
    ID_DEBUGGABLE = 0x0101000f,
    ID_TARGET_PACKAGE = 0x01010021,
    ID_MIN_SDK = 0x0101020c,
    ID_VERSION_CODE = 0x0101021b,
    ID_VERSION_NAME = 0x0101021c,
    ID_TARGET_SDK = 0x01010270,
    ID_TEST_ONLY = 0x01010272,
    ID_VERSION_CODE_MAJOR = 0x01010576,
};

struct reader {
    struct at_axml doc;
    struct at_apk_info *info;
    struct at_err *err;
    // the open activity and intent filter
    struct at_str activity; // empty: not enabled
    bool has_main;
    bool has_launcher;
    struct at_apk_instrumentation found[AT_APK_MAX_INSTRUMENTATIONS];
};

// The getters leave *out unchanged if the attribute is absent or a reference.
// Texts are views into the document's arena.
static bool
get_text(struct reader *reader, enum attr_id id, struct at_str *out)
{
    struct at_axml_attr attr;
    bool found;
    if (!at_axml_find(&reader->doc, (uint32_t)id, at_str(NULL), &attr, &found,
                      reader->err))
        return false;
    if (found && attr.type == AT_AXML_STRING)
        *out = attr.text;
    return true;
}

// Like get_text(), for the two attributes without a namespace.
static bool
get_plain(struct reader *reader, struct at_str name, struct at_str *out)
{
    struct at_axml_attr attr;
    bool found;
    if (!at_axml_find(&reader->doc, 0, name, &attr, &found, reader->err))
        return false;
    if (found && attr.type == AT_AXML_STRING)
        *out = attr.text;
    return true;
}

static bool
get_int(struct reader *reader, enum attr_id id, int64_t *out)
{
    struct at_axml_attr attr;
    bool found;
    if (!at_axml_find(&reader->doc, (uint32_t)id, at_str(NULL), &attr, &found,
                      reader->err))
        return false;
    int64_t value;
    if (found && at_axml_int(&attr, &value))
        *out = value;
    return true;
}

static bool
get_bool(struct reader *reader, enum attr_id id, bool *out)
{
    int64_t value = *out;
    if (!get_int(reader, id, &value))
        return false;
    *out = value != 0;
    return true;
}

static bool
read_manifest(struct reader *reader)
{
    struct at_apk_info *info = reader->info;
    int64_t code = 0;
    int64_t major = 0;
    if (!get_plain(reader, AT_STR("package"), &info->package) ||
        !get_plain(reader, AT_STR("split"), &info->split) ||
        !get_text(reader, ID_VERSION_NAME, &info->version_name) ||
        !get_int(reader, ID_VERSION_CODE, &code) ||
        !get_int(reader, ID_VERSION_CODE_MAJOR, &major))
        return false;
    info->version_code =
        (int64_t)((uint64_t)(uint32_t)major << 32 | (uint32_t)code);
    return true;
}

static bool
read_uses_sdk(struct reader *reader)
{
    return get_int(reader, ID_MIN_SDK, &reader->info->min_sdk) &&
           get_int(reader, ID_TARGET_SDK, &reader->info->target_sdk);
}

static bool
read_application(struct reader *reader)
{
    struct at_apk_info *info = reader->info;
    return get_text(reader, ID_LABEL, &info->label) &&
           get_bool(reader, ID_DEBUGGABLE, &info->debuggable) &&
           get_bool(reader, ID_TEST_ONLY, &info->test_only);
}

static bool
read_instrumentation(struct reader *reader)
{
    struct at_apk_info *info = reader->info;
    if (info->instrumentation_count == AT_LEN(reader->found))
        return at_fail(reader->err, AT_ELIMIT,
                       "the manifest has more than %zu instrumentations",
                       AT_LEN(reader->found));
    struct at_apk_instrumentation *out =
        &reader->found[info->instrumentation_count++];
    *out = (struct at_apk_instrumentation){AT_STR(""), AT_STR("")};
    return get_text(reader, ID_NAME, &out->runner) &&
           get_text(reader, ID_TARGET_PACKAGE, &out->target);
}

static bool
read_activity(struct reader *reader)
{
    bool enabled = true;
    reader->activity = AT_STR("");
    if (!get_bool(reader, ID_ENABLED, &enabled) ||
        !get_text(reader, ID_NAME, &reader->activity))
        return false;
    if (!enabled)
        reader->activity = AT_STR("");
    return true;
}

static bool
read_filter(struct reader *reader)
{
    reader->has_main = false;
    reader->has_launcher = false;
    return true;
}

static bool
note_launcher(struct reader *reader)
{
    if (reader->has_main && reader->has_launcher &&
        reader->info->launcher.len == 0)
        reader->info->launcher = reader->activity;
    return true;
}

static bool
read_action(struct reader *reader)
{
    struct at_str name = AT_STR("");
    bool ok = get_text(reader, ID_NAME, &name);
    reader->has_main |= at_str_is(name, "android.intent.action.MAIN");
    return ok && note_launcher(reader);
}

static bool
read_category(struct reader *reader)
{
    struct at_str name = AT_STR("");
    bool ok = get_text(reader, ID_NAME, &name);
    reader->has_launcher |= at_str_is(name, "android.intent.category.LAUNCHER");
    return ok && note_launcher(reader);
}

// The relevant elements, each under its parent. Other elements hide everything
// inside them.
enum place {
    NOWHERE,
    ROOT,
    MANIFEST,
    APPLICATION,
    ACTIVITY,
    FILTER,
    LEAF,
};

static const struct {
    enum place parent;
    const char *name;
    enum place place;
    bool (*read)(struct reader *reader);
} elements[] = {
    {ROOT, "manifest", MANIFEST, read_manifest},
    {MANIFEST, "uses-sdk", LEAF, read_uses_sdk},
    {MANIFEST, "instrumentation", LEAF, read_instrumentation},
    {MANIFEST, "application", APPLICATION, read_application},
    {APPLICATION, "activity", ACTIVITY, read_activity},
    {APPLICATION, "activity-alias", ACTIVITY, read_activity},
    {ACTIVITY, "intent-filter", FILTER, read_filter},
    {FILTER, "action", LEAF, read_action},
    {FILTER, "category", LEAF, read_category},
};

static bool
enter(struct reader *reader, enum place parent, enum place *out)
{
    *out = NOWHERE;
    for (size_t i = 0; i < AT_LEN(elements); i++) {
        if (elements[i].parent == parent &&
            at_str_is(reader->doc.name, elements[i].name)) {
            *out = elements[i].place;
            return elements[i].read(reader);
        }
    }
    return true;
}

static bool
read_elements(struct reader *reader)
{
    enum place places[AT_AXML_MAX_DEPTH + 1] = {ROOT}; // indexed by depth
    for (;;) {
        size_t depth;
        switch (at_axml_next(&reader->doc, reader->err)) {
        case AT_AXML_START:
            depth = reader->doc.depth;
            if (!enter(reader, places[depth - 1], &places[depth]))
                return false;
            break;
        case AT_AXML_END:
            break;
        case AT_AXML_DONE:
            return true;
        case AT_AXML_BAD:
            return false;
        }
    }
}

// ".Main" and "Main" abbreviate a class of the package.
static bool
complete_class(struct reader *reader, struct at_str *name)
{
    struct at_apk_info *info = reader->info;
    if (name->len > AT_CLASS_NAME_MAX_BYTES)
        return at_fail(reader->err, AT_ELIMIT,
                       "a class name of %zu bytes, at most %zu", name->len,
                       AT_CLASS_NAME_MAX_BYTES);
    if (name->len == 0 || at_str_find(*name, AT_STR(".")) > 0)
        return true;
    struct at_buf full = AT_BUF_INIT(2 * AT_CLASS_NAME_MAX_BYTES + 1);
    at_buf_add_str(&full, info->package);
    if (name->ptr[0] != '.')
        at_buf_add_char(&full, '.');
    at_buf_add_str(&full, *name);
    *name = at_arena_dup(&reader->doc.arena, at_buf_str(&full));
    at_buf_deinit(&full);
    return true;
}

static bool
complete_info(struct reader *reader)
{
    struct at_apk_info *info = reader->info;
    size_t count = info->instrumentation_count;
    if (info->package.len == 0)
        return at_fail(reader->err, AT_EUSAGE,
                       "no package is named: not the manifest of an app");
    if (info->package.len > AT_CLASS_NAME_MAX_BYTES)
        return at_fail(reader->err, AT_ELIMIT,
                       "a package name of %zu bytes, at most %zu",
                       info->package.len, AT_CLASS_NAME_MAX_BYTES);
    if (info->target_sdk == 0)
        info->target_sdk = info->min_sdk;
    for (size_t i = 0; i < count; i++) {
        if (!complete_class(reader, &reader->found[i].runner))
            return false;
    }
    if (count > 0) {
        size_t size = count * sizeof(reader->found[0]);
        info->instrumentations = at_arena_alloc(&reader->doc.arena, size);
        memcpy(info->instrumentations, reader->found, size);
    }
    return complete_class(reader, &info->launcher);
}

bool
at_apk_manifest_parse(struct at_str manifest, struct at_apk_info *info,
                      struct at_err *err)
{
    struct reader reader = {.doc = AT_AXML_INIT, .info = info, .err = err};
    info->min_sdk = 1;

    bool ok = at_axml_open(manifest, &reader.doc, err) &&
              read_elements(&reader) && complete_info(&reader);
    info->arena = reader.doc.arena; // the texts are in this arena
    reader.doc.arena = (struct at_arena)AT_ARENA_INIT;
    at_axml_deinit(&reader.doc);
    if (!ok)
        at_err_context(err, "AndroidManifest.xml");
    return ok;
}

bool
at_apk_info_parse(struct at_str apk, struct at_apk_info *info,
                  struct at_err *err)
{
    struct at_buf manifest = AT_BUF_INIT(AT_MANIFEST_MAX_BYTES);
    struct at_zip zip;
    struct at_zip_entry entry;
    bool ok = at_zip_open(apk, &zip, err) &&
              at_zip_find(&zip, AT_STR("AndroidManifest.xml"), &entry, err) &&
              at_zip_read(&zip, &entry, &manifest, err) &&
              at_apk_manifest_parse(at_buf_str(&manifest), info, err);
    at_buf_deinit(&manifest);
    if (!ok)
        at_err_context(err, "not a usable APK");
    return ok;
}

void
at_apk_info_deinit(struct at_apk_info *info)
{
    at_arena_deinit(&info->arena);
    *info = (struct at_apk_info)AT_APK_INFO_INIT;
}
