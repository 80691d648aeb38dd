// parse_oslog.h: lines of Apple's `log show|stream --style compact`; pure
//
//     2026-02-04 10:11:12.345 Df Sample[4711:1a2b] [com.example:net] message
//
// A line without a time continues the message before it.
#ifndef AT_DEVICE_IOS_PARSE_OSLOG_H
#define AT_DEVICE_IOS_PARSE_OSLOG_H

#include "device/device.h"

// The level of an entry in Android's letters, so that one option serves both
// platforms: debug is D; info, default and activities are I; error is E and
// fault F. 0: line begins no entry.
char at_oslog_level(struct at_str line);

// Does a message of level have what min ('V' to 'F', 0: all) asks for?
bool at_oslog_level_passes(char level, char min);
bool at_oslog_is_level(char level); // one of V D I W E F

// The newest matching lines into out->text, lines and omitted. out is set
// anew, the caller owns it. What continues an entry goes with it.
void at_oslog_filter(struct at_str log, const struct at_log_query *query,
                     struct at_log_result *out);

// Lines of a stream one by one: does this one pass? Begin with a zeroed state.
struct at_oslog_state {
    bool passes; // the entry that was begun last
};
bool at_oslog_passes(struct at_oslog_state *state, struct at_str line,
                     const struct at_log_query *query);

// A predicate that matches the processes of the app whose folder is path
// ("/…/Sample.app"), its extensions too. Appended to out.
void at_oslog_predicate(struct at_str path, struct at_buf *out);

#endif
