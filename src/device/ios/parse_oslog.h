// parse_oslog.h: lines of Apple's `log show|stream --style compact`; pure
//
//     2026-02-04 10:11:12.345 Df Sample[4711:1a2b] [com.example:net] message
//
// A line without a time continues the message before it.
#ifndef AT_DEVICE_IOS_PARSE_OSLOG_H
#define AT_DEVICE_IOS_PARSE_OSLOG_H

#include "device/device.h"

// Return the level of an entry in Android's letters, for a common option: D for
// debug; I for info, default and activities; E for error and F for fault. 0:
// line does not start an entry.
char at_oslog_level(struct at_str line);

// Return true if level is at least min ('V' to 'F', 0: all).
bool at_oslog_level_passes(char level, char min);
bool at_oslog_is_level(char level); // one of V D I W E F

// Write the latest matching lines to out->text, lines and omitted. out is
// initialised; the caller owns it. Continuation lines stay with their entry.
void at_oslog_filter(struct at_str log, const struct at_log_query *query,
                     struct at_log_result *out);

// Filter a stream line by line. Start with a zeroed state.
struct at_oslog_state {
    bool passes; // result for the latest entry
};
bool at_oslog_passes(struct at_oslog_state *state, struct at_str line,
                     const struct at_log_query *query);

// Append a predicate that matches the processes of the app in the folder path
// ("/…/Sample.app"), including its extensions.
void at_oslog_predicate(struct at_str path, struct at_buf *out);

#endif
