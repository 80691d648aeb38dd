// skill.h: a skill file that setup has installed, as text
//
// Its last line has the digest of the text above it, so a file that the user
// has changed is known.
#ifndef AT_SETUP_SKILL_H
#define AT_SETUP_SKILL_H

#include "base/buf.h"

// Append the file for a skill's text.
void at_setup_skill_write(struct at_str text, struct at_buf *out);
// Return true if a file is the skill's text, or is as setup has written it.
bool at_setup_skill_is_ours(struct at_str file, struct at_str text);

#endif
