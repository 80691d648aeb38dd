// limits_setup.h: limits of `setup`, which changes files of other programs
#ifndef AT_BASE_LIMITS_SETUP_H
#define AT_BASE_LIMITS_SETUP_H

#include "base/limits.h"

#define AT_SETUP_FILE_MAX_BYTES (16 * AT_MIB) // .claude.json has transcripts
#define AT_SETUP_LINE_MAX_BYTES ((size_t)160) // line of a printed difference
#define AT_SETUP_TRIES_MAX 5                  // while others write the file
#define AT_TOML_PATH_MAX_BYTES (4 * AT_KIB)   // the parts of a key

#endif
