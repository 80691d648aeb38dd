// parse_oslog.h: lines of Apple's `log show|stream --style compact`; pure
//
//     2026-02-04 10:11:12.345 Df Sample[4711:1a2b] [com.example:net] message
//
// A line without a time continues the message before it.
#ifndef AT_DEVICE_IOS_PARSE_OSLOG_H
#define AT_DEVICE_IOS_PARSE_OSLOG_H

#include "device/device.h"

// Return the level of an entry in Android's letters, so that one option serves
// both platforms: debug is D; info, default and activities are I; error is E
// and fault F. 0: line does not begin an entry.
char at_oslog_level(struct at_str line);

// Return whether level is at least min ('V' to 'F', 0: all).
bool at_oslog_level_passes(char level, char min);
bool at_oslog_is_level(char level); // one of V D I W E F

// Write the newest matching lines to out->text, lines and omitted. out is set
// anew; the caller owns it. Continuation lines go with their entry.
void at_oslog_filter(struct at_str log, const struct at_log_query *query,
                     struct at_log_result *out);

// Decide for a stream's lines one by one whether they pass. Begin with a zeroed
// state.
struct at_oslog_state {
    bool passes; // of the newest entry
};
bool at_oslog_passes(struct at_oslog_state *state, struct at_str line,
                     const struct at_log_query *query);

// Append a predicate to out that matches the processes of the app whose folder
// is path ("/…/Sample.app"), with its extensions.
void at_oslog_predicate(struct at_str path, struct at_buf *out);

#endif
