// size.h: human-readable sizes
#ifndef AT_BASE_SIZE_H
#define AT_BASE_SIZE_H

#include <stdint.h>

enum { AT_SIZE_TEXT_MAX = 40 };

// Write "0 bytes", "512 bytes", "12.3 MB": powers of 1000, one decimal.
void at_size_write(uint64_t bytes, char out[AT_SIZE_TEXT_MAX]);

#endif
