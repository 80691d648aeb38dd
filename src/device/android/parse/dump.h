// dump.h: the output of `uiautomator dump`: XML or one of its failures
#ifndef AT_DEVICE_ANDROID_PARSE_DUMP_H
#define AT_DEVICE_ANDROID_PARSE_DUMP_H

#include "base/err.h"
#include "base/str.h"

enum at_dump_verdict {
    AT_DUMP_XML,       // XML, possibly malformed
    AT_DUMP_NOT_IDLE,  // the screen never became idle
    AT_DUMP_NULL_ROOT, // there was no window in front
    AT_DUMP_HELD,      // another UiAutomation is registered
    AT_DUMP_KILLED,    // killed by the device, usually because of another
                       // UiAutomation too
    AT_DUMP_NO_FILE,   // its file cannot be written there
    AT_DUMP_NO_TOOL,   // the device has no uiautomator
    AT_DUMP_CHARACTER, // a text has a character that XML cannot hold
    AT_DUMP_SILENT,    // no file and no message
    AT_DUMP_OTHER,     // another failure, with a message
};

// Judge a dump. output: the content of the dump's file (from an old shell with
// the tool's messages around it); words: the tool's separate messages, may be
// empty.
enum at_dump_verdict at_dump_judge(struct at_str output, struct at_str words);

// Fail with the reason for a verdict other than AT_DUMP_XML. holder: the
// program that holds the UiAutomation, NULL if unknown; words as above. sys is
// EBUSY, EAGAIN if it may pass, or EILSEQ if another way of reading may still
// work.
bool at_dump_fail(enum at_dump_verdict verdict, const char *holder,
                  struct at_str words, struct at_err *err);

#endif
