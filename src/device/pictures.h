// pictures.h: pictures of a device's screen as it changes, beside its user
//
// The pictures come from the program that somebody who uses the device has
// there: no other program is started on it, and nothing is asked of it while
// nobody asks here. One thread uses it.
#ifndef AT_DEVICE_PICTURES_H
#define AT_DEVICE_PICTURES_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

struct at_pictures;

struct at_pictures_ops {
    // Append the next picture, PNG or JPEG, to out once it is another one than
    // the last; nothing if there is none within wait_ms.
    bool (*next)(const struct at_op *op, struct at_pictures *pictures,
                 int64_t wait_ms, struct at_buf *out, struct at_err *err);
    void (*free)(struct at_pictures *pictures);
};

// Embedded as the first member of each kind.
struct at_pictures {
    const struct at_pictures_ops *ops;
};

#endif
