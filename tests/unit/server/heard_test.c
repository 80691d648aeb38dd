// heard_test.c: each event once, whichever way it comes
#include "server/heard.h"

#include "tests/t.h"

static struct at_heard heard;

T_TEST(rows_are_in_order)
{
    static const struct {
        const char *run;
        int64_t index;
        bool own;
        bool published;
    } rows[] = {
        {"A", 1, false, true}, // another host's run
        {"A", 1, false, false},
        {"A", 2, false, true},
        {"B", 1, false, true}, // the store is faster than the recorder
        {"B", 1, true, false},
        {"B", 2, true, true},
        {"B", 2, false, false},
        {"B", 3, false, false}, // the recorder holds the last one
        {"B", 3, true, true},
        {"A", 3, false, true},
        {"A", 5, false, true}, // a gap, which the reader fills
        {"A", 4, false, false},
    };
    at_heard_init(&heard);
    for (size_t i = 0; i < T_LEN(rows); i++) {
        char name[32];
        snprintf(name, sizeof(name), "row %zu", i);
        T_ROW(name);
        T_EQ_INT(at_heard_note(&heard, rows[i].run, rows[i].index, rows[i].own),
                 rows[i].published);
    }
    at_heard_deinit(&heard);
}

T_MAIN()
