// take.h: one step of a program as commands of a flow; pure
//
// A take follows a step: each input as it is aimed, then the step's end. Inputs
// become commands with the most stable selectors (maestro/write/choose.h);
// typing, clearing, scrolling to an element and assertions are commands by
// their meaning, whatever inputs they took. What was typed into a password
// field, or into an unknown one, becomes ${NAME}.
#ifndef AT_MAESTRO_RECORD_TAKE_H
#define AT_MAESTRO_RECORD_TAKE_H

#include "base/arena.h"
#include "flow/steps/exec.h"
#include "maestro/flow.h"

enum {
    AT_MAESTRO_TAKE_MAX = 32, // commands of a step
    AT_MAESTRO_SECRET_NAME_MAX = 40,
};

struct at_maestro_take {
    struct at_arena arena; // owned; holds the commands
    struct at_maestro_command rows[AT_MAESTRO_TAKE_MAX];
    size_t count;
    bool is_veiled; // the screens hide secrets that a program knows
    bool proposes;  // the last command is an assertion that was proposed
    bool is_full;   // further commands are missing
    // Why a part of the step is in no command: a literal; NULL: all is.
    const char *missing;

    // The field of a step that types or clears.
    bool has_field;
    const struct at_maestro_selector *field; // NULL: unknown
    bool field_tapped;                       // it had not the focus
    bool field_is_secret;
    size_t field_chars; // length of its content
    char field_name[AT_MAESTRO_SECRET_NAME_MAX];

    bool on_keyboard; // a key of the on-screen keyboard was touched
    bool is_secret;   // the text is in secret, not in a command
    struct at_maestro_pair secret;
};

void at_maestro_take_begin(struct at_maestro_take *take);
void at_maestro_take_end(struct at_maestro_take *take); // NULL is not allowed

void at_maestro_take_aim(struct at_maestro_take *take,
                         const struct at_flow_step *step,
                         const struct at_aim *aim);
// The step has ended, and after (NULL: unknown) is the screen now.
void at_maestro_take_step(struct at_maestro_take *take,
                          const struct at_step_result *result,
                          const struct at_tree *before,
                          const struct at_tree *after);

// Append a command with its defaults; NULL if there is no room.
struct at_maestro_command *at_maestro_take_add(struct at_maestro_take *take,
                                               const char *name);

#endif
