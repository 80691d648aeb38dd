// frame.h: one picture of a screen, which many clients may be sent
//
// Its bytes never change; its last user frees it. Any thread may call.
#ifndef AT_TESTER_VIEW_FRAME_H
#define AT_TESTER_VIEW_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

struct at_frame;

enum { AT_FRAME_WIDTH_MIN = 48, AT_FRAME_WIDTH_MAX = 1080 };

// Copies the picture, PNG or JPEG. number tells it from the frames before it.
// by_run: a run has taken it, and covered its secrets.
struct at_frame *at_frame_new(int64_t number, struct at_str bytes, bool by_run);
struct at_frame *at_frame_ref(struct at_frame *frame);
void at_frame_unref(struct at_frame *frame); // NULL is allowed

int64_t at_frame_number(const struct at_frame *frame);
bool at_frame_is_by_run(const struct at_frame *frame);
struct at_str at_frame_bytes(const struct at_frame *frame); // borrowed
const char *at_frame_type(const struct at_frame *frame);    // "image/png" …
// A JPEG of at most width_px, made when it is first asked for; borrowed.
AT_CHECKED bool at_frame_jpeg(struct at_frame *frame, size_t width_px,
                              struct at_str *out, struct at_err *err);
// The width of what is made for this one: few different ones are kept.
size_t at_frame_width(size_t width_px);

#endif
