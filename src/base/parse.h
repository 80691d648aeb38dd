// parse.h: the result of decoding bytes
//
// DONE: a value was read and *used bytes of the input were it. MORE and BAD:
// *used is 0 and nothing else was touched.
#ifndef AT_BASE_PARSE_H
#define AT_BASE_PARSE_H

enum at_parse {
    AT_PARSE_MORE, // a prefix of something valid; come again with more bytes
    AT_PARSE_DONE,
    AT_PARSE_BAD, // no further bytes can make this valid
};

#endif
