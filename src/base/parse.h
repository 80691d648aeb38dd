// parse.h: the result of decoding bytes
//
// DONE: a value was read from the first *used bytes of the input. MORE and BAD:
// *used is 0 and nothing else was changed.
#ifndef AT_BASE_PARSE_H
#define AT_BASE_PARSE_H

enum at_parse {
    AT_PARSE_MORE, // the input is a valid prefix; retry with more bytes
    AT_PARSE_DONE,
    AT_PARSE_BAD, // no further bytes can make it valid
};

#endif
