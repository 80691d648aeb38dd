// ref_report.h: messages about refs that cannot be resolved
#ifndef AT_SCREEN_REF_REPORT_H
#define AT_SCREEN_REF_REPORT_H

#include "base/buf.h"
#include "base/err.h"
#include "screen/identity.h"

enum { AT_REF_NEAR_MAX = 3, AT_REF_REPORT_MAX_BYTES = 4096 };

struct at_ref_report {
    struct at_buf text;
    size_t candidates;
};

#define AT_REF_REPORT_INIT                                                     \
    {                                                                          \
        .text = AT_BUF_INIT(AT_REF_REPORT_MAX_BYTES)                           \
    }

// Find the live elements most similar to id, best first. Return their number.
size_t at_ref_report_nearest(const struct at_identities *live,
                             const struct at_identity *id,
                             const struct at_node *out_near[AT_REF_NEAR_MAX]);

void at_ref_report_subject(struct at_ref_report *report, const char *ref,
                           const struct at_identity *id, bool ambiguous);
void at_ref_report_candidate(struct at_ref_report *report,
                             const struct at_node *node, const char *ref);
// Set err and release the report. advice may be NULL.
void at_ref_report_fail(struct at_ref_report *report, const char *advice,
                        struct at_err *err);

// Report a ref of an earlier text: its element is node, whose current ref is
// name.
void at_ref_report_renamed(const char *ref, const struct at_node *node,
                           const char *name, struct at_err *err);

// Report a ref older than the last two texts.
void at_ref_report_earlier(struct at_str ref, const char *advice,
                           struct at_err *err);

// Report a ref that is not among the count refs of the last tree.
void at_ref_report_unknown(struct at_str ref, size_t count, const char *advice,
                           struct at_err *err);

#endif
