// axe_words.h: AXe's command lines for inputs
//
// Pure. Each function appends words to argv, from the command's name to --udid,
// but not the program itself. A failure appends nothing. Sources: AXe 1.8.0's
// recorded runs (Tests/Goldens) and its validation of arguments.
#ifndef AT_DEVICE_IOS_AXE_WORDS_H
#define AT_DEVICE_IOS_AXE_WORDS_H

#include "base/argv.h"
#include "base/err.h"
#include "device/device.h"

void at_axe_describe(const char *udid, struct at_argv *argv);

AT_CHECKED bool at_axe_tap(const char *udid, struct at_point at,
                           struct at_argv *argv, struct at_err *err);
// Tap by the node's id if it is unique in tree, else by its label if that is
// unique, else by position. The position is also used if AXe would redirect the
// tap: on an element that contains or adjoins a switch, it taps the switch.
AT_CHECKED bool at_axe_tap_node(const char *udid, const struct at_tree *tree,
                                const struct at_node *node, struct at_point at,
                                struct at_argv *argv, struct at_err *err);
// Both taps in one AXe session, since a process per tap would be too slow.
AT_CHECKED bool at_axe_double_tap(const char *udid, struct at_point at,
                                  int64_t interval_ms, struct at_argv *argv,
                                  struct at_err *err);
// A swipe without movement becomes a long touch (at most AT_AXE_HOLD_MAX_MS).
enum { AT_AXE_HOLD_MAX_MS = 10000 };
AT_CHECKED bool at_axe_swipe(const char *udid, const struct at_swipe *swipe,
                             struct at_argv *argv, struct at_err *err);

// Press a key at most AT_AXE_KEYS_MAX times; *out_done is the number of presses
// in the words. key: a name as on Android ("KEYCODE_ENTER", "enter", in any
// case). AT_EUNSUPPORTED for a key that iOS lacks, AT_EUSAGE for an unknown
// key.
enum { AT_AXE_KEYS_MAX = 100 };
AT_CHECKED bool at_axe_check_key(struct at_str key, struct at_err *err);
AT_CHECKED bool at_axe_key(const char *udid, struct at_str key, unsigned repeat,
                           struct at_argv *argv, unsigned *out_done,
                           struct at_err *err);

// AXe reads the text from its input, because argument lists are public.
// AT_EUNSUPPORTED names the first character missing on a US keyboard.
AT_CHECKED bool at_axe_text(const char *udid, struct at_str text,
                            struct at_argv *argv, struct at_err *err);

#endif
