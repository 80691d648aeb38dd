#include "base/str.h"

#include "tests/t.h"

static const struct {
    const char *in;
    int64_t min, max;
    bool ok;
    int64_t value;
} numbers[] = {
    {"0", 0, 10, true, 0},
    {"-0", 0, 10, true, 0},
    {"10", 0, 10, true, 10},
    {"11", 0, 10, false, 0},
    {"-1", 0, 10, false, 0},
    {"007", 0, 10, true, 7},
    {"9223372036854775807", INT64_MIN, INT64_MAX, true, INT64_MAX},
    {"9223372036854775808", INT64_MIN, INT64_MAX, false, 0},
    {"-9223372036854775808", INT64_MIN, INT64_MAX, true, INT64_MIN},
    {"-9223372036854775809", INT64_MIN, INT64_MAX, false, 0},
    {"99999999999999999999999", INT64_MIN, INT64_MAX, false, 0},
    {"", 0, 10, false, 0},
    {"-", -10, 10, false, 0},
    {"--1", -10, 10, false, 0},
    {"+1", -10, 10, false, 0},
    {" 1", -10, 10, false, 0},
    {"1 ", -10, 10, false, 0},
    {"1x", -10, 10, false, 0},
    {"0x1", -10, 10, false, 0},
};

T_TEST(str_reads_numbers)
{
    for (size_t i = 0; i < T_LEN(numbers); i++) {
        int64_t value = 42;
        T_ROW(numbers[i].in);
        bool ok = at_str_to_i64(at_str(numbers[i].in), numbers[i].min,
                                numbers[i].max, &value);
        T_EQ_INT(ok, numbers[i].ok);
        T_EQ_INT(value, ok ? numbers[i].value : 42);
    }
}

T_MAIN(T_CASE(str_reads_numbers))
