// advice.h: the advice to the model in messages
#ifndef AT_TESTER_ADVICE_H
#define AT_TESTER_ADVICE_H

#include "screen/advice.h"

extern const struct at_advice at_tester_advice;

#endif
