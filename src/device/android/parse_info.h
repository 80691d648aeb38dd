// parse_info.h: what getprop and wm say about a device
#ifndef AT_DEVICE_ANDROID_PARSE_INFO_H
#define AT_DEVICE_ANDROID_PARSE_INFO_H

#include "device/device.h"

// The value of a property in the output of `getprop`, "[key]: [value]" lines;
// empty where it is not there.
struct at_str at_getprop_value(struct at_str output, const char *key);

// "Physical size: 1080x2400" and "Override size: …", which wins. false: no
// such line, or numbers out of reason.
AT_CHECKED bool at_wm_parse_size(struct at_str output, int32_t *out_width_px,
                                 int32_t *out_height_px);

// Fill all but the serial from `getprop; wm size; wm density` in one text.
void at_info_parse(struct at_str output, struct at_device_info *out);

// "mInputShown=true" in `dumpsys input_method`; false: it does not say.
AT_CHECKED bool at_input_method_parse(struct at_str output, bool *out_shown);

#endif
