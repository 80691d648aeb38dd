// delivery.h: messages to webhooks, from their events to their answers
//
// A delivery is a document {"webhook","event","at","state","attempts","nextAt",
// "status","answer","error","deliveredAt","claim","data"} whose id is made of
// the object, the event and the webhook: every host makes the same, so it
// exists once. The sender claims it first, by compare-and-set, until a
// time of the store's clock; if that host is killed, another one sends it again
// under the same id.
#ifndef AT_TESTER_WEBHOOK_DELIVERY_H
#define AT_TESTER_WEBHOOK_DELIVERY_H

#include "store/store.h"
#include "tester/webhook/webhook_doc.h"

enum {
    AT_DELIVERY_ATTEMPTS_MAX = 9,       // over almost five hours
    AT_DELIVERY_CLAIM_MS = 25000,       // longer than sending takes
    AT_DELIVERY_ANSWER_MAX_BYTES = 500, // kept of an answer
    AT_DELIVERY_KEPT_DAYS = 7,
};

struct at_delivery {
    char id[AT_STORE_KEY_MAX + 1];
    int64_t revision;
    int64_t event_ms;
    int64_t attempts;
    int64_t due_ms; // the next attempt, or the end of another host's claim
    json_t *json;   // owned
};

void at_delivery_deinit(struct at_delivery *delivery);

// Write the id of a delivery. object: 26 characters that sort by time.
void at_delivery_id(const char *object, enum at_webhook_event event,
                    const char *webhook, char out[AT_STORE_KEY_MAX + 1]);
// Write such an object for a host that was lost.
void at_delivery_host_object(const struct at_store_doc *host,
                             char out[AT_STORE_ID_LEN + 1]);
// Store a delivery unless it exists. Return true if it is new.
bool at_delivery_new(struct at_store_db *store, const char *id,
                     const struct at_webhook *webhook,
                     enum at_webhook_event event, int64_t at_ms, json_t *data);

void at_delivery_read(const struct at_store_doc *doc, struct at_delivery *out);
// Claim it and count the attempt. AT_EBUSY: another host was faster.
AT_CHECKED bool at_delivery_claim(struct at_store_db *store,
                                  struct at_delivery *delivery,
                                  struct at_err *err);

struct at_delivery_result {
    bool delivered;
    bool is_final;        // do not try again
    int status;           // HTTP status; 0: no answer
    int64_t wait_ms;      // that the receiver asks for; 0: not said
    struct at_str answer; // an excerpt, masked
    const char *error;    // NULL: none
};
// Note what came of the attempt, and when the next one is. Ignored if another
// host has claimed it since.
void at_delivery_finish(struct at_store_db *store, struct at_delivery *delivery,
                        const struct at_delivery_result *result);
// Return the pause before the next attempt: it grows fourfold up to two hours,
// a fifth more or less by chance (random: any number).
int64_t at_delivery_pause_ms(int64_t attempts, uint32_t random);
// Return a document as clients see it, owned; with_data: the event too.
json_t *at_delivery_show(const struct at_store_doc *doc, bool with_data);

#endif
