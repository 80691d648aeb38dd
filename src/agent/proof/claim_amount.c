// claim_amount.c: claims about the amounts of money and numbers near labels
#include "agent/proof/claim_check.h"
#include "agent/proof/claim_near.h"
#include "base/limits.h"

// The amount that amount_near() found near a label.
struct priced {
    struct at_amount amount;
    size_t row;
    int rank; // 0: not found
    size_t distance;
};

enum { RANK_PART = 1, RANK_BARE, RANK_OTHER, RANK_MONEY, RANK_SAME };

// Rank an amount as a price. A number among words, "Medicines (2)", is hardly a
// price; a percentage or a plain number counts only if wanted is one.
static int
rank_of(const struct at_amount *amount, struct at_str text,
        const struct at_amount *wanted)
{
    bool bare =
        wanted->text.len > 0 && wanted->unit.len == 0 && wanted->decimals == 0;
    if (wanted->unit.len > 0 && at_str_eq_nocase(amount->unit, wanted->unit))
        return RANK_SAME;
    if (at_amount_is_money(amount) || amount->decimals > 0)
        return RANK_MONEY;
    if (amount->text.len < at_str_trim(text).len)
        return RANK_PART;
    if (bare && amount->unit.len == 0)
        return RANK_SAME;
    return amount->unit.len > 0 ? RANK_OTHER : RANK_BARE;
}

// Return the class of an amount: 2 for a price, 1 for a number, 0 for a number
// among words.
static int
class_of(const struct priced *found)
{
    return found->rank >= RANK_MONEY ? 2 : found->rank == RANK_PART ? 0 : 1;
}

// Between equal ranks the place decides, then the distance: the price in the
// label's line wins over one below.
static bool
is_better(const struct priced *other, const struct priced *best)
{
    enum at_scene_place place = at_scene_place_of(other->distance);
    enum at_scene_place best_place = at_scene_place_of(best->distance);
    if (best->rank == 0 || class_of(other) != class_of(best))
        return best->rank == 0 || class_of(other) > class_of(best);
    if (place != best_place)
        return place < best_place;
    return other->rank != best->rank ? other->rank > best->rank
                                     : other->distance < best->distance;
}

static void
consider_row(const struct at_check *check, size_t anchor, size_t row,
             const struct at_amount *wanted, struct priced *best)
{
    const struct at_scene_row *at = &check->scene->rows[row];
    struct priced found = {.row = row};
    found.distance = at_scene_distance(check->scene, anchor, row);
    struct at_str text = at->text.len > 0    ? at->text
                         : at->value.len > 0 ? at->value
                                             : at->description;
    if (found.distance == SIZE_MAX || !at_amount_find(text, &found.amount))
        return;
    found.rank = rank_of(&found.amount, text, wanted);
    if (is_better(&found, best))
        *best = found;
}

// Find the amount of a label, the one most like wanted if there are several. A
// term that is an amount is its own amount.
static bool
amount_near(struct at_check *check, struct at_str label,
            const struct at_amount *wanted, struct priced *out)
{
    struct at_scene_rows anchors = {0};
    *out = (struct priced){.row = AT_SCENE_NONE};
    at_scene_find(check->scene, label, &anchors);
    for (size_t a = 0; a < anchors.count; a++) {
        for (size_t i = 0; i < check->scene->count; i++)
            consider_row(check, anchors.rows[a], i, wanted, out);
    }
    bool found = out->rank > 0;
    if (!found && anchors.count == 0)
        found = at_amount_find(label, &out->amount) &&
                out->amount.text.len == at_str_trim(label).len;
    if (!found) {
        at_check_end_unbound(check, label);
        if (anchors.count > 0) {
            at_buf_clear(&check->out->why);
            at_buf_add_text(&check->out->why, "no amount is near ");
            at_check_quote(label, &check->out->why);
        }
    }
    at_scene_rows_deinit(&anchors);
    return found;
}

static void
say_amount(struct at_check *check, const struct priced *found)
{
    at_buf_add_text(&check->out->why, "near ");
    at_check_quote(at_check_anchor_of(check->claim), &check->out->why);
    at_buf_add_fmt(&check->out->why, ": %.*s",
                   AT_STR_ARG(at_utf8_head(found->amount.text, 40)));
    at_seen_say(&check->out->seen, found->amount.text);
}

void
at_check_amount(struct at_check *check)
{
    struct priced found;
    struct at_amount wanted = {0};
    bool known = at_amount_find(at_check_words_of(check->claim), &wanted);
    if (!amount_near(check, at_check_anchor_of(check->claim), &wanted, &found))
        return;
    bool holds = known && at_amount_eq(&found.amount, &wanted);
    say_amount(check, &found);
    if (!holds)
        at_buf_add_fmt(&check->out->why, ", expected %s", check->claim->text);
    at_check_end(check, holds ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS, found.row);
}

void
at_check_sum(struct at_check *check)
{
    const struct at_argv *terms = &check->claim->terms;
    struct at_buf sum = AT_BUF_INIT(AT_CLAIM_WHY_MAX_BYTES);
    struct priced total;
    struct priced term;
    int64_t value = 0;
    const struct at_amount any = {0};
    bool one_unit = true;
    bool known =
        amount_near(check, at_check_anchor_of(check->claim), &any, &total);
    for (size_t i = 0; known && i < terms->count; i++) {
        known =
            amount_near(check, at_str(terms->words[i]), &total.amount, &term);
        one_unit =
            one_unit && known && at_amount_is_like(&term.amount, &total.amount);
        value += known ? term.amount.value : 0;
        if (known)
            at_buf_add_fmt(&sum, "%s%.*s", i > 0 ? " + " : "",
                           AT_STR_ARG(at_utf8_head(term.amount.text, 40)));
    }
    if (known) {
        bool holds = value == total.amount.value && one_unit;
        say_amount(check, &total);
        at_buf_add_fmt(&check->out->why, "; %s = ", at_buf_text(&sum));
        at_amount_write(value, &total.amount, &check->out->why);
        if (!one_unit)
            at_buf_add_text(&check->out->why, ", in more than one unit");
        at_check_end(check, holds ? AT_CLAIM_HOLDS : AT_CLAIM_FAILS, total.row);
    }
    at_buf_deinit(&sum);
}
