// plan_test.c: what is done about a scenario, for every state of its sides
#include "sync/plan.h"

#include "tests/t.h"

// A side: now and then, "-" for nothing.
static const struct {
    const char *here;
    const char *there;
    bool alike;
    enum at_sync_action action;
} rows[] = {
    // New on one side, or on both.
    {"a-", "--", false, AT_SYNC_PUSH},
    {"--", "x-", false, AT_SYNC_PULL},
    {"a-", "x-", false, AT_SYNC_KEEP_BOTH},
    {"a-", "x-", true, AT_SYNC_ADOPT},
    // Known on both sides.
    {"aa", "xx", false, AT_SYNC_NOTHING},
    {"aa", "xx", true, AT_SYNC_NOTHING},
    {"ba", "xx", false, AT_SYNC_PUSH},
    {"aa", "yx", false, AT_SYNC_PULL},
    {"ba", "yx", false, AT_SYNC_KEEP_BOTH},
    {"ba", "yx", true, AT_SYNC_ADOPT},
    // Removed: an edit of the other side counts more.
    {"-a", "xx", false, AT_SYNC_REMOVE_THERE},
    {"aa", "-x", false, AT_SYNC_REMOVE_HERE},
    {"-a", "yx", false, AT_SYNC_PULL},
    {"ba", "-x", false, AT_SYNC_PUSH},
    {"-a", "-x", false, AT_SYNC_FORGET},
    {"--", "--", false, AT_SYNC_NOTHING},
};

static const char *
hash(const char *c, char room[2])
{
    room[0] = *c;
    room[1] = '\0';
    return *c == '-' ? NULL : room;
}

T_TEST(plan_rows)
{
    char texts[4][2];
    for (size_t i = 0; i < T_LEN(rows); i++) {
        struct at_sync_side here = {hash(&rows[i].here[0], texts[0]),
                                    hash(&rows[i].here[1], texts[1])};
        struct at_sync_side there = {hash(&rows[i].there[0], texts[2]),
                                     hash(&rows[i].there[1], texts[3])};
        T_ROW(rows[i].here);
        T_EQ_INT(at_sync_plan(&here, &there, rows[i].alike), rows[i].action);
    }
}

T_TEST(plan_many_removals_are_suspicious)
{
    T_NOT(at_sync_is_purge(10, 10)); // few, whatever the share
    T_OK(at_sync_is_purge(11, 20));
    T_NOT(at_sync_is_purge(11, 22));
    T_OK(at_sync_is_purge(5000, 5000));
}

T_MAIN()
