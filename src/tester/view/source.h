// source.h: where the pictures of a device's screen come from
//
// A source gives one picture after the other. Today there is the one that asks
// the device for screenshots (shots.c); one that the device sends its pictures
// to, as JPEG or H.264, is another row of at_frame_sources. One thread uses it.
#ifndef AT_TESTER_VIEW_SOURCE_H
#define AT_TESTER_VIEW_SOURCE_H

#include "base/buf.h"
#include "base/err.h"
#include "base/op.h"
#include "device/platform.h"

struct at_frame_source;

struct at_frame_source_ops {
    // Append the next picture, a whole PNG, to out.
    bool (*next)(const struct at_op *op, struct at_frame_source *source,
                 struct at_buf *out, struct at_err *err);
    void (*free)(struct at_frame_source *source);
    // next() asks the device each time, which costs it something; otherwise it
    // waits until the screen has changed.
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

// The first source that can be opened. The caller owns it.
AT_CHECKED bool at_frame_source_start(const struct at_op *op,
                                      const struct at_platform *platform,
                                      const char *device,
                                      struct at_frame_source **out,
                                      struct at_err *err);
void at_frame_source_free(struct at_frame_source *source); // NULL is allowed

// shots.c: a second connection to the device, which only takes screenshots: it
// neither starts our helper there nor reads the screen's tree.
at_frame_source_open at_shots_open;

#endif
