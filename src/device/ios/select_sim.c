#include "device/ios/select_sim.h"

#include <stdio.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/near.h"

enum { NAMED_MAX = 8, CHIP = 20 };

struct rank {
    int64_t keys[3]; // the first difference decides
};

struct word_row {
    struct at_str word; // delimited by blanks and brackets
    int64_t value;
};

static const struct word_row iphone_lines[] = {
    {AT_STR_ROW("Pro Max"), 5}, {AT_STR_ROW("Pro"), 4},
    {AT_STR_ROW("Plus"), 3},    {AT_STR_ROW("Max"), 3},
    {AT_STR_ROW("mini"), 1},    {AT_STR_ROW("SE"), 1},
};
static const struct word_row ipad_lines[] = {
    {AT_STR_ROW("mini"), 1}, // "iPad mini A17 Pro"
    {AT_STR_ROW("Pro"), 4},
    {AT_STR_ROW("Air"), 3},
};
static const struct word_row roman[] = {
    {AT_STR_ROW("X"), 10},
    {AT_STR_ROW("XS"), 10},
    {AT_STR_ROW("XR"), 10},
};
enum { PLAIN_LINE = 2, SMALL_LINE = 1 };

// Return true if text contains word as a whole word outside of brackets: "(A17
// Pro)" names a chip.
static bool
has_word(struct at_str text, struct at_str word)
{
    ptrdiff_t bracket = at_str_find(text, AT_STR("("));
    if (bracket >= 0)
        text = at_str_head(text, (size_t)bracket);
    for (size_t i = 0; i + word.len <= text.len; i++) {
        struct at_str here = at_str_skip(text, i);
        bool begins = i == 0 || text.ptr[i - 1] == ' ';
        bool ends = here.len == word.len || here.ptr[word.len] == ' ';
        if (begins && ends && at_str_starts(here, word))
            return true;
    }
    return false;
}

static int64_t
row_value(const struct word_row *rows, size_t count, struct at_str text,
          int64_t otherwise)
{
    for (size_t i = 0; i < count; i++)
        if (has_word(text, rows[i].word))
            return rows[i].value;
    return otherwise;
}

// Read the digits at the start of s; 0 if there are none.
static int64_t
number_at(struct at_str s, size_t *out_len)
{
    int64_t value = 0;
    size_t len = 0;
    while (len < s.len && at_ascii_is_digit(s.ptr[len]))
        len++;
    if (!at_str_to_i64(at_str_head(s, len), 0, 9999, &value))
        value = 0;
    *out_len = len;
    return value;
}

static struct rank
rank_iphone(struct at_str model)
{
    struct at_str rest = at_str_skip(model, sizeof("iPhone") - 1);
    size_t len = 0;
    rest = at_str_trim(rest);
    int64_t generation = number_at(rest, &len);
    if (len == 0)
        generation = row_value(roman, AT_LEN(roman), rest, 0);
    int64_t line =
        row_value(iphone_lines, AT_LEN(iphone_lines), model, PLAIN_LINE);
    // "16e" is a suffix; "6s" came a year after "6"
    char suffix = len > 0 && len < rest.len ? rest.ptr[len] : '\0';
    if (suffix == 'e')
        line = SMALL_LINE;
    return (struct rank){{generation, suffix == 's', line}};
}

// Rank iPads: "(6th generation)" counts as 6, "(M4)" and "(A17 Pro)" are chips,
// "11-inch" and "12.9-inch" sizes.
static struct rank
rank_ipad(struct at_str model)
{
    struct rank rank = {
        {row_value(ipad_lines, AT_LEN(ipad_lines), model, PLAIN_LINE), 0, 0}};
    char before = ' ';
    for (size_t i = 0; i < model.len; before = model.ptr[i], i++) {
        struct at_str rest = at_str_skip(model, i);
        size_t len;
        int64_t number = number_at(rest, &len);
        if (len == 0 || at_ascii_is_digit(before) || before == '.')
            continue;
        struct at_str after = at_str_skip(rest, len);
        if ((before == 'M' || before == 'A') && i >= 2 &&
            !at_ascii_is_letter(model.ptr[i - 2]))
            rank.keys[1] = CHIP + number;
        else if (at_str_starts(after, AT_STR("-inch")) ||
                 at_str_starts(after, AT_STR(".")))
            rank.keys[2] = number;
        else if (at_str_has(after, AT_STR("generation")))
            rank.keys[1] = number;
    }
    return rank;
}

int
at_sim_model_cmp(struct at_str a, struct at_str b)
{
    bool phones = at_str_starts(a, AT_STR("iPhone"));
    struct rank left = phones ? rank_iphone(a) : rank_ipad(a);
    struct rank right = phones ? rank_iphone(b) : rank_ipad(b);
    for (size_t i = 0; i < AT_LEN(left.keys); i++)
        if (left.keys[i] != right.keys[i])
            return left.keys[i] > right.keys[i] ? 1 : -1;
    return at_str_cmp(a, b);
}

static int
version_cmp(const struct at_sim *a, const struct at_sim *b)
{
    for (size_t i = 0; i < AT_LEN(a->version); i++)
        if (a->version[i] != b->version[i])
            return a->version[i] > b->version[i] ? 1 : -1;
    return 0;
}

static int
booted_cmp(const struct at_sim *a, const struct at_sim *b)
{
    return (int)at_sim_is_booted(a) - (int)at_sim_is_booted(b);
}

// Compare simulators in a family.
static int
latest_cmp(const struct at_sim *a, const struct at_sim *b)
{
    int cmp = version_cmp(a, b);
    if (cmp == 0)
        cmp = at_sim_model_cmp(at_str(a->model), at_str(b->model));
    if (cmp == 0)
        cmp = booted_cmp(a, b);
    return cmp ? cmp : at_str_cmp(at_str(b->udid), at_str(a->udid));
}

// Compare simulators with the same name.
static int
named_cmp(const struct at_sim *a, const struct at_sim *b)
{
    int cmp = booted_cmp(a, b);
    if (cmp == 0)
        cmp = (int)a->available - (int)b->available;
    if (cmp == 0)
        cmp = version_cmp(a, b);
    return cmp ? cmp : at_str_cmp(at_str(b->udid), at_str(a->udid));
}

typedef bool matcher(const struct at_sim *sim, struct at_str selector);
typedef int (*compare)(const struct at_sim *a, const struct at_sim *b);

// Find the highest match; return false if nothing matches.
static bool
pick(const struct at_sim_list *list, struct at_str selector, matcher *matches,
     compare cmp, size_t *out_index)
{
    bool found = false;
    for (size_t i = 0; i < list->count; i++) {
        if (!matches(&list->sims[i], selector) ||
            (found && cmp(&list->sims[i], &list->sims[*out_index]) <= 0))
            continue;
        *out_index = i;
        found = true;
    }
    return found;
}

static bool
is_udid(const struct at_sim *sim, struct at_str selector)
{
    return at_str_eq_nocase(at_str(sim->udid), selector);
}

static bool
is_named(const struct at_sim *sim, struct at_str selector)
{
    return at_str_eq(at_str(sim->name), selector);
}

static bool
is_named_nocase(const struct at_sim *sim, struct at_str selector)
{
    return at_str_eq_nocase(at_str(sim->name), selector);
}

static bool
is_booted(const struct at_sim *sim, struct at_str selector)
{
    (void)selector;
    return sim->is_ios && at_sim_is_booted(sim);
}

static bool
is_iphone(const struct at_sim *sim, struct at_str selector)
{
    (void)selector;
    return sim->is_ios && sim->available && sim->family == AT_SIM_IPHONE;
}

static bool
is_ipad(const struct at_sim *sim, struct at_str selector)
{
    (void)selector;
    return sim->is_ios && sim->available && sim->family == AT_SIM_IPAD;
}

// Write "iPhone 15 (iOS 17.2, UDID), …" for at most NAMED_MAX matches. Return
// their number.
static size_t
describe(const struct at_sim_list *list, matcher *matches, struct at_buf *out)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct at_sim *sim = &list->sims[i];
        if (!matches(sim, AT_STR("")))
            continue;
        if (count < NAMED_MAX)
            at_buf_add_fmt(out, "%s%s (%s, %s)", count ? ", " : "", sim->name,
                           sim->os, sim->udid);
        count++;
    }
    if (count > NAMED_MAX)
        at_buf_add_fmt(out, " and %zu more", count - NAMED_MAX);
    return count;
}

static bool
select_booted(const struct at_sim_list *list, size_t *out_index,
              struct at_err *err)
{
    struct at_buf names = AT_BUF_INIT(AT_ERR_MSG_MAX);
    size_t count = describe(list, is_booted, &names);
    bool ok =
        count == 1 && pick(list, AT_STR(""), is_booted, named_cmp, out_index);
    if (count == 0)
        at_fail(err, AT_ENODEV,
                "no simulator is booted: start one with `mobile-dev-agent "
                "device boot --platform ios`, or choose one with --device "
                "(`mobile-dev-agent device list` shows them)");
    else if (count > 1)
        at_fail(err, AT_EMANYDEV,
                "%zu simulators are booted, so 'booted' does not say which: "
                "choose one by UDID or name; available: %s",
                count, at_buf_text(&names));
    at_buf_deinit(&names);
    return ok;
}

static bool
fail_latest(const char *what, struct at_err *err)
{
    return at_fail(err, AT_ENODEV,
                   "no %s simulator is available: add one in Xcode (Window > "
                   "Devices and Simulators), or with `xcrun simctl create`; an "
                   "iOS runtime comes with `xcodebuild -downloadPlatform iOS`",
                   what);
}

static bool
fail_name(const struct at_sim_list *list, struct at_str selector,
          struct at_err *err)
{
    struct at_near near = {.wanted = selector};
    char names[300];
    for (size_t i = 0; i < list->count; i++)
        if (list->sims[i].is_ios && list->sims[i].available)
            at_near_offer(&near, at_str(list->sims[i].name));
    at_near_write(&near, names, sizeof(names));
    return at_fail(err, AT_ENODEV,
                   "no simulator '%.*s'%s%s; valid is a name or UDID of "
                   "`mobile-dev-agent device list`, " AT_SIM_BOOTED
                   ", " AT_SIM_IPHONE_LATEST " or " AT_SIM_IPAD_LATEST,
                   AT_STR_ARG(selector), names[0] ? ": did you mean " : "",
                   names);
}

bool
at_sim_select(const struct at_sim_list *list, struct at_str selector,
              size_t *out_index, struct at_err *err)
{
    if (at_str_is(selector, AT_SIM_BOOTED))
        return select_booted(list, out_index, err);
    if (at_str_is(selector, AT_SIM_IPHONE_LATEST))
        return pick(list, selector, is_iphone, latest_cmp, out_index) ||
               fail_latest("iPhone", err);
    if (at_str_is(selector, AT_SIM_IPAD_LATEST))
        return pick(list, selector, is_ipad, latest_cmp, out_index) ||
               fail_latest("iPad", err);
    return pick(list, selector, is_udid, named_cmp, out_index) ||
           pick(list, selector, is_named, named_cmp, out_index) ||
           pick(list, selector, is_named_nocase, named_cmp, out_index) ||
           fail_name(list, selector, err);
}

void
at_sim_remedy(const struct at_sim *sim, char out[256])
{
    out[0] = '\0';
    if (!sim->available)
        snprintf(out, 256,
                 "its runtime is not installed%s%.100s: get it with "
                 "`xcodebuild -downloadPlatform iOS`, or delete the simulator "
                 "with `xcrun simctl delete unavailable`",
                 sim->reason[0] ? ": " : "", sim->reason);
    else if (!at_sim_is_booted(sim))
        snprintf(out, 256,
                 "start it with `mobile-dev-agent device boot --platform ios "
                 "--device %s`",
                 sim->udid);
}
