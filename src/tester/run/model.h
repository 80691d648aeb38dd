// model.h: ask a model, over the network, until it answers or will not
//
// Retries what may pass (a reset, 5xx, 429, 529, a cut stream), with the
// provider's own hint or growing pauses; never after a permanent failure, and
// never once the reply was handed on. A cancelled op ends it within a second.
#ifndef AT_TESTER_RUN_MODEL_H
#define AT_TESTER_RUN_MODEL_H

#include "agent/models/providers/provider.h"
#include "base/op.h"

struct at_model;

struct at_model_listener {
    // A piece of the reply, as it comes; only if the profile streams.
    at_model_said_fn *said;
    // It will be asked again in wait_ms, because of this.
    void (*retry)(void *user, const struct at_model_failure *failure,
                  int attempt, int64_t wait_ms);
    // The request, and its bytes, before it is sent for the first time.
    void (*sent)(void *user, const json_t *request, struct at_str body);
    void *user;
};

// profile is borrowed. Nothing is sent yet.
struct at_model *at_model_new(const struct at_profile *profile);
void at_model_free(struct at_model *model); // NULL is allowed

// The result of asking: the reply, which the caller owns
// (at_model_reply_deinit()), or else the failure of the last attempt.
struct at_model_answer {
    struct at_model_reply reply; // empty after a failure
    struct at_model_failure failure;
    int status; // HTTP status of the last attempt; 0: no answer
};

// On failure out->failure has the cause; err and out->failure.text have the
// words for people (AT_ECANCELED and AT_ETIMEOUT: op has ended). listener may
// be NULL. The reply's cost_usd is set, or unpriced if neither the provider nor
// the profile knows it.
AT_CHECKED bool at_model_ask(const struct at_op *op, struct at_model *model,
                             const struct at_model_request *request,
                             const struct at_model_listener *listener,
                             struct at_model_answer *out, struct at_err *err);
// Why a provider could not be used, for programs; the words are for people.
enum at_model_trouble {
    AT_MODEL_ANSWERS,
    AT_MODEL_REFUSES,     // nothing listens at the address
    AT_MODEL_UNREACHABLE, // no such name, TLS, a cut answer
    AT_MODEL_SILENT,      // no answer in time
    AT_MODEL_NO_ENTRY,    // the key is wrong or lacks a right
    AT_MODEL_NO_CREDIT,
    AT_MODEL_BUSY,
    AT_MODEL_NOT_JSON,     // something else answers at that address
    AT_MODEL_OTHER_STATUS, // a failure of another kind
    AT_MODEL_NOT_LISTED,   // it answers, and does not have the model
    AT_MODEL_TROUBLE_COUNT,
};

enum { AT_MODEL_LISTED_MAX = 1000 };

// Ask the provider for the list of its models, which costs nothing: appends at
// most AT_MODEL_LISTED_MAX names to out. *out_trouble is set in any case.
AT_CHECKED bool at_model_list(const struct at_op *op, struct at_model *model,
                              struct at_argv *out,
                              enum at_model_trouble *out_trouble,
                              struct at_err *err);
// Fail with AT_ENOTFOUND, and the names that are there, if the list does not
// have the profile's model. "name:latest" is "name".
AT_CHECKED bool at_model_find_listed(const struct at_profile *profile,
                                     const struct at_argv *listed,
                                     struct at_err *err);
// Send one cheap request that tests whether the address can be reached, the key
// is good and the model exists. *out_words has the result.
AT_CHECKED bool at_model_probe(const struct at_op *op, struct at_model *model,
                               struct at_buf *out_words, struct at_err *err);

#endif
