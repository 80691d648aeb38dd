// instrument.h: the output of `am instrument -r` while the helper runs
//
// The helper that is started by app_process prints the same blocks.
#ifndef AT_DEVICE_ANDROID_PARSE_INSTRUMENT_H
#define AT_DEVICE_ANDROID_PARSE_INSTRUMENT_H

#include "base/err.h"
#include "base/lines.h"
#include "device/android/helper/helper_types.h"

struct at_instrument_report {
    char stage[32]; // the last stage; "" before the first
    bool serving;
    int64_t port;    // port it listens on; 0: not reported
    bool over;       // it has reported its end
    char error[320]; // the message at its end, one line
    char reason[64]; // the reason if it ended in order
    char words[320]; // am's own output
    int exit_status; // -1: unknown or running
};

struct at_instrument {
    struct at_lines lines;
    struct at_instrument_report report;
};

// A line has at most AT_HELPER_OUTPUT_MAX_BYTES.
void at_instrument_init(struct at_instrument *instrument);
void at_instrument_deinit(struct at_instrument *instrument);

// Read a piece of the output, cut anywhere.
void at_instrument_take(struct at_instrument *instrument, struct at_str piece);

// Judge why the helper does not serve.
enum at_helper_fault at_instrument_fault(
    const struct at_instrument_report *report);

// Fail with the reason why the helper does not serve, and set its stage.
// holder: the program that holds the UiAutomation, NULL if unknown.
bool at_instrument_fail(const struct at_instrument_report *report,
                        const char *holder, enum at_helper_stage *out_stage,
                        struct at_err *err);
#endif
