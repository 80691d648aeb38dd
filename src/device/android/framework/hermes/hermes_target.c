#include "device/android/framework/hermes/hermes_target.h"

#include "base/quote.h"
#include "base/str.h"
#include "wire/json.h"

enum { DESCRIBED_MAX = 8, NAME_MAX_BYTES = 80 };

// The synthetic page that older proxies list beside a real one.
static bool
is_synthetic(const json_t *target)
{
    return at_str_is(at_json_get_str(target, "vm"), "don't use");
}

// appId exists since 0.77; before it was description, in some versions title.
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

// Metro's placeholder for a device without a name does not count.
static struct at_str
name_of(const json_t *target)
{
    struct at_str name = at_json_get_str(target, "deviceName");
    return at_str_is(name, "Unknown") ? AT_STR("") : name;
}

static char
folded(char c)
{
    bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                (c >= '0' && c <= '9');
    return kept ? c : '_';
}

// adb lists a model with '_' for all but letters and digits.
static bool
starts_with_model(struct at_str name, struct at_str model)
{
    if (name.len < model.len)
        return false;
    for (size_t i = 0; i < model.len; i++) {
        if (folded(name.ptr[i]) != folded(model.ptr[i]))
            return false;
    }
    return true;
}

static bool
agrees(struct at_str theirs, const char *ours)
{
    return ours[0] == '\0' || at_str_is(theirs, ours);
}

// "MODEL - RELEASE - API N", as React Native names an Android device; the model
// alone on Genymotion.
static bool
is_called(struct at_str name, const struct at_hermes_device *device)
{
    struct at_str api = AT_STR(" - API ");
    struct at_str model = at_str(device->model);
    if (!starts_with_model(name, model))
        return false;
    struct at_str rest = at_str_skip(name, model.len);
    ptrdiff_t at = at_str_find(rest, api);
    if (model.len > 0 && rest.len == 0)
        return true;
    if (model.len > 0 && !at_str_starts(rest, AT_STR(" - ")))
        return false;
    if (at < 0)
        return true; // a form that is not known
    struct at_str level = at_str_skip(rest, (size_t)at + api.len);
    struct at_str before = at_str_head(rest, (size_t)at);
    bool same =
        model.len == 0 || agrees(at_str_skip(before, 3), device->release);
    return same && agrees(level, device->api);
}

// A device of another system, like an iPhone, has a name without this end.
static bool
is_android(struct at_str name)
{
    return at_str_has(name, AT_STR(" - API "));
}

// The device's part of "DEVICE-PAGE".
static struct at_str
device_id_of(const json_t *target)
{
    struct at_str id = at_json_get_str(target, "id");
    size_t len = id.len;
    while (len > 0 && id.ptr[len - 1] != '-')
        len--;
    return at_str_head(id, len);
}

// The path of ws://HOST/PATH; empty for any other address.
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

// The strength of the claim that a target is on our device, in ascending order.
enum claim { NO_CLAIM, OF_ANOTHER, OF_NO_NAME, OF_OURS };

static enum claim
claim_of(const json_t *target, const struct at_hermes_device *device)
{
    struct at_str name = name_of(target);
    if (name.len == 0)
        return OF_NO_NAME;
    return is_called(name, device) ? OF_OURS : OF_ANOTHER;
}

static enum at_hermes_found
verdict(enum claim claim, const json_t *target, bool several)
{
    if (claim == NO_CLAIM)
        return AT_HERMES_ABSENT;
    if (claim == OF_ANOTHER)
        return several || !is_android(name_of(target)) ? AT_HERMES_ELSEWHERE
                                                       : AT_HERMES_PERHAPS;
    return several ? AT_HERMES_PERHAPS : AT_HERMES_OURS;
}

enum at_hermes_found
at_hermes_pick(const json_t *list, const char *package,
               const struct at_hermes_device *device,
               struct at_hermes_target *out)
{
    const json_t *best = NULL;
    enum claim best_claim = NO_CLAIM;
    bool several = false; // devices have the same claim
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *target = json_array_get(list, i);
        if (is_synthetic(target) || !is_of(target, package))
            continue;
        enum claim claim = claim_of(target, device);
        if (claim < best_claim || !take(target, out))
            continue;
        several =
            claim == best_claim &&
            (several || !at_str_eq(device_id_of(target), device_id_of(best)) ||
             !at_str_eq(name_of(target), name_of(best)));
        best_claim = claim;
        best = target;
    }
    return verdict(best_claim, best, several);
}

static void
read_line(struct at_str *said, char *out, size_t cap)
{
    struct at_str line;
    if (!at_str_next_line(said, &line))
        return;
    line = at_str_trim(line);
    if (line.len > 0 && line.len < cap)
        at_str_cut(out, cap, line);
}

void
at_hermes_device_read(struct at_str said, struct at_hermes_device *out)
{
    read_line(&said, out->model, sizeof(out->model));
    read_line(&said, out->release, sizeof(out->release));
    read_line(&said, out->api, sizeof(out->api));
}

void
at_hermes_describe_devices(const json_t *list, const char *package,
                           struct at_buf *out)
{
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *target = json_array_get(list, i);
        struct at_str name = at_utf8_head(name_of(target), NAME_MAX_BYTES);
        if (is_synthetic(target) || !is_of(target, package) || name.len == 0)
            continue;
        if (count++ == DESCRIBED_MAX)
            break;
        at_buf_add_fmt(out, "%s%s", count > 1 ? ", " : "", AT_QUOTED(name));
    }
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
