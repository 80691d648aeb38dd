// heard_test.c: each event once, whichever way it comes
#include "server/heard.h"

#include "tests/t.h"

static struct at_heard heard;

T_TEST(rows_are_in_order)
{
    static const struct {
        const char *run;
        int64_t index;
        bool published;
    } rows[] = {
        {"A", 1, true},  {"A", 1, false}, {"A", 2, true}, {"B", 1, true},
        {"A", 3, true},  {"A", 5, true}, // a gap, which the reader fills
        {"A", 4, false},
    };
    at_heard_init(&heard);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char name[32];
        snprintf(name, sizeof(name), "row %zu", i);
        T_ROW(name);
        T_EQ_INT(at_heard_note(&heard, rows[i].run, rows[i].index),
                 rows[i].published);
    }
    at_heard_deinit(&heard);
}

T_MAIN()
