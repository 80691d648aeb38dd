// step.h: what a decoder says of the bytes that it was given
//
// DONE: a value was read and *used bytes of the input were it. MORE and BAD:
// *used is 0 and nothing else was touched.
#ifndef AT_BASE_STEP_H
#define AT_BASE_STEP_H

enum at_step {
    AT_STEP_MORE, // a prefix of something valid; come again with more bytes
    AT_STEP_DONE,
    AT_STEP_BAD, // no further bytes can make this valid
};

#endif
