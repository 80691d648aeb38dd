// webhooks_send.c: deliveries that wait, the oldest first
#define AT_LOG_MODULE "webhooks"
#include <string.h>

#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/log.h"
#include "tester/webhook/send.h"
#include "tester/webhook/webhooks_priv.h"
#include "wire/json.h"

static const struct at_webhook *
find(const struct at_webhook_list *list, struct at_str id)
{
    for (size_t i = 0; i < list->count; i++) {
        if (at_str_is(id, list->items[i].id))
            return &list->items[i];
    }
    return NULL;
}

static void
send_to(struct at_webhooks *webhooks, const struct at_webhook *webhook,
        struct at_delivery *delivery, struct at_delivery_result *result)
{
    struct at_store_db *store = webhooks->store;
    struct at_op op = {AT_NEVER_NS, webhooks->cancel};
    const struct at_webhook_message message = {
        .id = delivery->id,
        .event = json_string_value(json_object_get(delivery->json, "event")),
        .at_ms = delivery->event_ms,
        .now_ms = store->ops->now_ms(store),
        .data = json_object_get(delivery->json, "data"),
    };
    struct at_webhook_answer answer;
    result->delivered = at_webhook_send(&op, webhooks->https, webhooks->ca_file,
                                        webhook, &message, &answer);
    result->is_final = answer.is_final;
    result->status = answer.status;
    result->wait_ms = answer.wait_ms;
    result->answer = at_str(answer.excerpt);
    result->error = answer.error[0] ? answer.error : NULL;
    // A server that ends gives the delivery back: it was not at fault.
    if (at_cancel_fired(webhooks->cancel) && !result->delivered) {
        delivery->attempts--;
        at_json_set(delivery->json, "attempts",
                    json_integer(delivery->attempts));
    }
    at_delivery_finish(store, delivery, result);
    if (result->error)
        at_log_warn("'%s' did not get %s: %s", webhook->name, message.event,
                    result->error);
}

static void
attempt(struct at_webhooks *webhooks, const struct at_webhook *webhook,
        struct at_delivery *delivery)
{
    struct at_delivery_result result = {0};
    if (!at_delivery_claim(webhooks->store, delivery, NULL))
        return; // another host has it
    if (webhook && webhook->enabled) {
        send_to(webhooks, webhook, delivery, &result);
        return;
    }
    result.is_final = true;
    result.error =
        webhook ? "the webhook is disabled" : "the webhook was removed";
    at_delivery_finish(webhooks->store, delivery, &result);
}

// A receiver that fails would make all others wait for its deliveries, so each
// webhook gets one failed attempt a round.
struct round {
    const struct at_webhook *failed[AT_WEBHOOKS_MAX];
    size_t count;
    int64_t next_ms;
};

static bool
has_failed(const struct round *round, const struct at_webhook *webhook)
{
    for (size_t i = 0; i < round->count; i++) {
        if (round->failed[i] == webhook)
            return true;
    }
    return false;
}

static void
look_at(struct at_webhooks *webhooks, const struct at_webhook_list *list,
        const struct at_store_doc *doc, struct round *round)
{
    struct at_store_db *store = webhooks->store;
    struct at_delivery delivery;
    at_delivery_read(doc, &delivery);
    const struct at_webhook *webhook =
        find(list, at_json_get_str(delivery.json, "webhook"));
    int64_t now_ms = store->ops->now_ms(store);
    if (delivery.due_ms <= now_ms && !(webhook && has_failed(round, webhook))) {
        attempt(webhooks, webhook, &delivery);
        bool failed = delivery.due_ms > now_ms;
        if (failed && webhook && round->count < AT_WEBHOOKS_MAX)
            round->failed[round->count++] = webhook;
    }
    if (delivery.due_ms > now_ms && delivery.due_ms < round->next_ms)
        round->next_ms = delivery.due_ms;
    at_delivery_deinit(&delivery);
}

int64_t
at_webhooks_send(struct at_webhooks *webhooks,
                 const struct at_webhook_list *list)
{
    struct at_store_db *store = webhooks->store;
    const struct at_store_query query = {.kind = AT_STORE_DELIVERY,
                                         .state = AT_STR("waiting"),
                                         .limit = AT_STORE_LIST_MAX};
    struct at_store_list page = {0};
    struct at_err err = AT_ERR_INIT;
    struct round round = {.next_ms = INT64_MAX};
    if (!store->ops->list(store, &query, &page, &err))
        at_log_warn("the deliveries cannot be read: %s", err.msg);
    for (size_t i = page.count; i > 0; i--) {
        if (!at_cancel_fired(webhooks->cancel))
            look_at(webhooks, list, &page.docs[i - 1], &round);
    }
    at_store_list_deinit(&page);
    return round.next_ms;
}

void
at_webhooks_tidy(struct at_webhooks *webhooks)
{
    struct at_store_db *store = webhooks->store;
    const struct at_store_query query = {
        .kind = AT_STORE_DELIVERY,
        .until_ms = store->ops->now_ms(store) -
                    AT_DELIVERY_KEPT_DAYS * INT64_C(86400000),
        .limit = AT_STORE_LIST_MAX,
    };
    struct at_store_list page = {0};
    if (store->ops->list(store, &query, &page, NULL)) {
        for (size_t i = 0; i < page.count; i++)
            (void)!store->ops->remove(store, AT_STORE_DELIVERY,
                                      at_str(page.docs[i].id), NULL);
    }
    at_store_list_deinit(&page);
}
