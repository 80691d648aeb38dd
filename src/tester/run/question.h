// question.h: one question to a model, outside the conversation of a run
//
// It sees what the question says and nothing else, answers in words, and its
// call is logged like all others.
#ifndef AT_TESTER_RUN_QUESTION_H
#define AT_TESTER_RUN_QUESTION_H

#include "base/op.h"
#include "tester/run/model_log.h"

// The model to ask. All are borrowed.
struct at_question_model {
    struct at_model *model;
    const struct at_profile *profile;
    struct at_model_log *log; // NULL: none
    // An attempt failed and the next one waits; see at_model_listener. May be
    // NULL.
    void (*retry)(void *user, const struct at_model_failure *failure,
                  int attempt, int64_t wait_ms);
    void *user;
};

struct at_question {
    struct at_str system;
    struct at_str text;
    struct at_buf *picture; // its bytes are moved; NULL: none
    const char *mime;       // type of the picture; a literal
    int64_t max_tokens;     // limit of the answer; the profile may allow fewer
    int64_t max_ms;         // limit including all retries; 0: until op ends
};

// The answer, or what there is of it after a failure.
struct at_answer {
    struct at_buf words; // its texts, joined
    struct at_model_usage usage;
    int64_t duration_ms;
    char call_path[160]; // file of the model's log; "": none
};

// On failure *out has the duration and the call's path. The caller deinits *out
// either way.
AT_CHECKED bool at_question_ask(const struct at_op *op,
                                const struct at_question_model *who,
                                const struct at_question *question,
                                struct at_answer *out, struct at_err *err);
void at_answer_deinit(struct at_answer *answer);

#endif
