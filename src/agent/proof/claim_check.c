// claim_check.c: evaluates a claim on a scene, one function for each kind
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/proof/claim_check.h"
#include "agent/proof/claim_near.h"
#include "base/limits.h"
#include "base/near.h"
#include "base/quote.h"

enum { SHOWN_MAX_BYTES = 200, LISTED_MAX = 3 };

const char *const at_claim_outcomes[AT_CLAIM_OUTCOMES] = {
    [AT_CLAIM_HOLDS] = "holds",
    [AT_CLAIM_FAILS] = "fails",
    [AT_CLAIM_UNBOUND] = "unbound",
    [AT_CLAIM_UNKNOWN] = "unknown",
};

void
at_claim_result_init(struct at_claim_result *result)
{
    *result = (struct at_claim_result){
        .outcome = AT_CLAIM_UNKNOWN,
        .row = AT_SCENE_NONE,
        .why = AT_BUF_INIT(AT_CLAIM_WHY_MAX_BYTES),
    };
}

void
at_claim_result_deinit(struct at_claim_result *result)
{
    at_buf_deinit(&result->why);
    at_seen_deinit(&result->seen);
    at_claim_result_init(result);
}

void
at_check_quote(struct at_str text, struct at_buf *out)
{
    struct at_str head = at_utf8_head(text, SHOWN_MAX_BYTES);
    at_quote_write(head, out);
    if (head.len < text.len)
        at_buf_add_text(out, "...");
}

void
at_check_end(struct at_check *check, enum at_claim_outcome outcome, size_t row)
{
    check->out->outcome = outcome;
    check->out->row = row;
}

struct at_str
at_check_words_of(const struct at_claim *claim)
{
    return at_str(claim->text);
}

struct at_str
at_check_anchor_of(const struct at_claim *claim)
{
    return at_str(claim->bound[0] ? claim->bound : claim->of);
}

// Return the text by which people know a row.
static struct at_str
shown_of(const struct at_scene_row *row)
{
    const struct at_str texts[] = {row->text, row->value, row->label,
                                   row->description, row->hint};
    for (size_t i = 0; i < AT_LEN(texts); i++) {
        if (texts[i].len > 0)
            return texts[i];
    }
    return AT_STR("");
}

// Explain that nothing on the screen has the words, and list similar texts.
static void
say_missing(struct at_check *check, struct at_str words)
{
    struct at_near near = {.wanted = words};
    char names[300];
    at_check_quote(words, &check->out->why);
    at_buf_add_text(&check->out->why, " is not on the screen");
    for (size_t i = 0; i < check->scene->count; i++) {
        struct at_str text = shown_of(&check->scene->rows[i]);
        if (text.len == 0 || text.len > SHOWN_MAX_BYTES)
            continue;
        at_near_offer(&near, text);
        if (near.count > 0 && near.names[0].ptr == text.ptr)
            check->near = i;
    }
    at_near_write(&near, names, sizeof(names));
    if (names[0])
        at_buf_add_fmt(&check->out->why, "; similar: %s", names);
}

void
at_check_end_unbound(struct at_check *check, struct at_str words)
{
    at_buf_add_text(&check->out->why, "looked for ");
    at_check_quote(words, &check->out->why);
    at_buf_add_text(&check->out->why, ", and nothing on the screen has it");
    at_check_end(check, AT_CLAIM_UNBOUND, AT_SCENE_NONE);
}

// An element that was not found may be in the unread part of a partial scene.
static void
end_not_found(struct at_check *check, struct at_str words)
{
    say_missing(check, words);
    if (check->scene->is_partial)
        at_buf_add_text(&check->out->why,
                        ", but not all of the screen could be read");
    at_check_end(check,
                 check->scene->is_partial ? AT_CLAIM_UNKNOWN : AT_CLAIM_FAILS,
                 AT_SCENE_NONE);
}

static const char *
find_toast(const struct at_scene *scene, struct at_str words)
{
    for (size_t i = scene->toasts.count; i-- > 0;) {
        if (at_claim_text_has(at_str(scene->toasts.words[i]), words))
            return scene->toasts.words[i];
    }
    return NULL;
}

// Return the first row whose whole text is the words, or else the first that
// shows them.
static size_t
find_text(const struct at_scene *scene, struct at_str words)
{
    size_t found = AT_SCENE_NONE;
    for (size_t i = 0; i < scene->count; i++) {
        struct at_str text = at_scene_text_with(&scene->rows[i], words);
        if (text.len > 0 && at_claim_text_is(text, words))
            return i;
        if (text.len > 0 && found == AT_SCENE_NONE)
            found = i;
    }
    return found;
}

static void
check_words(struct at_check *check, struct at_str words)
{
    size_t row = find_text(check->scene, words);
    const char *toast = NULL;
    if (row != AT_SCENE_NONE) {
        at_check_quote(at_scene_text_with(&check->scene->rows[row], words),
                       &check->out->why);
        at_buf_add_text(&check->out->why, " is shown");
        at_check_end(check, AT_CLAIM_HOLDS, row);
    } else if ((toast = find_toast(check->scene, words)) != NULL) {
        at_buf_add_text(&check->out->why, "a message says ");
        at_check_quote(at_str(toast), &check->out->why);
        at_check_end(check, AT_CLAIM_HOLDS, AT_SCENE_NONE);
    } else {
        end_not_found(check, words);
    }
}

// Words in the same row are near each other: "Total: 27.70 €".
static bool
is_pair(const struct at_check *check, size_t anchor, size_t other)
{
    return at_scene_is_near(check->scene, anchor, other, check->claim->where);
}

static void
list_near(struct at_check *check, const struct at_scene_rows *anchors)
{
    size_t count = 0;
    for (size_t i = 0; i < check->scene->count && count < LISTED_MAX; i++) {
        for (size_t a = 0; a < anchors->count; a++) {
            if (i == anchors->rows[a] || !is_pair(check, anchors->rows[a], i) ||
                shown_of(&check->scene->rows[i]).len == 0)
                continue;
            at_buf_add_text(&check->out->why,
                            count++ > 0 ? ", " : ": there is ");
            at_check_quote(shown_of(&check->scene->rows[i]), &check->out->why);
            if (check->near == AT_SCENE_NONE)
                check->near = i;
            break;
        }
    }
}

static void
check_pairs(struct at_check *check, const struct at_scene_rows *anchors,
            const struct at_scene_rows *found)
{
    const struct at_scene *scene = check->scene;
    struct at_buf *why = &check->out->why;
    for (size_t a = 0; a < anchors->count; a++) {
        for (size_t i = 0; i < found->count; i++) {
            if (!is_pair(check, anchors->rows[a], found->rows[i]))
                continue;
            at_check_quote(shown_of(&scene->rows[found->rows[i]]), why);
            at_buf_add_fmt(why, " is %s ",
                           at_claim_wheres[check->claim->where]);
            at_check_quote(shown_of(&scene->rows[anchors->rows[a]]), why);
            at_check_end(check, AT_CLAIM_HOLDS, found->rows[i]);
            return;
        }
    }
    at_check_quote(at_check_words_of(check->claim), why);
    at_buf_add_fmt(why, " is not %s ", at_claim_wheres[check->claim->where]);
    at_check_quote(at_check_anchor_of(check->claim), why);
    list_near(check, anchors);
    at_check_end(check, scene->is_partial ? AT_CLAIM_UNKNOWN : AT_CLAIM_FAILS,
                 AT_SCENE_NONE);
}

// Find the element that the claim is about. Return false if the claim is
// unbound.
static bool
find_anchors(struct at_check *check, struct at_scene_rows *out)
{
    struct at_str words = at_check_anchor_of(check->claim);
    at_scene_find(check->scene, words, out);
    if (out->count > 0)
        return true;
    at_scene_rows_deinit(out);
    at_check_end_unbound(check, words);
    return false;
}

static void
check_text(struct at_check *check)
{
    struct at_scene_rows anchors = {0};
    struct at_scene_rows found = {0};
    if (!check->claim->of[0]) {
        check_words(check, at_check_words_of(check->claim));
        return;
    }
    if (find_anchors(check, &anchors)) {
        at_scene_find(check->scene, at_check_words_of(check->claim), &found);
        check_pairs(check, &anchors, &found);
    }
    at_scene_rows_deinit(&anchors);
    at_scene_rows_deinit(&found);
}

static void
check_shown(struct at_check *check)
{
    struct at_str words = at_str(check->claim->bound[0] ? check->claim->bound
                                                        : check->claim->text);
    if (check->claim->bound[0])
        check_words(check, words);
    else if (find_text(check->scene, words) != AT_SCENE_NONE)
        check_words(check, words);
    else
        at_check_end_unbound(check, words);
}

static void
check_absent(struct at_check *check)
{
    struct at_str words = at_check_words_of(check->claim);
    size_t row = find_text(check->scene, words);
    const char *toast = find_toast(check->scene, words);
    struct at_buf *why = &check->out->why;
    if (row != AT_SCENE_NONE || toast) {
        at_check_quote(
            toast ? at_str(toast)
                  : at_scene_text_with(&check->scene->rows[row], words),
            why);
        at_buf_add_text(why, toast ? " was shown by a message" : " is shown");
        at_check_end(check, AT_CLAIM_FAILS, row);
        return;
    }
    at_check_quote(words, why);
    at_buf_add_text(why, check->scene->is_partial
                             ? " was not seen, but not all of the screen could "
                               "be read"
                             : " is not on the screen");
    at_check_end(check,
                 check->scene->is_partial ? AT_CLAIM_UNKNOWN : AT_CLAIM_HOLDS,
                 AT_SCENE_NONE);
}

static bool
has_more(const struct at_scene *scene)
{
    for (size_t i = 0; i < scene->count; i++) {
        if ((scene->rows[i].flags & AT_NODE_SCROLLABLE) != 0)
            return true;
    }
    return scene->is_partial;
}

// A count of "Delete" excludes "Delete note"; only mention the longer texts.
static void
tell_longer(struct at_check *check, int64_t count)
{
    struct at_scene_rows all = {0};
    at_scene_find_all(check->scene, at_str(check->claim->of), &all);
    if (count > 0 && (int64_t)all.count > count)
        at_buf_add_fmt(&check->out->why, " (%lld more have it in longer texts)",
                       (long long)((int64_t)all.count - count));
    at_scene_rows_deinit(&all);
}

static void
say_number(struct at_check *check, int64_t count)
{
    char text[32];
    snprintf(text, sizeof(text), "%lld", (long long)count);
    at_seen_say(&check->out->seen, at_str(text));
}

// Each element counts once, whichever of its texts has the words. Those that
// are the words count before those that have them, unless any will do.
static void
check_count(struct at_check *check)
{
    const struct at_claim *claim = check->claim;
    struct at_scene_rows found = {0};
    bool at_least = claim->kind == AT_CLAIM_AT_LEAST;
    if (at_least)
        at_scene_find_all(check->scene, at_str(claim->of), &found);
    else
        at_scene_find(check->scene, at_str(claim->of), &found);
    int64_t count = (int64_t)found.count;
    bool holds = at_least ? count >= claim->count : count == claim->count;
    bool may_grow = count < claim->count && has_more(check->scene);
    at_buf_add_fmt(&check->out->why, "%lld element%s with ", (long long)count,
                   count == 1 ? "" : "s");
    at_check_quote(at_str(claim->of), &check->out->why);
    say_number(check, count);
    if (!holds)
        tell_longer(check, count);
    if (!holds)
        at_buf_add_fmt(&check->out->why, ", expected %s%lld%s",
                       at_least ? "at least " : "", (long long)claim->count,
                       may_grow ? "; the screen goes on: scroll to its end "
                                  "where all of them can be seen"
                                : "");
    at_check_end(check,
                 holds      ? AT_CLAIM_HOLDS
                 : may_grow ? AT_CLAIM_UNKNOWN
                            : AT_CLAIM_FAILS,
                 count > 0 ? found.rows[0] : AT_SCENE_NONE);
    at_scene_rows_deinit(&found);
}

static const struct {
    uint32_t flag; // enum at_node_flag
    bool wanted;
} states[] = {
    {AT_NODE_CHECKED, true},  {AT_NODE_CHECKED, false},
    {AT_NODE_SELECTED, true}, {AT_NODE_SELECTED, false},
    {AT_NODE_ENABLED, true},  {AT_NODE_ENABLED, false},
    {AT_NODE_FOCUSED, true},  {AT_NODE_FOCUSED, false},
};

static bool
has_flag(const struct at_scene *scene, size_t row, uint32_t flag)
{
    return (scene->rows[row].flags & flag) != 0;
}

// Return true if a row can be in the state at all: a label cannot be checked,
// and is enabled unless the app disabled it.
static bool
can_be(const struct at_scene *scene, size_t row, uint32_t flag)
{
    const uint32_t control = AT_NODE_CHECKABLE | AT_NODE_CLICKABLE |
                             AT_NODE_FOCUSABLE | AT_NODE_INTERACTIVE;
    if (flag == AT_NODE_CHECKED)
        return has_flag(scene, row, AT_NODE_CHECKABLE | AT_NODE_CHECKED);
    if (flag == AT_NODE_ENABLED)
        return has_flag(scene, row, control) || !has_flag(scene, row, flag);
    return has_flag(scene, row, control | flag);
}

// Return true if the state of the element around a label is the label's: that
// of a control or row is, that of a page is not.
static bool
wraps_label(const struct at_scene *scene, size_t row, uint32_t flag)
{
    bool is_marked = flag == AT_NODE_ENABLED ? !has_flag(scene, row, flag)
                                             : has_flag(scene, row, flag);
    return can_be(scene, row, flag) &&
           !has_flag(scene, row, AT_NODE_SCROLLABLE) &&
           (is_marked || has_flag(scene, row, AT_NODE_CHECKABLE) ||
            at_scene_is_card(scene, row));
}

// Return true if a control's own name differs from the words. "ON" is not a
// name.
static bool
names_another(const struct at_scene_row *row, struct at_str words)
{
    return at_utf8_count(row->label) > 3 && !at_scene_is_named(row, words);
}

// Return the closest control near a label that has no other name.
static size_t
control_near(const struct at_check *check, size_t label, uint32_t flag)
{
    const struct at_scene *scene = check->scene;
    size_t best = AT_SCENE_NONE;
    size_t best_distance = SIZE_MAX;
    for (size_t i = 0; i < scene->count; i++) {
        size_t distance =
            can_be(scene, i, flag) &&
                    !names_another(&scene->rows[i],
                                   at_check_anchor_of(check->claim))
                ? at_scene_distance(scene, label, i)
                : SIZE_MAX;
        if (distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

// Return the control of a label: itself, the one around it, or the closest one
// near it. AT_SCENE_NONE: not found.
static size_t
control_of(const struct at_check *check, size_t label, uint32_t flag)
{
    const struct at_scene *scene = check->scene;
    if (can_be(scene, label, flag))
        return label;
    for (size_t at = scene->rows[label].parent; at != AT_SCENE_NONE;
         at = scene->rows[at].parent) {
        if (wraps_label(scene, at, flag))
            return at;
    }
    size_t near = control_near(check, label, flag);
    return near == AT_SCENE_NONE && flag == AT_NODE_ENABLED ? label : near;
}

static bool
is_in_state(const struct at_scene *scene, size_t row, uint32_t flag)
{
    // Radio buttons and tabs report "checked" instead of "selected".
    if (flag == AT_NODE_SELECTED)
        flag |= AT_NODE_CHECKED;
    return has_flag(scene, row, flag);
}

static size_t
state_of(const char *name)
{
    size_t state = 0;
    while (at_claim_states[state + 1] &&
           strcmp(at_claim_states[state], name) != 0)
        state++;
    return state;
}

static void
check_state(struct at_check *check)
{
    struct at_scene_rows found = {0};
    size_t state = state_of(check->claim->text);
    size_t row = AT_SCENE_NONE;
    if (!find_anchors(check, &found))
        return;
    for (size_t i = 0; i < found.count && row == AT_SCENE_NONE; i++)
        row = control_of(check, found.rows[i], states[state].flag);
    at_scene_rows_deinit(&found);
    if (row == AT_SCENE_NONE) {
        at_check_quote(at_check_anchor_of(check->claim), &check->out->why);
        at_buf_add_fmt(&check->out->why,
                       " is not something that can be %s, nor beside one",
                       at_claim_states[state]);
        at_check_end(check, AT_CLAIM_UNBOUND, AT_SCENE_NONE);
        return;
    }
    bool is = is_in_state(check->scene, row, states[state].flag);
    const char *now =
        at_claim_states[is == states[state].wanted ? state : state ^ 1];
    at_check_quote(at_check_anchor_of(check->claim), &check->out->why);
    at_buf_add_fmt(&check->out->why, " is %s", now);
    at_seen_say(&check->out->seen, at_str(now));
    if (is != states[state].wanted)
        at_buf_add_fmt(&check->out->why, ", expected %s",
                       at_claim_states[state]);
    at_check_end(check,
                 is == states[state].wanted ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS,
                 row);
}

static bool
takes_value(const struct at_scene_row *row)
{
    return row->role == AT_ROLE_TEXT_FIELD || row->value.len > 0;
}

// Return the field or slider of a label.
static size_t
field_of(const struct at_scene *scene, size_t label)
{
    size_t best = AT_SCENE_NONE;
    size_t best_distance = SIZE_MAX;
    for (size_t i = 0; i < scene->count; i++) {
        size_t distance = takes_value(&scene->rows[i])
                              ? at_scene_distance(scene, label, i)
                              : SIZE_MAX;
        if (distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

static void
compare_value(struct at_check *check, size_t row)
{
    const struct at_scene_row *field = &check->scene->rows[row];
    struct at_str wanted = at_check_words_of(check->claim);
    struct at_buf *why = &check->out->why;
    bool is_secret = (field->flags & AT_NODE_PASSWORD) != 0;
    bool holds = wanted.len == 0 ? field->value.len == 0
                                 : at_claim_text_is(field->value, wanted);
    at_check_quote(at_check_anchor_of(check->claim), why);
    if (is_secret && wanted.len > 0) {
        at_buf_add_text(why, " is a password: its value cannot be read");
        at_check_end(check, AT_CLAIM_UNKNOWN, row);
        return;
    }
    at_buf_add_text(why, field->value.len > 0 ? " holds " : " is empty");
    if (field->value.len > 0)
        at_check_quote(field->value, why);
    if (!is_secret)
        at_seen_say(&check->out->seen, field->value);
    if (!holds) {
        at_buf_add_text(why, ", expected ");
        at_check_quote(wanted, why);
    }
    at_check_end(check, holds ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS, row);
}

// A text next to its label ("Text size" "50%") also counts as a value.
static void
check_value(struct at_check *check)
{
    struct at_scene_rows anchors = {0};
    struct at_scene_rows found = {0};
    size_t row = AT_SCENE_NONE;
    if (!find_anchors(check, &anchors))
        return;
    for (size_t i = 0; i < anchors.count && row == AT_SCENE_NONE; i++)
        row = field_of(check->scene, anchors.rows[i]);
    if (row != AT_SCENE_NONE) {
        compare_value(check, row);
    } else {
        at_scene_find(check->scene, at_check_words_of(check->claim), &found);
        check_pairs(check, &anchors, &found);
    }
    at_scene_rows_deinit(&found);
    at_scene_rows_deinit(&anchors);
}

static void
check_toast(struct at_check *check)
{
    const char *toast =
        find_toast(check->scene, at_check_words_of(check->claim));
    if (toast) {
        at_buf_add_text(&check->out->why, "a message says ");
        at_check_quote(at_str(toast), &check->out->why);
    } else {
        at_buf_add_text(&check->out->why, "no toast says ");
        at_check_quote(at_check_words_of(check->claim), &check->out->why);
    }
    at_check_end(check, toast ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS, AT_SCENE_NONE);
}

static void
check_app(struct at_check *check)
{
    bool holds = at_str_is(check->scene->package, check->claim->text);
    at_seen_say(&check->out->seen, check->scene->package);
    at_buf_add_fmt(&check->out->why, "%s is in front",
                   check->scene->package.len > 0
                       ? AT_NAME(check->scene->package)
                       : "an unknown app");
    if (!holds)
        at_buf_add_fmt(&check->out->why, ", expected %s",
                       AT_NAME(at_check_words_of(check->claim)));
    at_check_end(check, holds ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS, AT_SCENE_NONE);
}

static void (*const checks[AT_CLAIM_KINDS])(struct at_check *check) = {
    [AT_CLAIM_TEXT] = check_text,        [AT_CLAIM_ABSENT] = check_absent,
    [AT_CLAIM_COUNT] = check_count,      [AT_CLAIM_AT_LEAST] = check_count,
    [AT_CLAIM_STATE] = check_state,      [AT_CLAIM_VALUE] = check_value,
    [AT_CLAIM_AMOUNT] = at_check_amount, [AT_CLAIM_SUM] = at_check_sum,
    [AT_CLAIM_TOAST] = check_toast,      [AT_CLAIM_APP] = check_app,
    [AT_CLAIM_SHOWN] = check_shown,
};

// A system dialog hides the app.
static bool
is_behind(struct at_check *check)
{
    const struct at_scene *scene = check->scene;
    struct at_buf *why = &check->out->why;
    if (scene->is_gone) {
        at_buf_add_text(why, "the app was not running");
        return true;
    }
    if (scene->dialog != AT_DIALOG_NONE) {
        at_buf_add_fmt(why, "a %s dialog is in front: ",
                       at_dialog_kind_name(scene->dialog));
        at_check_quote(scene->dialog_title, why);
        return true;
    }
    if (scene->is_inside || check->claim->kind == AT_CLAIM_APP)
        return false;
    at_buf_add_fmt(why, "%s is in front, not the app under test",
                   scene->package.len > 0 ? AT_NAME(scene->package)
                                          : "an unknown app");
    return true;
}

// A value that is not in the row, such as a number, has been said already.
static void
note_seen(struct at_check *check)
{
    const struct at_scene *scene = check->scene;
    struct at_seen *seen = &check->out->seen;
    size_t row =
        check->out->row != AT_SCENE_NONE ? check->out->row : check->near;
    if (row == AT_SCENE_NONE)
        return;
    bool is_secret = (scene->rows[row].flags & AT_NODE_PASSWORD) != 0;
    seen->has_box = true;
    seen->box = scene->rows[row].box;
    seen->width_px = scene->width_px;
    seen->height_px = scene->height_px;
    if (!seen->text && !is_secret)
        at_seen_say(seen, shown_of(&scene->rows[row]));
}

void
at_claim_check(const struct at_claim *claim, const struct at_scene *scene,
               struct at_claim_result *out)
{
    struct at_check check = {claim, scene, out, AT_SCENE_NONE};
    at_claim_result_deinit(out);
    if (is_behind(&check))
        return;
    checks[claim->kind](&check);
    note_seen(&check);
}
