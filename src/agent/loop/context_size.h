// context_size.h: whether a request fits into a model's context; pure
//
// Servers of small local models cut a longer prompt without a word, its
// beginning first, which is the system prompt. So nothing longer is sent.
#ifndef AT_AGENT_LOOP_CONTEXT_SIZE_H
#define AT_AGENT_LOOP_CONTEXT_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "agent/models/conversation.h"

struct at_context_size {
    int64_t context_tokens; // the model's limit; 0: not known, everything fits
    int64_t out_tokens;     // kept free for the answer
    size_t fixed_bytes;     // system prompt and tools
};

// The bytes that a request has for the conversation, about.
size_t at_context_size_bytes(const struct at_conversation *talk);
// Return true if a conversation of so many bytes is sure to fit beside prompt,
// tools and answer, for texts of three bytes a token.
bool at_context_size_fits(const struct at_context_size *room, size_t bytes);
// Return true if it cannot fit even at four bytes a token. *out_tokens is then
// what the request needs.
bool at_context_size_is_hopeless(const struct at_context_size *room,
                                 size_t bytes, int64_t *out_tokens);

#endif
