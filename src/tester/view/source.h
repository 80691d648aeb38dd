// source.h: the sources of a device screen's pictures
//
// A source gives one picture after the other, PNG or JPEG. One thread uses it.
// Video is apart: streams.h.
#ifndef AT_TESTER_VIEW_SOURCE_H
#define AT_TESTER_VIEW_SOURCE_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "device/platform.h"

struct at_frame_source;

struct at_frame_source_ops {
    // Append the next picture to out. A source without polls waits until it
    // differs from the last, and appends nothing after wait_ms.
    bool (*next)(const struct at_op *op, struct at_frame_source *source,
                 int64_t wait_ms, struct at_buf *out, struct at_err *err);
    void (*free)(struct at_frame_source *source);
    // next() asks the device each time, which costs it something.
    bool polls;
};

// Embedded as the first member of each kind of source.
struct at_frame_source {
    const struct at_frame_source_ops *ops;
};

typedef bool at_frame_source_open(const struct at_op *op,
                                  const struct at_platform *platform,
                                  const char *device,
                                  struct at_frame_source **out,
                                  struct at_err *err);

// The best first, up to NULL.
extern at_frame_source_open *const at_frame_sources[];

void at_frame_source_free(struct at_frame_source *source); // NULL is allowed

// motion.c: the device's user reports changes of the screen.
at_frame_source_open at_motion_open;

// shots.c: a second connection to the device, which only takes screenshots: it
// neither starts our helper there nor reads the screen's tree.
at_frame_source_open at_shots_open;

#endif
