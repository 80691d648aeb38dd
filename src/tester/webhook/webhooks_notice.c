// webhooks_notice.c: changes of documents as deliveries
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "tester/webhook/event.h"
#include "tester/webhook/webhooks_priv.h"

enum { LOST_AFTER_MS = 50000, HOSTS_MAX = 1000 };

#define LOOK_BACK_MS INT64_C(86400000)

static void
tell(struct at_webhooks *webhooks, const struct at_webhook_list *list,
     enum at_webhook_event event, const char *object,
     const struct at_webhook_news *news)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct at_webhook *webhook = &list->items[i];
        char id[AT_STORE_KEY_MAX + 1];
        // Earlier events are not told.
        if (!webhook->enabled || !(webhook->events >> event & 1) ||
            news->at_ms < webhook->changed_ms)
            continue;
        at_delivery_id(object, event, webhook->id, id);
        (void)at_delivery_new(webhooks->store, id, webhook, event, news->at_ms,
                              news->data);
    }
}

static void
notice_doc(struct at_webhooks *webhooks, const struct at_webhook_list *list,
           enum at_store_kind kind, const struct at_store_doc *doc)
{
    struct at_webhook_news news;
    bool is_run = kind == AT_STORE_RUN;
    if (is_run)
        at_webhook_run_news(webhooks->store, doc, &news);
    else
        at_webhook_suite_news(webhooks->store, doc, &news);
    if (news.ended)
        tell(webhooks, list,
             is_run ? AT_WEBHOOK_RUN_ENDED : AT_WEBHOOK_SUITE_ENDED, doc->id,
             &news);
    if (news.ended && news.failed)
        tell(webhooks, list,
             is_run ? AT_WEBHOOK_RUN_FAILED : AT_WEBHOOK_SUITE_FAILED, doc->id,
             &news);
    at_webhook_news_deinit(&news);
}

static bool
any_enabled(const struct at_webhook_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].enabled)
            return true;
    }
    return false;
}

static void
look_back(struct at_webhooks *webhooks, const struct at_webhook_list *list,
          enum at_store_kind kind)
{
    struct at_store_db *store = webhooks->store;
    const struct at_store_query query = {
        .kind = kind,
        .state = AT_STR("ended"),
        .since_ms = store->ops->now_ms(store) - LOOK_BACK_MS,
        .limit = AT_STORE_LIST_MAX,
    };
    struct at_store_list page = {0};
    if (store->ops->list(store, &query, &page, NULL)) {
        for (size_t i = 0; i < page.count; i++)
            notice_doc(webhooks, list, kind, &page.docs[i]);
    }
    at_store_list_deinit(&page);
}

void
at_webhooks_notice(struct at_webhooks *webhooks,
                   const struct at_webhook_list *list)
{
    struct at_store_db *store = webhooks->store;
    pthread_mutex_lock(&webhooks->lock);
    size_t count = webhooks->news_count;
    bool looks_back = webhooks->look_back;
    struct at_webhooks_change *news =
        at_realloc_array(NULL, count + 1, sizeof(*news));
    memcpy(news, webhooks->news, count * sizeof(*news));
    webhooks->news_count = 0;
    webhooks->look_back = false;
    pthread_mutex_unlock(&webhooks->lock);
    for (size_t i = 0; i < count && any_enabled(list); i++) {
        struct at_store_doc doc = {0};
        if (store->ops->get(store, news[i].kind, at_str(news[i].id), &doc,
                            NULL))
            notice_doc(webhooks, list, news[i].kind, &doc);
        at_store_doc_deinit(&doc);
    }
    free(news);
    if (looks_back && any_enabled(list)) {
        look_back(webhooks, list, AT_STORE_RUN);
        look_back(webhooks, list, AT_STORE_SUITE_RUN);
    }
}

void
at_webhooks_notice_hosts(struct at_webhooks *webhooks,
                         const struct at_webhook_list *list)
{
    struct at_store_db *store = webhooks->store;
    const struct at_store_query query = {.kind = AT_STORE_HOST,
                                         .limit = HOSTS_MAX};
    struct at_store_list page = {0};
    int64_t now_ms = store->ops->now_ms(store);
    bool ok = any_enabled(list) && store->ops->list(store, &query, &page, NULL);
    for (size_t i = 0; ok && i < page.count; i++) {
        char object[AT_STORE_ID_LEN + 1];
        if (page.docs[i].updated_ms >= now_ms - LOST_AFTER_MS)
            continue;
        struct at_webhook_news news = {
            .at_ms = page.docs[i].updated_ms + LOST_AFTER_MS,
            .data = at_webhook_host_data(&page.docs[i])};
        at_delivery_host_object(&page.docs[i], object);
        tell(webhooks, list, AT_WEBHOOK_HOST_LOST, object, &news);
        at_webhook_news_deinit(&news);
    }
    at_store_list_deinit(&page);
}
