// context_size_test.c: what fits into a small context
#include "agent/loop/context_size.h"

#include "tests/t.h"

static const struct {
    const char *name;
    struct at_context_size room;
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
        T_EQ_INT(at_context_size_fits(&rows[i].room, rows[i].bytes),
                 rows[i].fits);
        T_EQ_INT(
            at_context_size_is_hopeless(&rows[i].room, rows[i].bytes, &tokens),
            rows[i].hopeless);
    }
}

// Arguments, quotes and what a provider wants back count as they are written.
T_TEST(a_conversation_is_as_long_as_its_request)
{
    struct at_conversation talk = AT_CONVERSATION_INIT;
    struct at_turn turn = {.role = AT_TURN_USER};
    at_turn_add_text(&turn, AT_STR("a\"b\nc"));
    at_conversation_add(&talk, &turn);
    T_EQ_SIZE(at_context_size_bytes(&talk), 160 + 7);
    turn = (struct at_turn){.role = AT_TURN_ASSISTANT};
    struct at_part *call = at_turn_add(&turn, AT_PART_CALL);
    call->args = json_pack("{s:s}", "text", "Login");
    at_conversation_add(&talk, &turn);
    T_EQ_SIZE(at_context_size_bytes(&talk), 160 + 7 + 160 + 17);
    turn = (struct at_turn){.role = AT_TURN_ASSISTANT};
    at_turn_add_text(&turn, AT_STR("ignored"));
    turn.raw = json_pack("[s]", "raw");
    at_conversation_add(&talk, &turn);
    T_EQ_SIZE(at_context_size_bytes(&talk), 160 + 7 + 160 + 17 + 7);
    at_conversation_deinit(&talk);
}

T_MAIN()
