// room_test.c: what fits into a small context
#include "agent/room.h"

#include "tests/t.h"

static const struct {
    const char *name;
    struct at_room room;
    size_t bytes;
    bool fits;
    bool hopeless;
} rows[] = {
    {"no limit is known", {0, 1024, 99999}, 999999, true, false},
    {"prompt, tools and a screen in 8K",
     {8192, 1024, 12000},
     9000,
     true,
     false},
    {"the last byte", {8192, 1024, 12000}, 9506, true, false},
    {"one more", {8192, 1024, 12000}, 9507, false, false},
    {"perhaps", {8192, 1024, 12000}, 16672, false, false},
    {"never", {8192, 1024, 12000}, 16676, false, true},
    {"a prompt that is too long by itself",
     {2048, 1024, 12000},
     0,
     false,
     true},
    {"a million", {1000000, 8192, 12000}, 400000, true, false},
};

T_TEST(rows_fit)
{
    for (size_t i = 0; i < T_LEN(rows); i++) {
        int64_t tokens;
        T_ROW(rows[i].name);
        T_EQ_INT(at_room_fits(&rows[i].room, rows[i].bytes), rows[i].fits);
        T_EQ_INT(at_room_is_hopeless(&rows[i].room, rows[i].bytes, &tokens),
                 rows[i].hopeless);
    }
}

T_MAIN()
