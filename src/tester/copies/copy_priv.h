// copy_priv.h: what the files of copies share
#ifndef AT_TESTER_COPIES_COPY_PRIV_H
#define AT_TESTER_COPIES_COPY_PRIV_H

#include "base/err.h"
#include "base/op.h"
#include "net/https.h"
#include "store/store.h"
#include "tester/copies/s3.h"

struct at_copy {
    const struct at_s3 *s3;
    struct at_https *https;
    const char *reports; // folder of the runs' folders
    const char *host;    // the files' host
    const char *run;
};

// Copy all files of a run. What the bucket has already is not sent again.
AT_CHECKED bool at_copy_send(const struct at_op *op, const struct at_copy *copy,
                             struct at_err *err);
// Bring a run's files back into its folder, all or none; existing ones stay.
// AT_ENOTFOUND: there is no copy.
AT_CHECKED bool at_copy_fetch(const struct at_op *op,
                              const struct at_copy *copy, struct at_err *err);

// The mark of a run whose files are copied.
bool at_copy_is_marked(const struct at_copy *copy);
AT_CHECKED bool at_copy_mark(const struct at_copy *copy, struct at_err *err);

#endif
