// compiler.h: the only file that uses compiler attributes
#ifndef AT_BASE_COMPILER_H
#define AT_BASE_COMPILER_H

#if defined(__GNUC__)
#define AT_CHECKED __attribute__((warn_unused_result))
#define AT_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define AT_NORETURN __attribute__((noreturn))
#else
#define AT_CHECKED
#define AT_PRINTF(fmt, args)
#define AT_NORETURN
#endif

#define AT_LEN(array) (sizeof(array) / sizeof((array)[0]))

#endif
