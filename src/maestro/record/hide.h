// hide.h: commands of a recording without its secrets; pure
#ifndef AT_MAESTRO_RECORD_HIDE_H
#define AT_MAESTRO_RECORD_HIDE_H

#include "base/arena.h"
#include "maestro/record/recording.h"

// Return a secret with the forms in which commands have it; in arena.
struct at_maestro_secret at_maestro_secret_of(struct at_arena *arena,
                                              struct at_str name,
                                              struct at_str value);

// Return "${NAME}" in arena.
struct at_str at_maestro_variable(struct at_arena *arena, struct at_str name);

// Take the recording's secrets out of a command: ${NAME} in its text, .* in its
// selectors. Return false if it is an assertion about one, which says nothing
// without it.
bool at_maestro_hide(struct at_maestro_recording *recording,
                     struct at_maestro_command *command);

#endif
