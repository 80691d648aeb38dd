// judge_answer_fuzz.c: any bytes as a second model's answer: a doubt has a
// reason, and no reason is too long
#include <stdlib.h>
#include <string.h>

#include "agent/proof/judge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_judge_answer answer;
    at_judge_answer_read(at_str_n((const char *)data, len), &answer);
    if (answer.opinion == AT_OPINION_NONE ||
        answer.opinion >= AT_OPINION_COUNT ||
        strlen(answer.reason) > AT_JUDGE_REASON_MAX_BYTES)
        abort();
    if (answer.opinion != AT_OPINION_AGREES && !answer.reason[0])
        abort();
    return 0;
}
