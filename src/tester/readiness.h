// readiness.h: which models can be used, known from answers and not guessed
//
// The one place that decides it, for the dashboard, the API and doctor. Asking
// means the provider's list of models, which costs nothing. An answer is
// remembered with its time for the address, key and headers that it belongs to,
// in the store (AT_STORE_SETTING, "answers"), so that all models of a provider
// share it. A model that has answered in a run is ready too, whatever the list
// says, until its provider fails. Servers on this machine are asked again by
// themselves.
#ifndef AT_TESTER_READINESS_H
#define AT_TESTER_READINESS_H

#include "base/argv.h"
#include "base/op.h"
#include "tester/profiles.h"
#include "tester/run/model.h"

enum at_ready {
    AT_READY_NOT_CONFIGURED, // no key, no model or a wrong address
    AT_READY_NOT_TESTED,     // no answer yet
    AT_READY,                // it has answered, and has the model
    AT_READY_FAILED,
    AT_READY_COUNT,
};

extern const char *const at_ready_names[]; // "notConfigured" …
// "refused" …; NULL for AT_MODEL_ANSWERS.
extern const char *const at_model_trouble_names[AT_MODEL_TROUBLE_COUNT];

struct at_ready_answer {
    enum at_ready state;
    enum at_model_trouble trouble; // reason for AT_READY_FAILED
    int64_t asked_ms;              // wall clock; 0: never
    struct at_argv listed;         // the provider's models, as it told; owned
    char why[AT_ERR_MSG_MAX];      // "" if it is ready
};

void at_ready_answer_deinit(struct at_ready_answer *answer);

struct at_readiness;

// Both are borrowed.
struct at_readiness *at_readiness_new(struct at_env *env,
                                      struct at_store_db *store);
void at_readiness_free(struct at_readiness *readiness); // NULL is allowed

// Decide without asking. The caller deinits *out. Any thread may call; these
// three as well.
void at_readiness_of(struct at_readiness *readiness,
                     const struct at_profile *profile,
                     struct at_ready_answer *out);
// Ask its provider, remember the answer, and decide.
void at_readiness_ask(const struct at_op *op, struct at_readiness *readiness,
                      const struct at_profile *profile,
                      struct at_ready_answer *out);
// An event of a run, as it is stored. A call that the model answered is a test
// of the profile with which the run began.
void at_readiness_event(struct at_readiness *readiness, const char *run,
                        struct at_str json);
// Ask all servers on this machine whose last answer is older than some seconds.
void at_readiness_look_around(const struct at_op *op,
                              struct at_readiness *readiness);

#endif
