#include "device/android/framework/hermes_target.h"

#include "base/str.h"
#include "wire/json.h"

enum { DESCRIBED_MAX = 8 };

// The synthetic page that older proxies list beside a real one.
static bool
is_synthetic(const json_t *target)
{
    return at_str_is(at_json_get_str(target, "vm"), "don't use");
}

// appId since 0.77; description is it before, title has it in some versions.
static bool
is_of(const json_t *target, const char *package)
{
    struct at_str id = at_json_get_str(target, "appId");
    struct at_str title = at_json_get_str(target, "title");
    if (id.len > 0)
        return at_str_is(id, package);
    struct at_str after = at_str_skip(title, at_str(package).len);
    return at_str_is(at_json_get_str(target, "description"), package) ||
           (at_str_starts(title, at_str(package)) &&
            (after.len == 0 || after.ptr[0] == ' '));
}

static bool
is_on(const json_t *target, const char *model)
{
    return model[0] &&
           at_str_starts(at_json_get_str(target, "deviceName"), at_str(model));
}

// The path of ws://HOST/PATH; empty if it is no such address.
static struct at_str
path_of(struct at_str url)
{
    ptrdiff_t scheme = at_str_find(url, AT_STR("://"));
    if (scheme < 0 || !at_str_starts(url, AT_STR("ws")))
        return AT_STR("");
    struct at_str rest = at_str_skip(url, (size_t)scheme + 3);
    ptrdiff_t slash = at_str_find(rest, AT_STR("/"));
    return slash < 0 ? AT_STR("") : at_str_skip(rest, (size_t)slash);
}

static bool
is_plain(struct at_str path)
{
    for (size_t i = 0; i < path.len; i++) {
        if ((unsigned char)path.ptr[i] <= ' ' || path.ptr[i] == 0x7f)
            return false;
    }
    return path.len > 0;
}

static bool
take(const json_t *target, struct at_hermes_target *out)
{
    struct at_str url = at_json_get_str(target, "webSocketDebuggerUrl");
    struct at_str path = path_of(url);
    if (!is_plain(path) || path.len >= sizeof(out->path))
        return false;
    const json_t *native = json_object_get(target, "reactNative");
    const json_t *capabilities = json_object_get(native, "capabilities");
    at_str_cut(out->path, sizeof(out->path), path);
    at_str_cut(out->id, sizeof(out->id), at_json_get_str(target, "id"));
    at_str_cut(out->title, sizeof(out->title),
               at_json_get_str(target, "title"));
    out->shares_debugging = json_is_true(
        json_object_get(capabilities, "supportsMultipleDebuggers"));
    return true;
}

bool
at_hermes_pick(const json_t *list, const char *package, const char *model,
               struct at_hermes_target *out)
{
    bool found = false;
    bool on_device = false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *target = json_array_get(list, i);
        bool here = is_on(target, model);
        if (is_synthetic(target) || !is_of(target, package) ||
            (on_device && !here) || !take(target, out))
            continue;
        on_device = here;
        found = true;
    }
    return found;
}

void
at_hermes_describe(const json_t *list, struct at_buf *out)
{
    size_t count = json_array_size(list);
    at_buf_add_fmt(out, "%zu target(s)", count);
    for (size_t i = 0; i < count && i < DESCRIBED_MAX; i++) {
        const json_t *target = json_array_get(list, i);
        struct at_str app = at_json_get_str(target, "appId");
        if (app.len == 0)
            app = at_json_get_str(target, "description");
        struct at_str id = at_utf8_head(at_json_get_str(target, "id"), 60);
        app = at_utf8_head(app, 80);
        at_buf_add_fmt(out, "%s%.*s(appId=%.*s)", i ? ", " : ": ", (int)id.len,
                       id.ptr, (int)app.len, app.ptr);
    }
    if (count > DESCRIBED_MAX)
        at_buf_add_text(out, ", …");
}
