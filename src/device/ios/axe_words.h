// axe_words.h: AXe's command lines for what a device can be asked to do; pure
//
// Each function appends words to argv, from the command's name to --udid; the
// program itself comes before them. A failure appends nothing. Sources:
// AXe 1.8.0's recorded runs (Tests/Goldens) and its validation of arguments.
#ifndef AT_DEVICE_IOS_AXE_WORDS_H
#define AT_DEVICE_IOS_AXE_WORDS_H

#include "base/argv.h"
#include "base/err.h"
#include "device/device.h"

void at_axe_describe(const char *udid, struct at_argv *argv);

AT_CHECKED bool at_axe_tap(const char *udid, struct at_point at,
                           struct at_argv *argv, struct at_err *err);
// By the node's id where no other node of tree has that id, else by its label
// where no other has that, else at the place. A place is taken too where AXe
// would send the tap to another element than the one meant: of something that
// holds or stands beside a switch it taps the switch.
AT_CHECKED bool at_axe_tap_node(const char *udid, const struct at_tree *tree,
                                const struct at_node *node, struct at_point at,
                                struct at_argv *argv, struct at_err *err);
// Both taps in one session of AXe: a program each would be too slow.
AT_CHECKED bool at_axe_double_tap(const char *udid, struct at_point at,
                                  int64_t interval_ms, struct at_argv *argv,
                                  struct at_err *err);
// One that stays where it is becomes a touch that is held (at most
// AT_AXE_HOLD_MAX_MS).
enum { AT_AXE_HOLD_MAX_MS = 10000 };
AT_CHECKED bool at_axe_swipe(const char *udid, const struct at_swipe *swipe,
                             struct at_argv *argv, struct at_err *err);

// At most AT_AXE_KEYS_MAX presses; *out_done says how many the words make.
// key: a name as on Android ("KEYCODE_ENTER", "enter", in any case).
// AT_EUNSUPPORTED for what iOS has not, AT_EUSAGE for what nobody has.
enum { AT_AXE_KEYS_MAX = 100 };
AT_CHECKED bool at_axe_key(const char *udid, struct at_str key, unsigned repeat,
                           struct at_argv *argv, unsigned *out_done,
                           struct at_err *err);

// *out_secret is the place of the text in argv. AT_EUNSUPPORTED names the first
// character that a US keyboard has not.
AT_CHECKED bool at_axe_text(const char *udid, struct at_str text,
                            struct at_argv *argv, size_t *out_secret,
                            struct at_err *err);

#endif
