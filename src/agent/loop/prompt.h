// prompt.h: the text that a model gets before its first reply; pure
//
// The system prompt, the tools and the first part of the first message do not
// change within a run: the provider's prompt cache depends on it.
#ifndef AT_AGENT_LOOP_PROMPT_H
#define AT_AGENT_LOOP_PROMPT_H

#include "agent/scenario.h"
#include "agent/tool.h"
#include "agent/proof/verdict.h"
#include "base/buf.h"

// Append the system prompt. marker is random and of this run; hints about the
// app may be empty.
void at_prompt_system(struct at_str marker, struct at_str hints,
                      struct at_buf *out);

struct at_prompt_first {
    const struct at_scenario *scenario;
    const struct at_verdicts *verdicts; // steps that have ended were replayed
    struct at_str takeover; // why a replay ended in the open step; empty: none
    // The start of the app, or what the screen shows where a replay ended;
    // NULL: not known.
    const struct at_agent_tool_result *start;
    struct at_str marker;
};

// Append the user's message: goal, app, steps, and how far a replay has come.
void at_prompt_first(const struct at_prompt_first *first, struct at_buf *out);

// Append text from the screen between this run's markers, with its title. The
// text has no marker in it (agent/guards/guard).
void at_prompt_add_screen(struct at_str marker, struct at_str title,
                          struct at_str screen, struct at_buf *out);
// Find such a block: its offset and length, and a view of its title.
bool at_prompt_find_screen(struct at_str marker, struct at_str text,
                           size_t *out_at, size_t *out_len,
                           struct at_str *out_title);
// Replace the block of a screen in *text, which is owned, with a line of its
// title. Return false if there is no such block.
bool at_prompt_fold_screen(struct at_str marker, char **text);

#endif
