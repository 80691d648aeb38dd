// webhooks_priv.h: the two halves of the thread: noticing and sending
#ifndef AT_TESTER_WEBHOOK_WEBHOOKS_PRIV_H
#define AT_TESTER_WEBHOOK_WEBHOOKS_PRIV_H

#include <pthread.h>

#include "net/https.h"
#include "sys/wake.h"
#include "tester/webhook/delivery.h"
#include "tester/webhook/webhooks.h"

enum { AT_WEBHOOKS_MAX = 200, AT_WEBHOOKS_NEWS_MAX = 1024 };

struct at_webhook_list {
    struct at_webhook *items; // owned
    size_t count;
};

struct at_webhooks_change {
    enum at_store_kind kind;
    char id[AT_STORE_KEY_MAX + 1];
};

struct at_webhooks {
    struct at_store_db *store;
    struct at_vault *vault;   // opens their secrets
    struct at_cancel *cancel; // owned
    struct at_https *https;   // owned; used by the thread
    const char *ca_file;      // borrowed; as in net/https.h
    struct at_wake wake;
    pthread_t thread;
    bool has_thread;

    pthread_mutex_t lock; // guards all below
    struct at_webhooks_change news[AT_WEBHOOKS_NEWS_MAX];
    size_t news_count;
    bool look_back; // news was full, or it is the start
};

// webhooks_notice.c: store a delivery for each webhook that wants to know.
void at_webhooks_notice(struct at_webhooks *webhooks,
                        const struct at_webhook_list *list);
// Store one for each host that no longer renews its document.
void at_webhooks_notice_hosts(struct at_webhooks *webhooks,
                              const struct at_webhook_list *list);
// webhooks_send.c: send all that are due, and return the time of the next one.
int64_t at_webhooks_send(struct at_webhooks *webhooks,
                         const struct at_webhook_list *list);
// Remove deliveries of earlier weeks.
void at_webhooks_tidy(struct at_webhooks *webhooks);

#endif
