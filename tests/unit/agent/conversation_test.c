// conversation_test.c: turns and their parts, moved and removed
#include "agent/models/conversation.h"

#include "base/alloc.h"
#include "tests/t.h"

static void
add(struct at_conversation *conversation, const char *text)
{
    struct at_turn turn = {.role = AT_TURN_ASSISTANT, .raw = json_object()};
    at_turn_add_text(&turn, at_str(text));
    struct at_turn *added = at_conversation_add(conversation, &turn);
    T_EQ_SIZE(turn.count, 0);
    T_NULL(turn.parts);
    T_NULL(turn.raw);
    T_EQ_INT(added->role, AT_TURN_ASSISTANT);
    T_EQ_TEXT(added->parts[0].text, text);
}

static void
check(const struct at_conversation *conversation, const char *letters)
{
    T_EQ_SIZE(conversation->count, strlen(letters));
    for (size_t i = 0; i < conversation->count; i++) {
        T_EQ_SIZE(conversation->turns[i].count, 1);
        T_EQ_INT(conversation->turns[i].parts[0].text[0], letters[i]);
    }
}

T_TEST(any_turns_can_be_removed_and_others_added)
{
    for (size_t first = 0; first <= 9; first++) {
        for (size_t count = 0; first + count <= 9; count++) {
            struct at_conversation talk = AT_CONVERSATION_INIT;
            struct at_buf want = AT_BUF_INIT(32);
            for (char c = 'a'; c < 'a' + 9; c++)
                add(&talk, (char[]){c, '\0'});
            for (size_t i = 0; i < 9; i++) {
                if (i < first || i >= first + count)
                    at_buf_add_char(&want, (char)('a' + i));
            }
            at_conversation_remove(&talk, first, count);
            check(&talk, at_buf_text(&want));
            for (char c = 'p'; c < 'p' + 9; c++) {
                add(&talk, (char[]){c, '\0'});
                at_buf_add_char(&want, c);
            }
            check(&talk, at_buf_text(&want));
            at_conversation_deinit(&talk);
            at_conversation_deinit(&talk);
            at_buf_deinit(&want);
        }
    }
}

T_TEST(calls_are_counted)
{
    struct at_turn turn = {.role = AT_TURN_ASSISTANT};
    T_EQ_SIZE(at_turn_call_count(&turn), 0);
    at_turn_add_text(&turn, AT_STR("so"));
    for (int i = 0; i < 3; i++) {
        struct at_part *call = at_turn_add(&turn, AT_PART_CALL);
        call->id = at_strdup("a");
        call->args = json_object();
    }
    at_turn_add(&turn, AT_PART_THOUGHT)->text = at_strdup("hm");
    T_EQ_SIZE(at_turn_call_count(&turn), 3);
    at_turn_deinit(&turn);
    at_turn_deinit(&turn);
}

T_MAIN()
