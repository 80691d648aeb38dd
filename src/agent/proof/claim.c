#include "agent/proof/claim.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/compiler.h"
#include "base/quote.h"

const char *const at_claim_wheres[AT_CLAIM_WHERES] = {
    [AT_CLAIM_NEAR] = "near",     [AT_CLAIM_BESIDE] = "beside",
    [AT_CLAIM_BELOW] = "below",   [AT_CLAIM_ABOVE] = "above",
    [AT_CLAIM_INSIDE] = "inside",
};

const char *const at_claim_states[] = {
    "checked",  "unchecked", "selected",    "not selected", "enabled",
    "disabled", "focused",   "not focused", NULL,
};

void
at_claim_init(struct at_claim *claim, enum at_claim_kind kind)
{
    *claim = (struct at_claim){
        .kind = kind,
        .text = at_strdup(""),
        .of = at_strdup(""),
        .bound = at_strdup(""),
    };
}

void
at_claim_deinit(struct at_claim *claim)
{
    free(claim->text);
    free(claim->of);
    free(claim->bound);
    at_argv_deinit(&claim->terms);
    *claim = (struct at_claim){0};
}

void
at_claim_copy(const struct at_claim *from, struct at_claim *out)
{
    *out = *from;
    out->text = at_strdup(from->text);
    out->of = at_strdup(from->of);
    out->bound = at_strdup(from->bound);
    out->terms = (struct at_argv)AT_ARGV_INIT;
    for (size_t i = 0; i < from->terms.count; i++)
        at_argv_add(&out->terms, from->terms.words[i]);
}

bool
at_claim_eq(const struct at_claim *a, const struct at_claim *b)
{
    if (a->kind != b->kind || a->where != b->where || a->count != b->count ||
        a->terms.count != b->terms.count || strcmp(a->text, b->text) != 0 ||
        strcmp(a->of, b->of) != 0)
        return false;
    for (size_t i = 0; i < a->terms.count; i++)
        if (strcmp(a->terms.words[i], b->terms.words[i]) != 0)
            return false;
    return true;
}

bool
at_claims_have(const struct at_claims *claims, const struct at_claim *claim)
{
    for (size_t i = 0; i < claims->count; i++)
        if (at_claim_eq(&claims->items[i], claim))
            return true;
    return false;
}

void
at_claims_deinit(struct at_claims *claims)
{
    for (size_t i = 0; i < claims->count; i++)
        at_claim_deinit(&claims->items[i]);
    free(claims->items);
    *claims = (struct at_claims){0};
}

void
at_claims_add(struct at_claims *claims, struct at_claim *claim)
{
    claims->items = at_realloc_array(claims->items, claims->count + 1,
                                     sizeof(claims->items[0]));
    claims->items[claims->count++] = *claim;
    *claim = (struct at_claim){0};
}

void
at_claims_copy(const struct at_claims *from, struct at_claims *out)
{
    *out = (struct at_claims){0};
    for (size_t i = 0; i < from->count; i++) {
        struct at_claim copy;
        at_claim_copy(&from->items[i], &copy);
        at_claims_add(out, &copy);
    }
}

static void
write_quoted(struct at_buf *out, const char *text)
{
    at_quote_write(at_str(text), out);
}

// A phrase between two quoted texts.
static void
write_between(struct at_buf *out, const char *a, const char *phrase,
              const char *b)
{
    write_quoted(out, a);
    at_buf_add_text(out, phrase);
    if (b)
        write_quoted(out, b);
}

static void
write_text(const struct at_claim *claim, struct at_buf *out)
{
    write_quoted(out, claim->text);
    if (claim->of[0] == '\0') {
        at_buf_add_text(out, " is shown");
        return;
    }
    at_buf_add_fmt(out, " is shown %s ", at_claim_wheres[claim->where]);
    write_quoted(out, claim->of);
}

static void
write_absent(const struct at_claim *claim, struct at_buf *out)
{
    write_between(out, claim->text, " is not shown", NULL);
}

static void
write_count(const struct at_claim *claim, struct at_buf *out)
{
    if (claim->kind == AT_CLAIM_COUNT && claim->count == 0)
        at_buf_add_text(out, "no element shows ");
    else
        at_buf_add_fmt(out, "%s %lld element%s ",
                       claim->kind == AT_CLAIM_COUNT ? "exactly" : "at least",
                       (long long)claim->count,
                       claim->count == 1 ? " shows" : "s show");
    write_quoted(out, claim->of);
}

static void
write_state(const struct at_claim *claim, struct at_buf *out)
{
    write_between(out, claim->of, " is ", NULL);
    at_line_write(at_str(claim->text), out);
}

static void
write_value(const struct at_claim *claim, struct at_buf *out)
{
    if (claim->text[0] == '\0')
        write_between(out, claim->of, " is empty", NULL);
    else
        write_between(out, claim->of, " has the value ", claim->text);
}

static void
write_amount_at(const struct at_claim *claim, struct at_buf *out)
{
    at_buf_add_fmt(out, "the amount %s ", at_claim_wheres[claim->where]);
    write_quoted(out, claim->of);
    at_buf_add_text(out, " is ");
}

static void
write_amount(const struct at_claim *claim, struct at_buf *out)
{
    write_amount_at(claim, out);
    at_line_write(at_str(claim->text), out);
}

static void
write_sum(const struct at_claim *claim, struct at_buf *out)
{
    const struct at_argv *terms = &claim->terms;
    write_amount_at(claim, out);
    at_buf_add_text(out, terms->count == 1 ? "that near "
                                           : "the sum of those near ");
    for (size_t i = 0; i < terms->count; i++) {
        if (i > 0)
            at_buf_add_text(out, i + 1 == terms->count ? " and " : ", ");
        write_quoted(out, terms->words[i]);
    }
}

static void
write_toast(const struct at_claim *claim, struct at_buf *out)
{
    at_buf_add_text(out, "a message says ");
    write_quoted(out, claim->text);
}

static void
write_app(const struct at_claim *claim, struct at_buf *out)
{
    at_line_write(at_str(claim->text), out);
    at_buf_add_text(out, " is in front");
}

static void
write_shown(const struct at_claim *claim, struct at_buf *out)
{
    at_line_write(at_str(claim->text), out);
    at_buf_add_text(out, " is shown");
}

static void (*const writers[])(const struct at_claim *, struct at_buf *) = {
    [AT_CLAIM_TEXT] = write_text,     [AT_CLAIM_ABSENT] = write_absent,
    [AT_CLAIM_COUNT] = write_count,   [AT_CLAIM_AT_LEAST] = write_count,
    [AT_CLAIM_STATE] = write_state,   [AT_CLAIM_VALUE] = write_value,
    [AT_CLAIM_AMOUNT] = write_amount, [AT_CLAIM_SUM] = write_sum,
    [AT_CLAIM_TOAST] = write_toast,   [AT_CLAIM_APP] = write_app,
    [AT_CLAIM_SHOWN] = write_shown,
};
static_assert(AT_LEN(writers) == AT_CLAIM_KINDS, "a writer for every kind");

void
at_claim_write(const struct at_claim *claim, struct at_buf *out)
{
    writers[claim->kind](claim, out);
}
