// conversation.h: the messages between the agent and a model; pure
//
// The form is neutral. A turn is a list of parts. An assistant's turn also
// keeps the provider's own JSON, because several providers refuse a turn whose
// opaque reasoning does not come back byte for byte.
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
    AT_PART_CALL,    // the model calls a tool
    AT_PART_RESULT,  // the result of a call
    AT_PART_THOUGHT, // readable reasoning; never sent back
};

// All members are owned. Members that a kind does not use are NULL.
struct at_part {
    enum at_part_kind kind;
    char *text;    // TEXT, THOUGHT, RESULT; CALL: the raw arguments if they are
                   // not a JSON object
    char *id;      // CALL, RESULT: pairs them; unique in a conversation
    char *name;    // CALL, RESULT: the tool's name
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
    const char *format; // the name of its struct at_provider: a literal
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

// Append a zeroed part of that kind. Borrowed until the next call.
struct at_part *at_turn_add(struct at_turn *turn, enum at_part_kind kind);
struct at_part *at_turn_add_text(struct at_turn *turn, struct at_str text);
// Move turn to the end, which leaves it empty. Borrowed until the next call.
struct at_turn *at_conversation_add(struct at_conversation *conversation,
                                    struct at_turn *turn);
// Remove count turns from first on.
void at_conversation_remove(struct at_conversation *conversation, size_t first,
                            size_t count);
size_t at_turn_call_count(const struct at_turn *turn);

#endif
