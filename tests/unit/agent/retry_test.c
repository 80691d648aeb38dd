// retry_test.c: which failures are tried again, how often, and how long after
#include "agent/loop/retry.h"

#include "tests/t.h"

// Retry until it gives up; the pauses as "500 1000".
static const char *
pauses(enum at_model_class class, int64_t hint_ms, uint32_t random)
{
    static char text[256];
    struct at_model_failure failure = {.class = class, .wait_ms = hint_ms};
    struct at_retry retry = {0};
    size_t len = 0;
    int64_t wait_ms;
    text[0] = '\0';
    for (int i = 0; i < 99 && at_retry_next(&retry, &failure, random, &wait_ms);
         i++)
        len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%lld",
                                i > 0 ? " " : "", (long long)wait_ms);
    return text;
}

static const struct {
    const char *name;
    enum at_model_class class;
    int64_t hint_ms;
    uint32_t random;
    const char *pauses;
} rows[] = {
    {"broken", AT_MODEL_RETRY, -1, 0, "500 1000"},
    {"broken, by luck", AT_MODEL_RETRY, -1, UINT32_MAX, "375 750"},
    {"busy", AT_MODEL_THROTTLED, -1, 0, "500 1000 2000 4000 8000"},
    {"busy, at once", AT_MODEL_THROTTLED, 0, 0, "0 0 0 0 0"},
    {"busy, hint", AT_MODEL_THROTTLED, 38000, 7, "38000 38000 38000 38000"},
    {"the longest hint", AT_MODEL_THROTTLED, 120000, 0, "120000"},
    {"a longer one", AT_MODEL_THROTTLED, 120001, 0, ""},
    {"an absurd one", AT_MODEL_THROTTLED, INT64_MAX, 0, ""},
    {"broken, hint", AT_MODEL_RETRY, 10, 0, "10 10"},
    {"no failure", AT_MODEL_OK, -1, 0, ""},
    {"key", AT_MODEL_AUTH, -1, 0, ""},
    {"no credit, whatever the hint", AT_MODEL_BILLING, 5, 0, ""},
    {"too long", AT_MODEL_TOO_LONG, -1, 0, ""},
    {"our fault", AT_MODEL_BAD_REQUEST, -1, 0, ""},
    {"no such model", AT_MODEL_BAD_MODEL, -1, 0, ""},
};

T_TEST(each_class_has_its_pauses)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        T_ROW(rows[i].name);
        T_EQ_TEXT(pauses(rows[i].class, rows[i].hint_ms, rows[i].random),
                  rows[i].pauses);
    }
}

// The failures of one reply, in their order.
static const struct {
    const char *name;
    const char *failures; // t: throttled, r: retry
    int retries;
} mixed[] = {
    {"busy twice, then one 500", "ttr", 3},
    {"one 500 between", "trt", 3},
    {"all that both classes have", "tttttrr", 7},
    {"the third reset", "trtrtr", 5},
    {"the sixth busy", "rttttttr", 6},
};

T_TEST(classes_are_counted_apart)
{
    for (size_t i = 0; i < T_LEN(mixed); i++) {
        struct at_retry retry = {0};
        int64_t wait_ms;
        T_ROW(mixed[i].name);
        for (const char *c = mixed[i].failures; *c; c++) {
            struct at_model_failure failure = {
                .class = *c == 't' ? AT_MODEL_THROTTLED : AT_MODEL_RETRY,
                .wait_ms = -1};
            if (!at_retry_next(&retry, &failure, 0, &wait_ms))
                break;
        }
        T_EQ_INT(retry.retries, mixed[i].retries);
    }
}

T_MAIN()
