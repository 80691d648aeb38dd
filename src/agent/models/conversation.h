// conversation.h: what was said between the agent and a model; pure
//
// Neutral: no provider's format. A turn is a list of parts. An assistant's turn
// also has the provider's own JSON, because several providers refuse a turn
// whose opaque reasoning does not come back byte for byte.
#ifndef AT_AGENT_MODELS_CONVERSATION_H
#define AT_AGENT_MODELS_CONVERSATION_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

enum at_turn_role { AT_TURN_USER, AT_TURN_ASSISTANT };

enum at_part_kind {
    AT_PART_TEXT,
    AT_PART_IMAGE,
    AT_PART_CALL,    // of a tool, by the model
    AT_PART_RESULT,  // of such a call
    AT_PART_THOUGHT, // readable reasoning; never sent back from here
};

// All members are owned. Those that a kind does not name are NULL.
struct at_part {
    enum at_part_kind kind;
    char *text;    // TEXT, THOUGHT, RESULT; CALL: the arguments as they came,
                   // if they are no JSON object
    char *id;      // CALL, RESULT: pairs them; unique in a conversation
    char *name;    // CALL, RESULT: of the tool
    json_t *args;  // CALL: an object; NULL: they were malformed
    bool is_error; // RESULT
    const char *mime; // IMAGE, and RESULT with a picture: a literal
    char *image;      // the same: the bytes
    size_t image_len;
};

struct at_turn {
    enum at_turn_role role;
    struct at_part *parts;
    size_t count;
    json_t *raw;        // the provider's form of an assistant's turn, or NULL
    const char *format; // of raw: a literal, the name of a struct at_provider
};

struct at_conversation {
    struct at_turn *turns;
    size_t count;
};

#define AT_CONVERSATION_INIT                                                   \
    {                                                                          \
        0                                                                      \
    }

void at_part_deinit(struct at_part *part);
void at_turn_deinit(struct at_turn *turn);
void at_conversation_deinit(struct at_conversation *conversation);

// Append a zeroed part of that kind. Borrowed until the next one.
struct at_part *at_turn_add(struct at_turn *turn, enum at_part_kind kind);
struct at_part *at_turn_add_text(struct at_turn *turn, struct at_str text);
// Move turn to the end; it is empty afterwards. Borrowed until the next one.
struct at_turn *at_conversation_add(struct at_conversation *conversation,
                                    struct at_turn *turn);
// Remove count turns from first on.
void at_conversation_remove(struct at_conversation *conversation, size_t first,
                            size_t count);
size_t at_turn_call_count(const struct at_turn *turn);

#endif
