#include "device/ios/axe_words.h"

#include <inttypes.h>

#include "base/limits.h"
#include "base/near.h"
#include "device/gesture.h"

// A key of a US keyboard by its HID usage, or a button of the device.
struct key_row {
    const char *name;
    int usage;
    const char *button;
    const char *advice; // set if iOS lacks the key
};

#define NO_BACK                                                                \
    "iOS has no back key: tap the app's own back button, or swipe from the "   \
    "left edge"

static const struct key_row keys[] = {
    {.name = "ENTER", .usage = 40},
    {.name = "RETURN", .usage = 40},
    {.name = "ESCAPE", .usage = 41},
    {.name = "DEL", .usage = 42}, // Android's name
    {.name = "BACKSPACE", .usage = 42},
    {.name = "TAB", .usage = 43},
    {.name = "SPACE", .usage = 44},
    {.name = "MOVE_HOME", .usage = 74},
    {.name = "PAGE_UP", .usage = 75},
    {.name = "FORWARD_DEL", .usage = 76},
    {.name = "MOVE_END", .usage = 77},
    {.name = "PAGE_DOWN", .usage = 78},
    {.name = "DPAD_RIGHT", .usage = 79},
    {.name = "DPAD_LEFT", .usage = 80},
    {.name = "DPAD_DOWN", .usage = 81},
    {.name = "DPAD_UP", .usage = 82},
    {.name = "HOME", .button = "home"},
    {.name = "POWER", .button = "side-button"},
    {.name = "LOCK", .button = "lock"},
    {.name = "SIRI", .button = "siri"},
    {.name = "BACK", .advice = NO_BACK},
    {.name = "MENU", .advice = "iOS has no menu key: tap the app's own menu"},
    {.name = "APP_SWITCH",
     .advice = "swipe up from the bottom edge and hold instead"},
    {.name = "VOLUME_UP", .advice = "a simulator has no volume keys"},
    {.name = "VOLUME_DOWN", .advice = "a simulator has no volume keys"},
};

static void
add_udid(struct at_argv *argv, const char *udid)
{
    at_argv_add(argv, "--udid");
    at_argv_add(argv, udid);
}

static void
add_seconds(struct at_argv *argv, int64_t ms)
{
    at_argv_add_fmt(argv, "%" PRId64 ".%03" PRId64, ms / 1000, ms % 1000);
}

static void
add_point(struct at_argv *argv, struct at_point at)
{
    at_argv_add(argv, "-x");
    at_argv_add_fmt(argv, "%" PRId32, at.x_px);
    at_argv_add(argv, "-y");
    at_argv_add_fmt(argv, "%" PRId32, at.y_px);
}

void
at_axe_describe(const char *udid, struct at_argv *argv)
{
    at_argv_add(argv, "describe-ui");
    add_udid(argv, udid);
}

bool
at_axe_tap(const char *udid, struct at_point at, struct at_argv *argv,
           struct at_err *err)
{
    if (!at_point_check(at, err))
        return false;
    at_argv_add(argv, "tap");
    add_point(argv, at);
    add_udid(argv, udid);
    return true;
}

static struct at_str
id_of(const struct at_node *node)
{
    return at_str_trim(node->resource_id);
}

// Return a node's label as read by screen/axe. A missing label may be replaced
// by a title or value; AXe then finds nothing, and the caller notices.
static struct at_str
label_of(const struct at_node *node)
{
    return at_str_trim(node->role == AT_ROLE_TEXT_FIELD ? node->description
                                                        : node->text);
}

// Compare trimmed texts, like AXe. A leading '-' would be taken for an option.
static bool
is_the_only_one(const struct at_tree *tree, const struct at_node *node,
                struct at_str (*of)(const struct at_node *))
{
    struct at_str text = of(node);
    if (text.len == 0 || text.ptr[0] == '-' || text.len > AT_SELECTOR_MAX_BYTES)
        return false;
    for (const struct at_node *other = tree->root; other;
         other = at_node_next(other, tree->root))
        if (other != node && at_str_eq(of(other), text))
            return false;
    return true;
}

static bool
is_switch(const struct at_node *node)
{
    return node->role == AT_ROLE_SWITCH;
}

static bool
holds_switch(const struct at_node *node)
{
    for (const struct at_node *it = node; it; it = at_node_next(it, node))
        if (is_switch(it))
            return true;
    return false;
}

static bool
is_next_to_switch(const struct at_node *node)
{
    if (!node->parent)
        return false;
    for (const struct at_node *it = node->parent->first_child; it;
         it = it->next)
        if (is_switch(it))
            return true;
    return false;
}

bool
at_axe_tap_node(const char *udid, const struct at_tree *tree,
                const struct at_node *node, struct at_point at,
                struct at_argv *argv, struct at_err *err)
{
    bool itself = is_switch(node) || !holds_switch(node);
    const char *option = NULL;
    struct at_str value = {0};
    if (itself && is_the_only_one(tree, node, id_of)) {
        option = "--id";
        value = id_of(node);
    } else if (itself && (is_switch(node) || !is_next_to_switch(node)) &&
               is_the_only_one(tree, node, label_of)) {
        option = "--label";
        value = label_of(node);
    }
    if (!option)
        return at_axe_tap(udid, at, argv, err);
    at_argv_add(argv, "tap");
    at_argv_add(argv, option);
    at_argv_add_str(argv, value);
    add_udid(argv, udid);
    return true;
}

static void
add_tap_step(struct at_argv *argv, struct at_point at)
{
    at_argv_add(argv, "--step");
    at_argv_add_fmt(argv, "tap -x %" PRId32 " -y %" PRId32, at.x_px, at.y_px);
}

bool
at_axe_double_tap(const char *udid, struct at_point at, int64_t interval_ms,
                  struct at_argv *argv, struct at_err *err)
{
    if (!at_point_check(at, err))
        return false;
    at_argv_add(argv, "batch");
    add_tap_step(argv, at);
    if (interval_ms > 0) {
        at_argv_add(argv, "--step");
        at_argv_add_fmt(argv, "sleep %" PRId64 ".%03" PRId64,
                        interval_ms / 1000, interval_ms % 1000);
    }
    add_tap_step(argv, at);
    add_udid(argv, udid);
    return true;
}

static bool
hold(const char *udid, struct at_point at, int64_t ms, struct at_argv *argv,
     struct at_err *err)
{
    if (ms > AT_AXE_HOLD_MAX_MS)
        return at_fail(err, AT_EUSAGE,
                       "a touch of %" PRId64 " ms is too long: AXe holds one "
                       "for at most %d ms",
                       ms, AT_AXE_HOLD_MAX_MS);
    at_argv_add(argv, "touch");
    add_point(argv, at);
    at_argv_add(argv, "--down");
    at_argv_add(argv, "--up");
    at_argv_add(argv, "--delay");
    add_seconds(argv, ms > 0 ? ms : 0);
    add_udid(argv, udid);
    return true;
}

bool
at_axe_swipe(const char *udid, const struct at_swipe *swipe,
             struct at_argv *argv, struct at_err *err)
{
    const struct {
        const char *option;
        int32_t value;
    } ends[] = {
        {"--start-x", swipe->from.x_px},
        {"--start-y", swipe->from.y_px},
        {"--end-x", swipe->to.x_px},
        {"--end-y", swipe->to.y_px},
    };

    if (!at_point_check(swipe->from, err) || !at_point_check(swipe->to, err))
        return false;
    if (swipe->from.x_px == swipe->to.x_px &&
        swipe->from.y_px == swipe->to.y_px)
        return hold(udid, swipe->from, swipe->duration_ms, argv, err);
    at_argv_add(argv, "swipe");
    for (size_t i = 0; i < AT_LEN(ends); i++) {
        at_argv_add(argv, ends[i].option);
        at_argv_add_fmt(argv, "%" PRId32, ends[i].value);
    }
    at_argv_add(argv, "--duration");
    add_seconds(argv, swipe->duration_ms > 0 ? swipe->duration_ms : 1);
    add_udid(argv, udid);
    return true;
}

static const struct key_row *
find_key(struct at_str key, struct at_err *err)
{
    static const struct at_str prefix = AT_STR_ROW("KEYCODE_");
    struct at_near near = {0};
    char names[200];
    if (at_str_eq_nocase(at_str_head(key, prefix.len), prefix))
        key = at_str_skip(key, prefix.len);
    near.wanted = key;
    for (size_t i = 0; i < AT_LEN(keys); i++) {
        if (at_str_eq_nocase(key, at_str(keys[i].name)))
            return &keys[i];
        at_near_offer(&near, at_str(keys[i].name));
    }
    at_near_write(&near, names, sizeof(names));
    at_fail(err, AT_EUSAGE,
            "no key '%.*s' on an iOS simulator%s%s; valid are enter, tab, "
            "escape, backspace, space, home, lock and the arrows (DPAD_…)",
            AT_STR_ARG(key), names[0] ? ": did you mean " : "", names);
    return NULL;
}

// Press the same key several times, in one session of AXe.
static void
add_sequence(struct at_argv *argv, int usage, unsigned count)
{
    struct at_buf list = AT_BUF_INIT(AT_AXE_KEYS_MAX * 4);
    for (unsigned i = 0; i < count; i++)
        at_buf_add_fmt(&list, "%s%d", i > 0 ? "," : "", usage);
    at_argv_add(argv, "key-sequence");
    at_argv_add(argv, "--keycodes");
    at_argv_add_str(argv, at_buf_str(&list));
    at_argv_add(argv, "--delay");
    at_argv_add(argv, "0.02");
    at_buf_deinit(&list);
}

static const struct key_row *
find_usable_key(struct at_str key, struct at_err *err)
{
    const struct key_row *row = find_key(key, err);
    if (!row || !row->advice)
        return row;
    at_fail(err, AT_EUNSUPPORTED, "no key '%s' here: %s", row->name,
            row->advice);
    return NULL;
}

bool
at_axe_check_key(struct at_str key, struct at_err *err)
{
    return find_usable_key(key, err) != NULL;
}

bool
at_axe_key(const char *udid, struct at_str key, unsigned repeat,
           struct at_argv *argv, unsigned *out_done, struct at_err *err)
{
    const struct key_row *row = find_usable_key(key, err);
    if (!row)
        return false;
    *out_done = row->button || repeat <= 1 ? 1 : repeat;
    if (*out_done > AT_AXE_KEYS_MAX)
        *out_done = AT_AXE_KEYS_MAX;
    if (row->button) {
        at_argv_add(argv, "button");
        at_argv_add(argv, row->button);
    } else if (*out_done == 1) {
        at_argv_add(argv, "key");
        at_argv_add_fmt(argv, "%d", row->usage);
    } else {
        add_sequence(argv, row->usage, *out_done);
    }
    add_udid(argv, udid);
    return true;
}

static bool
is_typable(uint32_t cp)
{
    return (cp >= 0x20 && cp < 0x7f) || cp == '\n';
}

// Check here as well, to fail before AXe has typed a part.
static bool
check_text(struct at_str text, struct at_err *err)
{
    for (struct at_str rest = text; rest.len > 0;) {
        uint32_t cp = 0;
        size_t len = at_utf8_next(rest, &cp);
        if (len == 0)
            return at_fail(err, AT_EUSAGE, "the text is not UTF-8");
        if (!is_typable(cp))
            return at_fail(err, AT_EUNSUPPORTED,
                           "'%.*s' (U+%04" PRIX32 ") cannot be typed: AXe has "
                           "the characters of a US keyboard only; use "
                           "`mobile-dev-agent flow run` with inputText, or "
                           "paste it",
                           cp >= 0x20 ? (int)len : 1,
                           cp >= 0x20 ? rest.ptr : "?", cp);
        rest = at_str_skip(rest, len);
    }
    return true;
}

bool
at_axe_text(const char *udid, struct at_str text, struct at_argv *argv,
            struct at_err *err)
{
    if (!check_text(text, err))
        return false;
    if (at_str_starts(text, AT_STR("\n")))
        return at_fail(err, AT_EUSAGE,
                       "AXe drops a line end at the beginning of a text: press "
                       "enter first");
    at_argv_add(argv, "type");
    at_argv_add(argv, "--stdin");
    add_udid(argv, udid);
    return true;
}
