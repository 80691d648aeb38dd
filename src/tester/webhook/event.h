// event.h: what webhooks tell of: runs, suite runs and hosts as JSON
//
// Made from documents of the store, whose texts have their secrets masked
// already.
#ifndef AT_TESTER_WEBHOOK_EVENT_H
#define AT_TESTER_WEBHOOK_EVENT_H

#include "store/store.h"
#include "tester/webhook/webhook_doc.h"

// Failures in an event; GitHub takes as many annotations.
enum { AT_WEBHOOK_FAILURES_MAX = 50 };

struct at_webhook_news {
    bool ended;  // false: nothing to tell yet
    bool failed; // it counts as failed too
    int64_t at_ms;
    json_t *data; // owned; NULL: not ended
};

void at_webhook_news_deinit(struct at_webhook_news *news);

// {"run": {…}, "commit"}
void at_webhook_run_news(struct at_store_db *store,
                         const struct at_store_doc *run,
                         struct at_webhook_news *out);
// {"suiteRun": {…, "failures": […]}, "commit"}
void at_webhook_suite_news(struct at_store_db *store,
                           const struct at_store_doc *suite_run,
                           struct at_webhook_news *out);
// {"host": {…}}, of a host that no longer renews its document.
json_t *at_webhook_host_data(const struct at_store_doc *host);

#endif
