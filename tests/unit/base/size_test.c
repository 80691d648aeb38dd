#include "base/size.h"

#include "tests/t.h"

static const struct {
    uint64_t bytes;
    const char *text;
} rows[] = {
    {0, "0 bytes"},          {1, "1 byte"},
    {999, "999 bytes"},      {1000, "1.0 kB"},
    {1999, "1.9 kB"},        {999999, "999.9 kB"},
    {1000000, "1.0 MB"},     {12345678, "12.3 MB"},
    {2147483648, "2.1 GB"},  {UINT64_C(999999999999999), "999.9 TB"},
    {UINT64_MAX, "18.4 EB"},
};

T_TEST(sizes_are_short)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char text[AT_SIZE_TEXT_MAX];
        T_ROW(rows[i].text);
        at_size_write(rows[i].bytes, text);
        T_EQ_TEXT(text, rows[i].text);
    }
}

T_MAIN()
