// texts.h: the texts of a command in which ${} is filled in; pure
//
// Which ones they are is Maestro's choice, kind by kind: the name of a key, the
// number of characters to erase and a point inside an element are not.
#ifndef AT_MAESTRO_TEXTS_H
#define AT_MAESTRO_TEXTS_H

#include <stdbool.h>

#include "maestro/flow.h"

// Functions that are called for each member and may replace it. All return
// false to stop.
struct at_maestro_texts_visitor {
    bool (*text)(void *user, struct at_str *text);
    bool (*pattern)(void *user, struct at_str *text); // a regular expression
    bool (*pairs)(void *user, struct at_maestro_pairs *pairs, bool names);
    bool (*rows)(void *user, struct at_maestro_texts *texts);
    bool (*selectors)(void *user, const struct at_maestro_selector **rows,
                      size_t count);
    void *user;
};

// Visit what is filled in before the command runs, in Maestro's order.
bool at_maestro_texts_first(struct at_maestro_command *command,
                            const struct at_maestro_texts_visitor *visitor);
// Visit what the command fills in as it runs.
bool at_maestro_texts_later(struct at_maestro_command *command,
                            const struct at_maestro_texts_visitor *visitor);

bool at_maestro_texts_of_condition(
    struct at_maestro_condition *condition,
    const struct at_maestro_texts_visitor *visitor);
// Visit the members of one selector.
bool at_maestro_texts_of_selector(
    struct at_maestro_selector *selector,
    const struct at_maestro_texts_visitor *visitor);

#endif
