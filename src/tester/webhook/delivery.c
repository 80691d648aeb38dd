// delivery.c: the states of a delivery
#include "tester/webhook/delivery.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hex.h"
#include "base/sha256.h"
#include "sys/clock.h"
#include "sys/random.h"
#include "wire/json.h"

enum { FIRST_PAUSE_MS = 2000, PAUSE_MAX_MS = 7200000, TIME_CHARS = 10 };

void
at_delivery_deinit(struct at_delivery *delivery)
{
    json_decref(delivery->json);
    *delivery = (struct at_delivery){0};
}

void
at_delivery_id(const char *object, enum at_webhook_event event,
               const char *webhook, char out[AT_STORE_KEY_MAX + 1])
{
    snprintf(out, AT_STORE_KEY_MAX + 1, "%.30s.%d.%.30s", object, (int)event,
             webhook);
}

// Its time is that of the host's start, which all hosts read in its document.
void
at_delivery_host_object(const struct at_store_doc *host,
                        char out[AT_STORE_ID_LEN + 1])
{
    unsigned char digest[AT_SHA256_BYTES];
    char floor[AT_STORE_ID_LEN + 1];
    struct at_str started = at_json_get_str(host->json, "startedAt");
    int64_t started_ms = host->created_ms;
    (void)!at_wall_read(started, &started_ms);
    char *text = at_strfmt("%s %lld", host->id, (long long)started_ms);
    at_store_id_floor(started_ms, floor);
    at_sha256(at_str(text), digest);
    at_str_cut(out, TIME_CHARS + 1, at_str(floor));
    at_hex_write(digest, (AT_STORE_ID_LEN - TIME_CHARS) / 2, out + TIME_CHARS);
    free(text);
}

static json_t *
time_json(int64_t ms)
{
    char text[AT_RFC3339_MAX];
    at_wall_write(ms, text);
    return at_json_text(at_str(text));
}

bool
at_delivery_new(struct at_store_db *store, const char *id,
                const struct at_webhook *webhook, enum at_webhook_event event,
                int64_t at_ms, json_t *data)
{
    struct at_store_doc doc = {0};
    bool exists =
        store->ops->get(store, AT_STORE_DELIVERY, at_str(id), &doc, NULL);
    at_store_doc_deinit(&doc);
    if (exists)
        return false;
    doc.json = json_object();
    at_str_cut(doc.id, sizeof(doc.id), at_str(id));
    at_json_set_text(doc.json, "webhook", webhook->id);
    at_json_set_text(doc.json, "webhookName", webhook->name);
    at_json_set_text(doc.json, "event", at_webhook_event_names[event]);
    at_json_set(doc.json, "at", time_json(at_ms));
    at_json_set_text(doc.json, "state", "waiting");
    at_json_set(doc.json, "attempts", json_integer(0));
    at_json_set(doc.json, "data", json_incref(data));
    bool ok = store->ops->put(store, AT_STORE_DELIVERY, 0, &doc, NULL);
    at_store_doc_deinit(&doc);
    return ok;
}

void
at_delivery_read(const struct at_store_doc *doc, struct at_delivery *out)
{
    int64_t next_ms = 0;
    int64_t until_ms = 0;
    const json_t *claim = json_object_get(doc->json, "claim");
    *out = (struct at_delivery){
        .revision = doc->revision,
        .event_ms = doc->created_ms,
        .attempts = json_integer_value(json_object_get(doc->json, "attempts")),
        .json = json_copy(doc->json),
    };
    at_str_cut(out->id, sizeof(out->id), at_str(doc->id));
    (void)!at_wall_read(at_json_get_str(doc->json, "at"), &out->event_ms);
    (void)!at_wall_read(at_json_get_str(doc->json, "nextAt"), &next_ms);
    (void)!at_wall_read(at_json_get_str(claim, "until"), &until_ms);
    out->due_ms = next_ms > until_ms ? next_ms : until_ms;
}

static bool
put(struct at_store_db *store, struct at_delivery *delivery, struct at_err *err)
{
    struct at_store_doc doc = {.json = delivery->json};
    at_str_cut(doc.id, sizeof(doc.id), at_str(delivery->id));
    bool ok = store->ops->put(store, AT_STORE_DELIVERY, delivery->revision,
                              &doc, err);
    delivery->revision = doc.revision;
    return ok;
}

bool
at_delivery_claim(struct at_store_db *store, struct at_delivery *delivery,
                  struct at_err *err)
{
    int64_t until_ms = store->ops->now_ms(store) + AT_DELIVERY_CLAIM_MS;
    delivery->attempts++;
    at_json_set(delivery->json, "attempts", json_integer(delivery->attempts));
    at_json_set(delivery->json, "claim",
                json_pack("{s:o}", "until", time_json(until_ms)));
    return put(store, delivery, err);
}

int64_t
at_delivery_pause_ms(int64_t attempts, uint32_t random)
{
    int64_t pause_ms = FIRST_PAUSE_MS;
    for (int64_t i = 1; i < attempts && pause_ms < PAUSE_MAX_MS; i++)
        pause_ms *= 4;
    if (pause_ms > PAUSE_MAX_MS)
        pause_ms = PAUSE_MAX_MS;
    return pause_ms * 4 / 5 + pause_ms * 2 / 5 * (random % 1000) / 1000;
}

static int64_t
pause_of(const struct at_delivery *delivery,
         const struct at_delivery_result *result)
{
    uint32_t random;
    at_random_bytes(&random, sizeof(random));
    int64_t pause_ms = at_delivery_pause_ms(delivery->attempts, random);
    int64_t wanted_ms =
        result->wait_ms < PAUSE_MAX_MS ? result->wait_ms : PAUSE_MAX_MS;
    return wanted_ms > pause_ms ? wanted_ms : pause_ms;
}

static void
set_or_remove(json_t *json, const char *name, json_t *value)
{
    if (value)
        at_json_set(json, name, value);
    else
        json_object_del(json, name);
}

void
at_delivery_finish(struct at_store_db *store, struct at_delivery *delivery,
                   const struct at_delivery_result *result)
{
    json_t *json = delivery->json;
    int64_t now_ms = store->ops->now_ms(store);
    bool ends = result->delivered || result->is_final ||
                delivery->attempts >= AT_DELIVERY_ATTEMPTS_MAX;
    delivery->due_ms = ends ? 0 : now_ms + pause_of(delivery, result);
    json_object_del(json, "claim");
    at_json_set_text(json, "state",
                     result->delivered ? "delivered"
                     : ends            ? "failed"
                                       : "waiting");
    set_or_remove(json, "status",
                  result->status ? json_integer(result->status) : NULL);
    set_or_remove(json, "answer",
                  result->answer.len ? at_json_text(result->answer) : NULL);
    set_or_remove(json, "error",
                  result->error ? at_json_text(at_str(result->error)) : NULL);
    set_or_remove(json, "deliveredAt",
                  result->delivered ? time_json(now_ms) : NULL);
    set_or_remove(json, "nextAt", ends ? NULL : time_json(delivery->due_ms));
    (void)!put(store, delivery, NULL);
}

json_t *
at_delivery_show(const struct at_store_doc *doc, bool with_data)
{
    json_t *out = json_copy(doc->json);
    json_object_del(out, "claim");
    if (!with_data)
        json_object_del(out, "data");
    return out;
}
