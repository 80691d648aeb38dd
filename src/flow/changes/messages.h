// messages.h: messages on the screen that the steps of a flow have caused
//
// A message is a text that appears with an action while the rest of the screen
// stays the same: a snackbar, an error line. The next step may remove it.
#ifndef AT_FLOW_CHANGES_MESSAGES_H
#define AT_FLOW_CHANGES_MESSAGES_H

#include "flow/trace.h"
#include "screen/tree.h"

enum {
    AT_MESSAGES_MAX = 24,    // messages in a flow
    AT_MESSAGES_OF_STEP = 2, // more texts are part of the screen
    AT_MESSAGE_MAX_BYTES = 400,
};

// Zeroed: empty.
struct at_messages {
    size_t count;
    struct {
        size_t step;
        char text[AT_MESSAGE_MAX_BYTES];
    } rows[AT_MESSAGES_MAX];
};

// Remember the messages of the step of that index, which has acted.
void at_messages_add(struct at_messages *messages, size_t step,
                     const struct at_tree *before, const struct at_tree *after);

// Keep only the first count steps; the last one gets the later messages.
void at_messages_keep(struct at_messages *messages, size_t count);

// Return the newest message of that step, or NULL. Borrowed until the next one
// is added.
const char *at_messages_of(const struct at_messages *messages, size_t step);

// Add the messages that the final tree does not show to their steps' events.
// tree may be NULL: none is shown.
void at_messages_tell(const struct at_messages *messages,
                      const struct at_tree *tree,
                      struct at_step_result *results);

#endif
