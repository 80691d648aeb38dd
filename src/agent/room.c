#include "agent/room.h"

enum {
    BYTES_DENSE = 3, // a token of JSON, ids and most languages
    BYTES_PROSE = 4, // of English
};

static int64_t
needed(const struct at_room *room, size_t bytes, int64_t bytes_a_token)
{
    return (int64_t)(room->fixed_bytes + bytes) / bytes_a_token +
           room->out_tokens;
}

bool
at_room_fits(const struct at_room *room, size_t bytes)
{
    return room->context_tokens <= 0 ||
           needed(room, bytes, BYTES_DENSE) <= room->context_tokens;
}

bool
at_room_is_hopeless(const struct at_room *room, size_t bytes,
                    int64_t *out_tokens)
{
    *out_tokens = needed(room, bytes, BYTES_PROSE);
    return room->context_tokens > 0 && *out_tokens > room->context_tokens;
}
