// parse_instrument.h: what `am instrument -r` prints while the helper runs
#ifndef AT_DEVICE_ANDROID_HELPER_PARSE_INSTRUMENT_H
#define AT_DEVICE_ANDROID_HELPER_PARSE_INSTRUMENT_H

#include "base/err.h"
#include "base/lines.h"
#include "device/android/helper/helper.h"

struct at_instrument_told {
    char stage[32]; // the last one; "" before the first
    bool serving;
    int64_t port;    // where it serves; 0: not told
    bool over;       // it told its end
    char error[320]; // the end's words; one line
    char reason[64]; // … where it ended in order
    char words[320]; // what am itself said
};

struct at_instrument {
    struct at_lines lines;
    struct at_instrument_told told;
};

// The lines are bounded by AT_HELPER_OUTPUT_MAX_BYTES.
void at_instrument_init(struct at_instrument *instrument);
void at_instrument_deinit(struct at_instrument *instrument);

// Read a piece, cut anywhere.
void at_instrument_take(struct at_instrument *instrument, struct at_str piece);

// Why the helper does not serve, as an error, and in which stage. holder: who
// has the UiAutomation, NULL where nobody knows.
bool at_instrument_fail(const struct at_instrument_told *told,
                        const char *holder, enum at_helper_stage *out_stage,
                        struct at_err *err);
// Has somebody else the UiAutomation?
bool at_instrument_is_held(const struct at_instrument_told *told);

#endif
