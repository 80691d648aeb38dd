// fact_words.h: what a command asserts of what isn't on the screen; pure
#ifndef AT_MAESTRO_RUN_FACT_WORDS_H
#define AT_MAESTRO_RUN_FACT_WORDS_H

#include "base/buf.h"
#include "maestro/flow.h"

// 'theme of settings equals "true"'
void at_maestro_fact_write(const struct at_maestro_command *command,
                           struct at_buf *out);

#endif
