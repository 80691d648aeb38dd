#include "screen/ref_report.h"

#include "base/quote.h"
#include "screen/listed.h"

static unsigned
likeness(const struct at_identities *live, const struct at_node *node,
         const struct at_identity *id)
{
    unsigned score = 0;
    struct at_identity other = at_identity_of(live, node);
    if (id->label.len > 0 && at_str_eq_nocase(id->label, other.label))
        score += 8;
    if (id->resource_id.len > 0 &&
        at_str_eq(id->resource_id, other.resource_id))
        score += 8;
    if (id->role == other.role)
        score += 2;
    if (id->ancestry == other.ancestry)
        score += 1;
    return score;
}

size_t
at_ref_report_nearest(const struct at_identities *live,
                      const struct at_identity *id,
                      const struct at_node *out_near[AT_REF_NEAR_MAX])
{
    unsigned scores[AT_REF_NEAR_MAX] = {0};
    size_t count = 0;
    for (size_t i = 0; i < live->key_count; i++) {
        const struct at_node *node = live->keys[i].node;
        unsigned score = likeness(live, node, id);
        size_t at = count;
        while (at > 0 && scores[at - 1] < score)
            at--;
        if (score < 2 || at >= AT_REF_NEAR_MAX)
            continue;
        count += count < AT_REF_NEAR_MAX ? 1 : 0;
        for (size_t j = count - 1; j > at; j--) {
            scores[j] = scores[j - 1];
            out_near[j] = out_near[j - 1];
        }
        scores[at] = score;
        out_near[at] = node;
    }
    return count;
}

static struct at_str
shortened(struct at_str text)
{
    enum { SHOWN_MAX_BYTES = 60 };
    return at_utf8_head(text, SHOWN_MAX_BYTES);
}

void
at_ref_report_subject(struct at_ref_report *report, const char *ref,
                      const struct at_identity *id, bool ambiguous)
{
    struct at_buf *out = &report->text;
    at_buf_add_fmt(out, "stale ref '%s': the %s ", ref, at_role_said(id->role));
    if (id->label.len > 0)
        at_quote_write(shortened(id->label), out);
    else if (id->resource_id.len > 0)
        at_quote_write(shortened(id->resource_id), out);
    else
        at_buf_add_text(out, "without label");
    if (id->context.len > 0 && (id->context_in_item || ambiguous)) {
        at_buf_add_text(out, " beside ");
        at_quote_write(shortened(id->context), out);
    }
    at_buf_add_text(out, ambiguous
                             ? " cannot be distinguished from others like it"
                             : " is no longer on the screen");
}

void
at_ref_report_candidate(struct at_ref_report *report,
                        const struct at_node *node, const char *ref)
{
    struct at_buf line = AT_BUF_INIT(AT_REF_REPORT_MAX_BYTES);
    at_listed_write(node, ref, &line);
    at_buf_add_text(&report->text, report->candidates++ ? ", " : "; nearest: ");
    at_quote_cut(at_buf_str(&line), 120, &report->text);
    at_buf_deinit(&line);
}

void
at_ref_report_fail(struct at_ref_report *report, const char *advice,
                   struct at_err *err)
{
    at_fail(err, AT_ENOTFOUND, "%s", at_buf_text(&report->text));
    if (advice)
        at_err_add(err, "%s", advice);
    at_buf_deinit(&report->text);
}

void
at_ref_report_renamed(const char *ref, const struct at_node *node,
                      const char *name, struct at_err *err)
{
    struct at_buf line = AT_BUF_INIT(AT_REF_REPORT_MAX_BYTES);
    at_listed_write(node, NULL, &line);
    at_fail(err, AT_ENOTFOUND,
            "stale ref '%s': it was of an earlier tree; that element is %s "
            "now: %.*s",
            ref, name, AT_STR_ARG(at_utf8_head(at_buf_str(&line), 120)));
    at_buf_deinit(&line);
}

void
at_ref_report_earlier(struct at_str ref, const char *fresh, struct at_err *err)
{
    at_fail(err, AT_ENOTFOUND,
            "stale ref '%.*s': its element went from the screen before the "
            "last tree",
            AT_STR_ARG(ref));
    at_err_add(err, "%s", fresh);
}

void
at_ref_report_unknown(struct at_str ref, size_t count, const char *fresh,
                      struct at_err *err)
{
    struct at_buf quoted = AT_BUF_INIT(AT_REF_REPORT_MAX_BYTES);
    at_quote_write(shortened(ref), &quoted);
    if (!at_str_starts(ref, AT_STR("@")))
        at_fail(err, AT_ENOTFOUND,
                "unknown ref %s: a ref begins with @, like @b1; %s",
                at_buf_text(&quoted), fresh);
    else
        at_fail(
            err, AT_ENOTFOUND,
            "unknown ref %s: the last tree gave out %zu refs, not this one; %s",
            at_buf_text(&quoted), count, fresh);
    at_buf_deinit(&quoted);
}
