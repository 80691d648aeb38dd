// webhooks.c: the thread, and what wakes it
#define AT_LOG_MODULE "webhooks"
#include "tester/webhook/webhooks_priv.h"

#include <poll.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/log.h"
#include "tester/webhook/send.h"

// Hosts that are lost change nothing, so they are looked for: before the others
// remove their documents, after a minute.
enum { LOOK_MS = 5000, TIDY_EVERY_MS = 3600000 };

struct at_webhooks *
at_webhooks_new(struct at_store_db *store, struct at_vault *vault,
                const char *ca_file, struct at_err *err)
{
    struct at_webhooks *webhooks = at_alloc(sizeof(*webhooks));
    webhooks->store = store;
    webhooks->vault = vault;
    webhooks->ca_file = ca_file;
    webhooks->look_back = true;
    webhooks->cancel = at_cancel_new(NULL, err);
    if (!webhooks->cancel || !at_wake_init(&webhooks->wake, err)) {
        at_cancel_free(webhooks->cancel);
        free(webhooks);
        return NULL;
    }
    pthread_mutex_init(&webhooks->lock, NULL);
    webhooks->https = at_webhook_https_new();
    return webhooks;
}

void
at_webhooks_stop(struct at_webhooks *webhooks)
{
    at_cancel_fire(webhooks->cancel);
    if (webhooks->has_thread)
        pthread_join(webhooks->thread, NULL);
    webhooks->has_thread = false;
}

void
at_webhooks_free(struct at_webhooks *webhooks)
{
    if (!webhooks)
        return;
    at_webhooks_stop(webhooks);
    at_cancel_free(webhooks->cancel);
    at_wake_deinit(&webhooks->wake);
    at_https_free(webhooks->https);
    pthread_mutex_destroy(&webhooks->lock);
    free(webhooks);
}

void
at_webhooks_changed(void *user, const struct at_store_change *change)
{
    struct at_webhooks *webhooks = user;
    bool is_news = change->revision > 0 && (change->kind == AT_STORE_RUN ||
                                            change->kind == AT_STORE_SUITE_RUN);
    if (!is_news && change->kind != AT_STORE_WEBHOOK)
        return;
    if (is_news) {
        pthread_mutex_lock(&webhooks->lock);
        if (webhooks->news_count < AT_WEBHOOKS_NEWS_MAX) {
            size_t at = webhooks->news_count++;
            webhooks->news[at].kind = change->kind;
            at_str_cut(webhooks->news[at].id, sizeof(webhooks->news[at].id),
                       at_str(change->id));
        } else {
            webhooks->look_back = true;
        }
        pthread_mutex_unlock(&webhooks->lock);
    }
    at_wake_post(&webhooks->wake);
}

static void
list_deinit(struct at_webhook_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        at_webhook_deinit(&list->items[i]);
    free(list->items);
    *list = (struct at_webhook_list){0};
}

// All that can be read; disabled ones too, whose deliveries end.
static void
list_read(struct at_webhooks *webhooks, struct at_webhook_list *out)
{
    struct at_store_db *store = webhooks->store;
    const struct at_store_query query = {.kind = AT_STORE_WEBHOOK,
                                         .limit = AT_WEBHOOKS_MAX};
    struct at_store_list page = {0};
    struct at_err err = AT_ERR_INIT;
    *out = (struct at_webhook_list){0};
    if (!store->ops->list(store, &query, &page, &err))
        at_log_warn("the webhooks cannot be read: %s", err.msg);
    out->items = at_realloc_array(NULL, page.count + 1, sizeof(*out->items));
    for (size_t i = 0; i < page.count; i++) {
        if (at_webhook_read(webhooks->vault, &page.docs[i],
                            &out->items[out->count], NULL))
            out->count++;
        else
            at_webhook_deinit(&out->items[out->count]);
    }
    at_store_list_deinit(&page);
}

static int64_t
work(struct at_webhooks *webhooks, bool tidies)
{
    struct at_webhook_list list;
    list_read(webhooks, &list);
    at_webhooks_notice(webhooks, &list);
    at_webhooks_notice_hosts(webhooks, &list);
    int64_t next_ms = at_webhooks_send(webhooks, &list);
    if (tidies)
        at_webhooks_tidy(webhooks);
    list_deinit(&list);
    return next_ms;
}

static void *
watch(void *arg)
{
    struct at_webhooks *webhooks = arg;
    struct at_store_db *store = webhooks->store;
    int64_t tidy_ns = 0;
    while (!at_cancel_fired(webhooks->cancel)) {
        at_wake_clear(&webhooks->wake);
        bool tidies = at_now_ns() >= tidy_ns;
        if (tidies)
            tidy_ns = at_now_ns() + TIDY_EVERY_MS * AT_NS_PER_MS;
        int64_t left_ms = work(webhooks, tidies) - store->ops->now_ms(store);
        left_ms = left_ms < LOOK_MS ? left_ms : LOOK_MS;
        struct at_op all = {AT_NEVER_NS, webhooks->cancel};
        struct at_op nap =
            at_op_sub(&all, at_now_ns(), left_ms > 0 ? left_ms : 1);
        (void)!at_op_wait_fd(&nap, at_wake_fd(&webhooks->wake), POLLIN, NULL);
    }
    return NULL;
}

bool
at_webhooks_start(struct at_webhooks *webhooks, struct at_err *err)
{
    int sys = pthread_create(&webhooks->thread, NULL, watch, webhooks);
    webhooks->has_thread = sys == 0;
    return sys == 0 ||
           at_fail_sys(err, AT_EIO, sys, "cannot start the thread of webhooks");
}
