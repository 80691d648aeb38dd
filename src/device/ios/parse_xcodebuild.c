#include "device/ios/parse_xcodebuild.h"

#include <string.h>

#include "base/alloc.h"
#include "wire/json.h"

static const char app_type[] = "com.apple.product-type.application";

// Skip lines such as "Command line invocation:" up to the first '[' at the
// start of a line.
static struct at_str
json_part(struct at_str text)
{
    struct at_str rest = text;
    struct at_str line;
    while (rest.len > 0 && rest.ptr[0] != '[')
        if (!at_str_next_line(&rest, &line))
            break;
    return rest;
}

// Rate a product; higher is better, 0 is not an app.
static int
fitness(const json_t *settings)
{
    struct at_str type = at_json_get_str(settings, "PRODUCT_TYPE");
    struct at_str wrapper = at_json_get_str(settings, "WRAPPER_EXTENSION");
    if (!at_str_is(wrapper, "app"))
        return 0;
    return at_str_is(type, app_type) ? 2 : 1;
}

static const json_t *
find_app(const json_t *targets)
{
    const json_t *best = NULL;
    int best_fitness = 0;
    for (size_t i = 0; i < json_array_size(targets); i++) {
        const json_t *settings =
            json_object_get(json_array_get(targets, i), "buildSettings");
        if (fitness(settings) <= best_fitness)
            continue;
        best = settings;
        best_fitness = fitness(settings);
    }
    return best;
}

// Return FOLDER/NAME from the first pair of settings that exists.
static char *
app_path(const json_t *settings)
{
    static const struct {
        const char *folder;
        const char *name;
    } pairs[] = {
        {"BUILT_PRODUCTS_DIR", "FULL_PRODUCT_NAME"},
        {"TARGET_BUILD_DIR", "WRAPPER_NAME"},
        {"TARGET_BUILD_DIR", "FULL_PRODUCT_NAME"},
    };

    for (size_t i = 0; i < AT_LEN(pairs); i++) {
        struct at_str folder = at_json_get_str(settings, pairs[i].folder);
        struct at_str name = at_json_get_str(settings, pairs[i].name);
        if (folder.len > 0 && name.len > 0)
            return at_strfmt("%.*s/%.*s", AT_STR_ARG(folder), AT_STR_ARG(name));
    }
    return NULL;
}

bool
at_xcodebuild_parse_settings(struct at_str text, struct at_build_result *out,
                             struct at_err *err)
{
    struct at_err why = AT_ERR_INIT;
    json_t *targets = at_json_parse(json_part(text), &why);
    const json_t *settings = find_app(targets);
    struct at_str id = at_json_get_str(settings, "PRODUCT_BUNDLE_IDENTIFIER");
    *out = (struct at_build_result){0};
    out->app_path = app_path(settings);
    if (out->app_path)
        out->app_id = at_strndup(id.len ? id.ptr : "", id.len);
    else if (!json_is_array(targets))
        at_fail(err, AT_EPROTO,
                "xcodebuild -showBuildSettings -json cannot be read: %s",
                why.code ? why.msg : "it is not an array");
    else
        at_fail(err, AT_EBUILD,
                "the scheme builds no app: choose one whose target is an "
                "application (`xcodebuild -list` shows them)");
    json_decref(targets);
    return out->app_path != NULL;
}

bool
at_xcodebuild_is_error(struct at_str line)
{
    return at_str_has(line, AT_STR(": error: ")) ||
           at_str_starts(line, AT_STR("error: ")) ||
           at_str_has(line, AT_STR(": fatal error: "));
}

struct at_str
at_xcodebuild_version(struct at_str text)
{
    struct at_str line = {0};
    if (!at_str_next_line(&text, &line) ||
        !at_str_starts(line, AT_STR("Xcode ")))
        return AT_STR("");
    return at_str_trim(at_str_skip(line, sizeof("Xcode ") - 1));
}
