// recorded.h: the requests and answers of tests/data/helper
//
// android/record.py describes them; its times, which are the same in each file,
// are repeated here.
#ifndef AT_TESTS_UNIT_DEVICE_ANDROID_HELPER_RECORDED_H
#define AT_TESTS_UNIT_DEVICE_ANDROID_HELPER_RECORDED_H

#include "tests/t.h"

#define HELPER_RECORDED_FOLDER "tests/data/helper"

enum {
    HELPER_RECORDED_WAITED_MS = 151,
    HELPER_RECORDED_INPUT_MS = 42,
    HELPER_RECORDED_IDLE_MS = 153,
    HELPER_RECORDED_TREE_MS = 7,
    HELPER_RECORDED_TREES = 2,
    HELPER_RECORDED_TREES_MS = 14,
    HELPER_RECORDED_UPTIME_MS = 86400123,
    HELPER_RECORDED_NOW_MS = 86400789,
};

struct helper_recorded {
    char *text;            // owned
    struct at_str request; // whole, as on the wire
    struct at_str asked;   // its body
    struct at_str answer;  // whole
    struct at_str said;    // its body
};

static inline struct at_str
helper_recorded_body(struct at_str message)
{
    ptrdiff_t at = at_str_find(message, AT_STR("\r\n\r\n"));
    T_OK(at > 0);
    return at_str_skip(message, (size_t)at + 4);
}

// free() its text.
static inline struct helper_recorded
helper_recorded_read(const char *name)
{
    struct helper_recorded r = {.text = NULL};
    char path[256];
    size_t len;
    snprintf(path, sizeof(path), HELPER_RECORDED_FOLDER "/%s", name);
    r.text = t_read_file(path, &len);
    if (!r.text)
        print_error("%s is not there\n", path);
    T_OK(r.text != NULL);
    struct at_str all = at_str_n(r.text, len);
    ptrdiff_t mark = at_str_find(all, AT_STR("\n====\n"));
    T_OK(mark > 0);
    r.request = at_str_head(all, (size_t)mark);
    r.asked = helper_recorded_body(r.request);
    r.answer = at_str_skip(all, (size_t)mark + 6);
    r.said = helper_recorded_body(r.answer);
    return r;
}

#endif
