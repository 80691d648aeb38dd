// webhooks.h: tells webhooks of what happens, and retries
//
// One thread of each server. What has happened is read from the store, at the
// start for the last day, so that nothing is missed while no host runs. Any
// host sends a delivery, and only one at a time (delivery.h).
#ifndef AT_TESTER_WEBHOOK_WEBHOOKS_H
#define AT_TESTER_WEBHOOK_WEBHOOKS_H

#include "store/store.h"

struct at_webhooks;

struct at_vault;

// store, vault and ca_file (as in net/https.h) are borrowed. NULL with AT_EIO
// if descriptors are exhausted.
struct at_webhooks *at_webhooks_new(struct at_store_db *store,
                                    struct at_vault *vault, const char *ca_file,
                                    struct at_err *err);
// End its thread, if there is one. The store may still tell it of changes.
void at_webhooks_stop(struct at_webhooks *webhooks);
void at_webhooks_free(struct at_webhooks *webhooks); // NULL is allowed

// A document was stored or removed; for at_store_listen().
void at_webhooks_changed(void *webhooks, const struct at_store_change *change);
AT_CHECKED bool at_webhooks_start(struct at_webhooks *webhooks,
                                  struct at_err *err);

#endif
