// info.h: the output of getprop and wm
#ifndef AT_DEVICE_ANDROID_PARSE_INFO_H
#define AT_DEVICE_ANDROID_PARSE_INFO_H

#include "device/facts.h"

// Return the value of a property in the output of `getprop`, "[key]: [value]"
// lines; empty if it is missing.
struct at_str at_getprop_value(struct at_str output, const char *key);

// Read "Physical size: 1080x2400" and "Override size: …", which wins. Returns
// false without such a line, or for absurd numbers.
AT_CHECKED bool at_wm_parse_size(struct at_str output, int32_t *out_width_px,
                                 int32_t *out_height_px);

// Fill all but the serial from the output of `getprop; wm size; wm density`.
void at_info_parse(struct at_str output, struct at_device_info *out);

// Read "mInputShown=true" in `dumpsys input_method`. Returns false if it is
// missing.
AT_CHECKED bool at_input_method_parse(struct at_str output, bool *out_shown);

// Read "mShowRequested=false" in `dumpsys input_method`, and a 0 in the
// following output of `settings get secure show_ime_with_hard_keyboard`. Return
// true if both are present: the keyboard is not about to open and stays hidden
// next to a physical one.
bool at_input_method_is_unasked(struct at_str output);

// Read "Total frames rendered: 214" in `dumpsys gfxinfo PACKAGE`. Returns false
// if it is missing.
AT_CHECKED bool at_gfxinfo_parse(struct at_str output, int64_t *out_frames);

#endif
