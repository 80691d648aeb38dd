// conversation.c: turns and their parts
#include "agent/models/conversation.h"

#include <string.h>

#include "base/alloc.h"

void
at_part_deinit(struct at_part *part)
{
    free(part->text);
    free(part->id);
    free(part->name);
    free(part->image);
    json_decref(part->args);
    *part = (struct at_part){.kind = part->kind};
}

void
at_turn_deinit(struct at_turn *turn)
{
    for (size_t i = 0; i < turn->count; i++)
        at_part_deinit(&turn->parts[i]);
    free(turn->parts);
    json_decref(turn->raw);
    *turn = (struct at_turn){.role = turn->role};
}

void
at_conversation_deinit(struct at_conversation *conversation)
{
    for (size_t i = 0; i < conversation->count; i++)
        at_turn_deinit(&conversation->turns[i]);
    free(conversation->turns);
    *conversation = (struct at_conversation)AT_CONVERSATION_INIT;
}

// Return true if an array of count elements is full. Its capacity is always a
// power of two.
static bool
is_full(size_t count)
{
    return (count & (count - 1)) == 0;
}

static size_t
room_after(size_t count)
{
    return count == 0 ? 1 : count * 2;
}

struct at_part *
at_turn_add(struct at_turn *turn, enum at_part_kind kind)
{
    if (is_full(turn->count))
        turn->parts = at_realloc_array(turn->parts, room_after(turn->count),
                                       sizeof(*turn->parts));
    struct at_part *part = &turn->parts[turn->count++];
    *part = (struct at_part){.kind = kind};
    return part;
}

struct at_part *
at_turn_add_text(struct at_turn *turn, struct at_str text)
{
    struct at_part *part = at_turn_add(turn, AT_PART_TEXT);
    part->text = at_strndup(text.len ? text.ptr : "", text.len);
    return part;
}

struct at_turn *
at_conversation_add(struct at_conversation *conversation, struct at_turn *turn)
{
    if (is_full(conversation->count))
        conversation->turns = at_realloc_array(conversation->turns,
                                               room_after(conversation->count),
                                               sizeof(*conversation->turns));
    struct at_turn *added = &conversation->turns[conversation->count++];
    *added = *turn;
    *turn = (struct at_turn){.role = turn->role};
    return added;
}

void
at_conversation_remove(struct at_conversation *conversation, size_t first,
                       size_t count)
{
    at_assert(first <= conversation->count &&
              count <= conversation->count - first);
    if (count == 0)
        return;
    struct at_turn *turns = conversation->turns;
    for (size_t i = first; i < first + count; i++)
        at_turn_deinit(&turns[i]);
    conversation->count -= count;
    memmove(turns + first, turns + first + count,
            (conversation->count - first) * sizeof(*turns));
    // Room is counted by powers of two, so it must not be greater than that.
    size_t room = 1;
    while (room < conversation->count)
        room *= 2;
    conversation->turns = at_realloc_array(turns, room, sizeof(*turns));
}

size_t
at_turn_call_count(const struct at_turn *turn)
{
    size_t count = 0;
    for (size_t i = 0; i < turn->count; i++)
        count += turn->parts[i].kind == AT_PART_CALL;
    return count;
}
