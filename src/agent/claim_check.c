// claim_check.c: evaluates a claim on a scene, one function for each kind
#include <stdlib.h>
#include <string.h>

#include "agent/claim_near.h"
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

struct check {
    const struct at_claim *claim;
    const struct at_scene *scene;
    struct at_claim_result *out;
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
    at_claim_result_init(result);
}

static void
quote(struct at_str text, struct at_buf *out)
{
    struct at_str head = at_utf8_head(text, SHOWN_MAX_BYTES);
    at_quote_write(head, out);
    if (head.len < text.len)
        at_buf_add_text(out, "...");
}

static void
end(struct check *check, enum at_claim_outcome outcome, size_t row)
{
    check->out->outcome = outcome;
    check->out->row = row;
}

static struct at_str
words_of(const struct at_claim *claim)
{
    return at_str(claim->text);
}

// The words of the element that a claim is about: what the model has bound them
// to, or the claim's own.
static struct at_str
anchor_of(const struct at_claim *claim)
{
    return at_str(claim->bound[0] ? claim->bound : claim->of);
}

// The text of a row as people know it.
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

// Say that nothing on the screen has the words, and which texts are close.
static void
say_missing(struct check *check, struct at_str words)
{
    struct at_near near = {.wanted = words};
    char names[300];
    quote(words, &check->out->why);
    at_buf_add_text(&check->out->why, " is not on the screen");
    for (size_t i = 0; i < check->scene->count; i++) {
        struct at_str text = shown_of(&check->scene->rows[i]);
        if (text.len > 0 && text.len <= SHOWN_MAX_BYTES)
            at_near_offer(&near, text);
    }
    at_near_write(&near, names, sizeof(names));
    if (names[0])
        at_buf_add_fmt(&check->out->why, "; similar: %s", names);
}

// Nothing has the words that name the element which the claim is about.
static void
end_unbound(struct check *check, struct at_str words)
{
    at_buf_add_text(&check->out->why, "looked for ");
    quote(words, &check->out->why);
    at_buf_add_text(&check->out->why, ", and nothing on the screen has it");
    end(check, AT_CLAIM_UNBOUND, AT_SCENE_NONE);
}

// What was not found may be in the part that was not read.
static void
end_not_found(struct check *check, struct at_str words)
{
    say_missing(check, words);
    if (check->scene->is_partial)
        at_buf_add_text(&check->out->why,
                        ", but not all of the screen could be read");
    end(check, check->scene->is_partial ? AT_CLAIM_UNKNOWN : AT_CLAIM_FAILS,
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

// The first row that shows the words, a row that is nothing else before others.
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
check_words(struct check *check, struct at_str words)
{
    size_t row = find_text(check->scene, words);
    const char *toast = NULL;
    if (row != AT_SCENE_NONE) {
        quote(at_scene_text_with(&check->scene->rows[row], words),
              &check->out->why);
        at_buf_add_text(&check->out->why, " is visible");
        end(check, AT_CLAIM_HOLDS, row);
    } else if ((toast = find_toast(check->scene, words)) != NULL) {
        at_buf_add_text(&check->out->why, "a toast says ");
        quote(at_str(toast), &check->out->why);
        end(check, AT_CLAIM_HOLDS, AT_SCENE_NONE);
    } else {
        end_not_found(check, words);
    }
}

// The words of one row are near themselves: "Total: 27.70 €".
static bool
is_pair(const struct check *check, size_t anchor, size_t other)
{
    return at_scene_is_near(check->scene, anchor, other, check->claim->where);
}

static void
list_near(struct check *check, const struct at_scene_rows *anchors)
{
    size_t count = 0;
    for (size_t i = 0; i < check->scene->count && count < LISTED_MAX; i++) {
        for (size_t a = 0; a < anchors->count; a++) {
            if (i == anchors->rows[a] || !is_pair(check, anchors->rows[a], i) ||
                shown_of(&check->scene->rows[i]).len == 0)
                continue;
            at_buf_add_text(&check->out->why,
                            count++ > 0 ? ", " : ": there is ");
            quote(shown_of(&check->scene->rows[i]), &check->out->why);
            break;
        }
    }
}

static void
check_pairs(struct check *check, const struct at_scene_rows *anchors,
            const struct at_scene_rows *found)
{
    const struct at_scene *scene = check->scene;
    struct at_buf *why = &check->out->why;
    for (size_t a = 0; a < anchors->count; a++) {
        for (size_t i = 0; i < found->count; i++) {
            if (!is_pair(check, anchors->rows[a], found->rows[i]))
                continue;
            quote(shown_of(&scene->rows[found->rows[i]]), why);
            at_buf_add_fmt(why, " is %s ",
                           at_claim_wheres[check->claim->where]);
            quote(shown_of(&scene->rows[anchors->rows[a]]), why);
            end(check, AT_CLAIM_HOLDS, found->rows[i]);
            return;
        }
    }
    quote(words_of(check->claim), why);
    at_buf_add_fmt(why, " is not %s ", at_claim_wheres[check->claim->where]);
    quote(anchor_of(check->claim), why);
    list_near(check, anchors);
    end(check, scene->is_partial ? AT_CLAIM_UNKNOWN : AT_CLAIM_FAILS,
        AT_SCENE_NONE);
}

// Find the element that the claim is about. False: the claim is unbound.
static bool
find_anchors(struct check *check, struct at_scene_rows *out)
{
    struct at_str words = anchor_of(check->claim);
    at_scene_find(check->scene, words, out);
    if (out->count > 0)
        return true;
    at_scene_rows_deinit(out);
    end_unbound(check, words);
    return false;
}

static void
check_text(struct check *check)
{
    struct at_scene_rows anchors = {0};
    struct at_scene_rows found = {0};
    if (!check->claim->of[0]) {
        check_words(check, words_of(check->claim));
        return;
    }
    if (find_anchors(check, &anchors)) {
        at_scene_find(check->scene, words_of(check->claim), &found);
        check_pairs(check, &anchors, &found);
    }
    at_scene_rows_deinit(&anchors);
    at_scene_rows_deinit(&found);
}

static void
check_shown(struct check *check)
{
    struct at_str words = at_str(check->claim->bound[0] ? check->claim->bound
                                                        : check->claim->text);
    if (check->claim->bound[0])
        check_words(check, words);
    else if (find_text(check->scene, words) != AT_SCENE_NONE)
        check_words(check, words);
    else
        end_unbound(check, words);
}

static void
check_absent(struct check *check)
{
    struct at_str words = words_of(check->claim);
    size_t row = find_text(check->scene, words);
    const char *toast = find_toast(check->scene, words);
    struct at_buf *why = &check->out->why;
    if (row != AT_SCENE_NONE || toast) {
        quote(toast ? at_str(toast)
                    : at_scene_text_with(&check->scene->rows[row], words),
              why);
        at_buf_add_text(why, toast ? " was shown by a toast" : " is visible");
        end(check, AT_CLAIM_FAILS, row);
        return;
    }
    quote(words, why);
    at_buf_add_text(why, check->scene->is_partial
                             ? " was not seen, but not all of the screen could "
                               "be read"
                             : " is not on the screen");
    end(check, check->scene->is_partial ? AT_CLAIM_UNKNOWN : AT_CLAIM_HOLDS,
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

// Each element counts once, whichever of its texts has the words.
static void
check_count(struct check *check)
{
    const struct at_claim *claim = check->claim;
    struct at_scene_rows found = {0};
    bool at_least = claim->kind == AT_CLAIM_AT_LEAST;
    at_scene_find(check->scene, at_str(claim->of), &found);
    int64_t count = (int64_t)found.count;
    bool holds = at_least ? count >= claim->count : count == claim->count;
    bool may_grow = count < claim->count && has_more(check->scene);
    at_buf_add_fmt(&check->out->why, "%lld element%s with ", (long long)count,
                   count == 1 ? "" : "s");
    quote(at_str(claim->of), &check->out->why);
    if (!holds)
        at_buf_add_fmt(&check->out->why, ", expected %s%lld%s",
                       at_least ? "at least " : "", (long long)claim->count,
                       may_grow ? "; the screen goes on: scroll to its end "
                                  "where all of them can be seen"
                                : "");
    end(check,
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

// Return true if a row can be in the state at all: a label cannot be checked.
static bool
can_be(const struct at_scene *scene, size_t row, uint32_t flag)
{
    const uint32_t control = AT_NODE_CHECKABLE | AT_NODE_CLICKABLE |
                             AT_NODE_FOCUSABLE | AT_NODE_INTERACTIVE;
    if (flag == AT_NODE_CHECKED)
        return has_flag(scene, row, AT_NODE_CHECKABLE | AT_NODE_CHECKED);
    return has_flag(scene, row, control | flag);
}

// The control that a label names: itself, the item around it, or the closest
// one near it. AT_SCENE_NONE: none.
static size_t
control_of(const struct at_scene *scene, size_t label, uint32_t flag)
{
    size_t best = AT_SCENE_NONE;
    size_t best_distance = SIZE_MAX;
    if (can_be(scene, label, flag))
        return label;
    for (size_t at = scene->rows[label].parent; at != AT_SCENE_NONE;
         at = scene->rows[at].parent) {
        if (can_be(scene, at, flag) && !has_flag(scene, at, AT_NODE_SCROLLABLE))
            return at;
    }
    for (size_t i = 0; i < scene->count; i++) {
        size_t distance = can_be(scene, i, flag)
                              ? at_scene_distance(scene, label, i)
                              : SIZE_MAX;
        if (distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

static bool
is_in_state(const struct at_scene *scene, size_t row, uint32_t flag)
{
    // Radio buttons and tabs say "checked" where others say "selected".
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
check_state(struct check *check)
{
    struct at_scene_rows found = {0};
    size_t state = state_of(check->claim->text);
    size_t row = AT_SCENE_NONE;
    if (!find_anchors(check, &found))
        return;
    for (size_t i = 0; i < found.count && row == AT_SCENE_NONE; i++)
        row = control_of(check->scene, found.rows[i], states[state].flag);
    at_scene_rows_deinit(&found);
    if (row == AT_SCENE_NONE) {
        quote(anchor_of(check->claim), &check->out->why);
        at_buf_add_fmt(&check->out->why,
                       " is not something that can be %s, nor beside one",
                       at_claim_states[state]);
        end(check, AT_CLAIM_UNBOUND, AT_SCENE_NONE);
        return;
    }
    bool is = is_in_state(check->scene, row, states[state].flag);
    quote(anchor_of(check->claim), &check->out->why);
    at_buf_add_fmt(
        &check->out->why, " is %s",
        at_claim_states[is == states[state].wanted ? state : state ^ 1]);
    if (is != states[state].wanted)
        at_buf_add_fmt(&check->out->why, ", expected %s",
                       at_claim_states[state]);
    end(check, is == states[state].wanted ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS,
        row);
}

static bool
takes_value(const struct at_scene_row *row)
{
    return row->role == AT_ROLE_TEXT_FIELD || row->value.len > 0;
}

// The field or slider that a label names.
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
compare_value(struct check *check, size_t row)
{
    const struct at_scene_row *field = &check->scene->rows[row];
    struct at_str wanted = words_of(check->claim);
    struct at_buf *why = &check->out->why;
    bool is_secret = (field->flags & AT_NODE_PASSWORD) != 0;
    bool holds = wanted.len == 0 ? field->value.len == 0
                                 : at_claim_text_is(field->value, wanted);
    quote(anchor_of(check->claim), why);
    if (is_secret && wanted.len > 0) {
        at_buf_add_text(why, " is a password: its value cannot be read");
        end(check, AT_CLAIM_UNKNOWN, row);
        return;
    }
    at_buf_add_text(why, field->value.len > 0 ? " holds " : " is empty");
    if (field->value.len > 0)
        quote(field->value, why);
    if (!holds) {
        at_buf_add_text(why, ", expected ");
        quote(wanted, why);
    }
    end(check, holds ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS, row);
}

// A text beside its label ("Text size" "50%") is a value too.
static void
check_value(struct check *check)
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
        at_scene_find(check->scene, words_of(check->claim), &found);
        check_pairs(check, &anchors, &found);
    }
    at_scene_rows_deinit(&found);
    at_scene_rows_deinit(&anchors);
}

// What amount_near() has found beside a label.
struct priced {
    struct at_amount amount;
    size_t row;
    int rank; // 0: nothing
    size_t distance;
};

static int
rank_of(const struct at_amount *amount)
{
    return amount->unit.len > 0 ? 3 : amount->decimals > 0 ? 2 : 1;
}

// An amount with a unit or decimals comes before a bare number, however close:
// "Medicines (2)" is not a price.
static void
consider(struct priced *best, const struct priced *other)
{
    bool closer =
        other->rank > best->rank ||
        (other->rank == best->rank && other->distance < best->distance);
    if (best->rank == 0 || closer)
        *best = *other;
}

static void
consider_row(const struct check *check, size_t anchor, size_t row,
             struct priced *best)
{
    const struct at_scene_row *at = &check->scene->rows[row];
    struct priced found = {.row = row};
    found.distance = at_scene_distance(check->scene, anchor, row);
    struct at_str text = at->text.len > 0    ? at->text
                         : at->value.len > 0 ? at->value
                                             : at->description;
    if (found.distance == SIZE_MAX || !at_amount_find(text, &found.amount))
        return;
    found.rank = rank_of(&found.amount);
    consider(best, &found);
}

// Find the amount that a label names. A term that is an amount itself stands
// for itself.
static bool
amount_near(struct check *check, struct at_str label, struct priced *out)
{
    struct at_scene_rows anchors = {0};
    *out = (struct priced){.row = AT_SCENE_NONE};
    at_scene_find(check->scene, label, &anchors);
    for (size_t a = 0; a < anchors.count; a++) {
        for (size_t i = 0; i < check->scene->count; i++)
            consider_row(check, anchors.rows[a], i, out);
    }
    bool found = out->rank > 0;
    if (!found && anchors.count == 0)
        found = at_amount_find(label, &out->amount) &&
                out->amount.text.len == at_str_trim(label).len;
    if (!found) {
        end_unbound(check, label);
        if (anchors.count > 0) {
            at_buf_clear(&check->out->why);
            at_buf_add_text(&check->out->why, "no amount is near ");
            quote(label, &check->out->why);
        }
    }
    at_scene_rows_deinit(&anchors);
    return found;
}

static void
say_amount(struct check *check, const struct priced *found)
{
    at_buf_add_text(&check->out->why, "near ");
    quote(anchor_of(check->claim), &check->out->why);
    at_buf_add_fmt(&check->out->why, ": %.*s",
                   AT_STR_ARG(at_utf8_head(found->amount.text, 40)));
}

static void
check_amount(struct check *check)
{
    struct priced found;
    struct at_amount wanted;
    if (!amount_near(check, anchor_of(check->claim), &found))
        return;
    bool holds = at_amount_find(words_of(check->claim), &wanted) &&
                 at_amount_eq(&found.amount, &wanted);
    say_amount(check, &found);
    if (!holds)
        at_buf_add_fmt(&check->out->why, ", expected %s", check->claim->text);
    end(check, holds ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS, found.row);
}

static void
check_sum(struct check *check)
{
    const struct at_argv *terms = &check->claim->terms;
    struct at_buf sum = AT_BUF_INIT(AT_CLAIM_WHY_MAX_BYTES);
    struct priced total;
    struct priced term;
    int64_t value = 0;
    bool known = amount_near(check, anchor_of(check->claim), &total);
    for (size_t i = 0; known && i < terms->count; i++) {
        known = amount_near(check, at_str(terms->words[i]), &term);
        value += known ? term.amount.value : 0;
        if (known)
            at_buf_add_fmt(&sum, "%s%.*s", i > 0 ? " + " : "",
                           AT_STR_ARG(at_utf8_head(term.amount.text, 40)));
    }
    if (known) {
        bool holds = value == total.amount.value;
        say_amount(check, &total);
        at_buf_add_fmt(&check->out->why, "; %s = ", at_buf_text(&sum));
        at_amount_write(value, &total.amount, &check->out->why);
        end(check, holds ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS, total.row);
    }
    at_buf_deinit(&sum);
}

static void
check_toast(struct check *check)
{
    const char *toast = find_toast(check->scene, words_of(check->claim));
    if (toast) {
        at_buf_add_text(&check->out->why, "a toast says ");
        quote(at_str(toast), &check->out->why);
    } else {
        at_buf_add_text(&check->out->why, "no toast says ");
        quote(words_of(check->claim), &check->out->why);
    }
    end(check, toast ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS, AT_SCENE_NONE);
}

static void
check_app(struct check *check)
{
    bool holds = at_str_is(check->scene->package, check->claim->text);
    at_buf_add_fmt(&check->out->why, "%s is in front",
                   check->scene->package.len > 0
                       ? AT_NAME(check->scene->package)
                       : "an unknown app");
    if (!holds)
        at_buf_add_fmt(&check->out->why, ", expected %s",
                       AT_NAME(words_of(check->claim)));
    end(check, holds ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS, AT_SCENE_NONE);
}

static void (*const checks[AT_CLAIM_KINDS])(struct check *check) = {
    [AT_CLAIM_TEXT] = check_text,     [AT_CLAIM_ABSENT] = check_absent,
    [AT_CLAIM_COUNT] = check_count,   [AT_CLAIM_AT_LEAST] = check_count,
    [AT_CLAIM_STATE] = check_state,   [AT_CLAIM_VALUE] = check_value,
    [AT_CLAIM_AMOUNT] = check_amount, [AT_CLAIM_SUM] = check_sum,
    [AT_CLAIM_TOAST] = check_toast,   [AT_CLAIM_APP] = check_app,
    [AT_CLAIM_SHOWN] = check_shown,
};

// A dialog of the system says nothing about the app, and hides it.
static bool
is_behind(struct check *check)
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
        quote(scene->dialog_title, why);
        return true;
    }
    if (scene->is_inside || check->claim->kind == AT_CLAIM_APP)
        return false;
    at_buf_add_fmt(why, "%s is in front, not the app under test",
                   scene->package.len > 0 ? AT_NAME(scene->package)
                                          : "an unknown app");
    return true;
}

void
at_claim_check(const struct at_claim *claim, const struct at_scene *scene,
               struct at_claim_result *out)
{
    struct check check = {claim, scene, out};
    at_claim_result_deinit(out);
    if (!is_behind(&check))
        checks[claim->kind](&check);
}
