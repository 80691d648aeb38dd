// hex.h: hexadecimal digits
#ifndef AT_BASE_HEX_H
#define AT_BASE_HEX_H

#include <stddef.h>

// Return the value of a hexadecimal digit in upper or lower case, or -1.
int at_hex_digit(char c);

// Write each byte as two lower-case digits, and a NUL: 2 * len + 1 bytes.
void at_hex_write(const unsigned char *bytes, size_t len, char *out);

#endif
