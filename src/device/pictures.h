// pictures.h: pictures of a device's changing screen while others use it
//
// The pictures come from the program that the device's user already runs there:
// no other program is started on the device, and it gets no requests while
// nothing reads them. Used by one thread.
#ifndef AT_DEVICE_PICTURES_H
#define AT_DEVICE_PICTURES_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"

struct at_pictures;

struct at_pictures_ops {
    // Append the next picture, PNG or JPEG, to out once it differs from the
    // last; append nothing if there is none within wait_ms.
    bool (*next)(const struct at_op *op, struct at_pictures *pictures,
                 int64_t wait_ms, struct at_buf *out, struct at_err *err);
    void (*free)(struct at_pictures *pictures);
};

// The first member of each kind.
struct at_pictures {
    const struct at_pictures_ops *ops;
};

#endif
