// random.h: made-up texts for fields
#ifndef AT_MAESTRO_RUN_RANDOM_H
#define AT_MAESTRO_RUN_RANDOM_H

#include "base/buf.h"
#include "maestro/flow.h"

// Append a random text of that kind. length: of TEXT and NUMBER; 8 unless it is
// positive.
void at_maestro_random_text(enum at_maestro_random kind, int64_t length,
                            struct at_buf *out);

#endif
