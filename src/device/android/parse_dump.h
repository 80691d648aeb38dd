// parse_dump.h: what `uiautomator dump` gave, XML or one of its ways to fail
#ifndef AT_DEVICE_ANDROID_PARSE_DUMP_H
#define AT_DEVICE_ANDROID_PARSE_DUMP_H

#include "base/err.h"
#include "base/str.h"

enum at_dump_verdict {
    AT_DUMP_XML,       // or what was to be XML
    AT_DUMP_NOT_IDLE,  // the screen never came to rest for the tool
    AT_DUMP_NULL_ROOT, // no window in front just now
    AT_DUMP_HELD,      // another UiAutomation is registered
    AT_DUMP_KILLED,    // ended by the device, mostly also another UiAutomation
    AT_DUMP_NO_FILE,   // its file cannot be written where it should be
    AT_DUMP_NO_TOOL,   // the device has no uiautomator
    AT_DUMP_SILENT,    // no file and no word
    AT_DUMP_OTHER,     // some other failure, with words
};

// output: what the dump's file held (and, from an old shell, the tool's words
// around it); words: what the tool said apart from that, may be empty.
enum at_dump_verdict at_dump_judge(struct at_str output, struct at_str words);

// The failure for a verdict other than AT_DUMP_XML. holder: what holds the
// UiAutomation, NULL where nobody knows; words as above.
bool at_dump_fail(enum at_dump_verdict verdict, const char *holder,
                  struct at_str words, struct at_err *err);

#endif
