// ref_report.h: saying why a ref means nothing now, and what may be meant
#ifndef AT_SCREEN_REF_REPORT_H
#define AT_SCREEN_REF_REPORT_H

#include "base/buf.h"
#include "base/err.h"
#include "screen/identity.h"
#include "screen/ref.h"

enum { AT_REF_NEAR_MAX = 3, AT_REF_REPORT_MAX_BYTES = 4096 };

struct at_ref_report {
    struct at_buf text;
    size_t candidates;
};

#define AT_REF_REPORT_INIT                                                     \
    {                                                                          \
        .text = AT_BUF_INIT(AT_REF_REPORT_MAX_BYTES)                           \
    }

// The live elements most like id, best first; returns how many.
size_t at_ref_report_nearest(const struct at_identities *live,
                             const struct at_identity *id,
                             const struct at_node *out_near[AT_REF_NEAR_MAX]);

void at_ref_report_subject(struct at_ref_report *report, const char *ref,
                           const struct at_identity *id, bool ambiguous);
void at_ref_report_candidate(struct at_ref_report *report,
                             const struct at_node *node, const char *ref);
// Sets err and releases the report.
void at_ref_report_fail(struct at_ref_report *report,
                        const struct at_advice *advice, struct at_err *err);

void at_ref_report_unknown(struct at_str ref, const struct at_ref_table *table,
                           struct at_err *err);

#endif
