#include "agent/loop/context_size.h"

enum {
    PART_BYTES = 160,   // ids, names and brackets of a call or a result
    IMAGE_BYTES = 6000, // a picture costs about 1,500 tokens
    BYTES_DENSE = 3,    // per token of JSON, ids and most languages
    BYTES_PROSE = 4,    // per token of English
};

// Return the length of the text as JSON.
static size_t
written(const char *text)
{
    size_t len = 0;
    for (; text && *text; text++)
        len += *text == '"' || *text == '\\' || *text == '\n' ? 2 : 1;
    return len;
}

static size_t
bytes_of(const struct at_turn *turn)
{
    size_t bytes = 0;
    if (turn->raw)
        return json_dumpb(turn->raw, NULL, 0, JSON_COMPACT);
    for (size_t i = 0; i < turn->count; i++) {
        const struct at_part *part = &turn->parts[i];
        if (part->kind == AT_PART_THOUGHT)
            continue;
        bytes += PART_BYTES + written(part->text);
        bytes += part->args ? json_dumpb(part->args, NULL, 0, 0) : 0;
        bytes += part->image ? IMAGE_BYTES : 0;
    }
    return bytes;
}

size_t
at_context_size_bytes(const struct at_conversation *talk)
{
    size_t bytes = 0;
    for (size_t i = 0; i < talk->count; i++)
        bytes += bytes_of(&talk->turns[i]);
    return bytes;
}

static int64_t
needed(const struct at_context_size *room, size_t bytes, int64_t bytes_a_token)
{
    return (int64_t)(room->fixed_bytes + bytes) / bytes_a_token +
           room->out_tokens;
}

bool
at_context_size_fits(const struct at_context_size *room, size_t bytes)
{
    return room->context_tokens <= 0 ||
           needed(room, bytes, BYTES_DENSE) <= room->context_tokens;
}

bool
at_context_size_is_hopeless(const struct at_context_size *room, size_t bytes,
                            int64_t *out_tokens)
{
    *out_tokens = needed(room, bytes, BYTES_PROSE);
    return room->context_tokens > 0 && *out_tokens > room->context_tokens;
}
