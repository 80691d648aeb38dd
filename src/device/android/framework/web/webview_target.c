#include "device/android/framework/web/webview_target.h"

#include <string.h>

#include "wire/json.h"

enum { DESCRIPTION_MAX_BYTES = 4096 };

static const double side_max_px = 100000;

static const char *const browsers[] = {
    "com.android.chrome",
    "com.brave.browser",
    "com.chrome.",
    "com.google.android.apps.chrome",
    "com.microsoft.emmx",
    "com.opera.browser",
    "com.sec.android.app.sbrowser",
    "com.vivaldi.browser",
    "org.chromium.",
};

// A name that ends in a dot matches all that begin with it; a stable name
// matches its channels: "com.microsoft.emmx.beta", "com.brave.browser_nightly".
bool
at_web_is_browser(const char *package)
{
    for (size_t i = 0; i < AT_LEN(browsers); i++) {
        size_t len = strlen(browsers[i]);
        if (strncmp(package, browsers[i], len) != 0)
            continue;
        char next = package[len];
        if (browsers[i][len - 1] == '.' || next == '\0' || next == '.' ||
            next == '_')
            return true;
    }
    return false;
}

static bool
has_word(struct at_str words, struct at_str word)
{
    struct at_str one;
    while (at_str_next(&words, ' ', &one)) {
        if (one.len > 0 && at_str_eq(one, word))
            return true;
    }
    return false;
}

// The name of a listening socket of the abstract name space; empty otherwise.
// Num RefCount Protocol Flags Type St Inode Path
static struct at_str
listening_name(struct at_str line)
{
    const struct at_str none = AT_STR("");
    struct at_str field = none;
    ptrdiff_t at = at_str_find(line, AT_STR(" @"));
    struct at_str rest = line;
    bool listens = false;
    if (at < 0)
        return none;
    for (int i = 0; i < 4 && at_str_next(&rest, ' ', &field);)
        i += field.len > 0 ? 1 : 0;
    listens = at_str_eq(field, AT_STR("00010000"));
    return listens ? at_str_trim(at_str_skip(line, (size_t)at + 2)) : none;
}

// "webview_devtools_remote_1234" belongs to process 1234. A browser's first
// process has the name without a number, and any other one with its own.
static bool
is_of_app(struct at_str name, struct at_str pids, bool browser)
{
    const struct at_str end = AT_STR("devtools_remote");
    ptrdiff_t at = at_str_find(name, end);
    if (at < 0)
        return false;
    bool web_view = at_str_starts(name, AT_STR("webview_"));
    struct at_str after = at_str_skip(name, (size_t)at + end.len);
    if (after.len == 0)
        return browser && !web_view;
    return (web_view || browser) && after.ptr[0] == '_' &&
           has_word(pids, at_str_skip(after, 1));
}

static bool
is_plain(struct at_str text, const char *more)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                     (c >= '0' && c <= '9') || (c != '\0' && strchr(more, c));
        if (!plain)
            return false;
    }
    return text.len > 0;
}

static void
add_socket(struct at_web_sockets *out, struct at_str name)
{
    if (out->count == AT_WEB_SOCKETS_MAX || name.len >= sizeof(out->names[0]) ||
        !is_plain(name, "._-"))
        return;
    for (size_t i = 0; i < out->count; i++) {
        if (at_str_is(name, out->names[i]))
            return;
    }
    at_str_cut(out->names[out->count++], sizeof(out->names[0]), name);
}

void
at_web_find_sockets(struct at_str printed, const char *package,
                    struct at_web_sockets *out)
{
    bool browser = at_web_is_browser(package);
    struct at_str pids = AT_STR("");
    struct at_str line;
    *out = (struct at_web_sockets){0};
    while (at_str_next_line(&printed, &line) && !at_str_is(line, "--"))
        pids = line.len > 0 ? at_str_trim(line) : pids;
    while (at_str_next_line(&printed, &line)) {
        struct at_str name = listening_name(line);
        if (is_of_app(name, pids, browser))
            add_socket(out, name);
    }
}

bool
at_web_is_of(const json_t *version, const char *package)
{
    struct at_str name = at_json_get_str(version, "Android-Package");
    return name.len == 0 || at_str_is(name, package);
}

// A missing member, or one that is not a number, is 0; values beyond any screen
// are cut.
static int32_t
pixels(const json_t *object, const char *name)
{
    double value = json_number_value(json_object_get(object, name));
    if (value > side_max_px)
        value = side_max_px;
    return (int32_t)(value < -side_max_px ? -side_max_px : value);
}

static bool
is_false(const json_t *object, const char *name)
{
    return json_is_false(json_object_get(object, name));
}

// A WebView describes its page in JSON; a browser's tab has no description.
static bool
read_place(const json_t *page, struct at_web_target *out)
{
    struct at_str text = at_json_get_str(page, "description");
    json_t *json = text.len > 0 && text.len <= DESCRIPTION_MAX_BYTES
                       ? at_json_parse(text, NULL)
                       : NULL;
    int32_t left = pixels(json, "screenX");
    int32_t top = pixels(json, "screenY");
    int32_t width = pixels(json, "width");
    int32_t height = pixels(json, "height");
    bool hidden = is_false(json, "attached") || is_false(json, "visible") ||
                  json_is_true(json_object_get(json, "empty"));
    bool sized = json_is_number(json_object_get(json, "width"));
    json_decref(json);
    out->placed = sized && width > 0 && height > 0;
    out->place = (struct at_rect){left, top, left + width, top + height};
    return !hidden && (!sized || out->placed);
}

static bool
read_target(const json_t *page, struct at_web_target *out)
{
    struct at_str type = at_json_get_str(page, "type");
    struct at_str id = at_json_get_str(page, "id");
    if (!at_str_is(type, "page") && !at_str_is(type, "webview"))
        return false;
    if (!is_plain(id, "-_") || id.len >= sizeof(out->id))
        return false;
    at_str_cut(out->id, sizeof(out->id), id);
    return read_place(page, out);
}

size_t
at_web_list(const json_t *list, struct at_web_target out[AT_WEB_TARGETS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(list) && count < AT_WEB_TARGETS_MAX;
         i++)
        count += read_target(json_array_get(list, i), &out[count]) ? 1 : 0;
    return count;
}

static double
width_of(struct at_rect rect)
{
    return (double)rect.right - rect.left;
}

static double
height_of(struct at_rect rect)
{
    return (double)rect.bottom - rect.top;
}

int
at_web_fit(const struct at_web_target *target, double width_css,
           double height_css, struct at_rect view)
{
    double area = width_of(view) * height_of(view);
    if (at_rect_empty(view))
        return 0;
    if (target->placed) {
        struct at_rect common = at_rect_intersect(view, target->place);
        double part = width_of(common) * height_of(common);
        return at_rect_empty(common) ? 0 : (int)(part * 1000 / area);
    }
    if (width_css < 1 || height_css < 1)
        return 0;
    double shape = width_css / height_css * height_of(view) / width_of(view);
    double fit = shape < 1 ? shape : 1 / shape;
    return fit > 0 ? (int)(fit * 1000) : 0;
}
