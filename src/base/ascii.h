// ascii.h: ASCII character classes, independent of the locale
#ifndef AT_BASE_ASCII_H
#define AT_BASE_ASCII_H

#include <stdbool.h>

static inline bool
at_ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool
at_ascii_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool
at_ascii_is_alnum(char c)
{
    return at_ascii_is_letter(c) || at_ascii_is_digit(c);
}

// Return true for a character of "com.example.my-app_2": a letter, a digit,
// '.', '-' or '_'.
static inline bool
at_ascii_is_name(char c)
{
    return at_ascii_is_alnum(c) || c == '.' || c == '-' || c == '_';
}

static inline char
at_ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

#endif
