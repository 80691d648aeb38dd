// hex.h: hexadecimal digits
#ifndef AT_BASE_HEX_H
#define AT_BASE_HEX_H

// Return the value of a hexadecimal digit of either case, or -1.
int at_hex_digit(char c);

#endif
