// delivery_test.c: one host sends a delivery at a time, on a real store
#include "tester/webhook/delivery.h"

#include <stdio.h>

#include "tests/t.h"
#include "tests/unit/rig.h"
#include "wire/json.h"

static char home[64];
static struct at_store_db *store;
static struct at_store_db_ops ops; // the store's, but for its clock
static int64_t late_ms;
static char id[AT_STORE_KEY_MAX + 1];
static const struct at_webhook webhook = {.id = "hook", .name = (char[]){"CI"}};

static int64_t
now_ms(struct at_store_db *db)
{
    static int64_t began_ms;
    struct at_store_doc doc = {.json = json_object()};
    if (began_ms == 0) { // the store's documents have this machine's time
        T_OK(db->ops->put(db, AT_STORE_SETTING, -1, &doc, NULL));
        began_ms = doc.updated_ms;
    }
    at_store_doc_deinit(&doc);
    return began_ms + late_ms;
}

static bool
add(void)
{
    json_t *data = json_pack("{s:{}}", "run");
    bool is_new =
        at_delivery_new(store, id, &webhook, AT_WEBHOOK_RUN_ENDED, 1, data);
    json_decref(data);
    return is_new;
}

static void
begin(void)
{
    char path[128];
    rig_make_home(home, sizeof(home));
    snprintf(path, sizeof(path), "%s/store.db", home);
    T_OK(at_store_sqlite_open(path, &store, NULL));
    ops = *store->ops;
    ops.now_ms = now_ms;
    store->ops = &ops;
    late_ms = 0;
    at_delivery_id("01M8K1TGP4Q74T3FGKB3HK2KE1", AT_WEBHOOK_RUN_ENDED, "hook",
                   id);
    T_OK(add());
}

static void
end(void)
{
    at_store_db_free(store);
    rig_remove_home(home);
}

static struct at_delivery
read_delivery(void)
{
    struct at_store_doc doc = {0};
    struct at_delivery out;
    T_OK(store->ops->get(store, AT_STORE_DELIVERY, at_str(id), &doc, NULL));
    at_delivery_read(&doc, &out);
    at_store_doc_deinit(&doc);
    return out;
}

static bool
has_state(const char *state)
{
    struct at_delivery now = read_delivery();
    bool has = at_str_is(at_json_get_str(now.json, "state"), state);
    at_delivery_deinit(&now);
    return has;
}

T_TEST(an_event_is_stored_once)
{
    begin();
    T_NOT(add());
    end();
}

T_TEST(two_hosts_claim_it_and_one_has_it)
{
    struct at_err err = AT_ERR_INIT;
    begin();
    struct at_delivery one = read_delivery();
    struct at_delivery two = read_delivery();
    T_OK(at_delivery_claim(store, &one, &err));
    T_NOT(at_delivery_claim(store, &two, &err));
    T_EQ_INT(err.code, AT_EBUSY);
    at_delivery_deinit(&two);
    two = read_delivery();
    T_OK(two.due_ms > store->ops->now_ms(store)); // until the claim ends
    at_delivery_deinit(&one);
    at_delivery_deinit(&two);
    end();
}

T_TEST(a_host_that_was_too_slow_changes_nothing)
{
    const struct at_delivery_result fine = {.delivered = true, .status = 200};
    const struct at_delivery_result failed = {.status = 500, .error = "no"};
    begin();
    struct at_delivery slow = read_delivery();
    T_OK(at_delivery_claim(store, &slow, NULL));
    late_ms += AT_DELIVERY_CLAIM_MS + 1;
    struct at_delivery next = read_delivery();
    T_OK(next.due_ms <= store->ops->now_ms(store));
    T_OK(at_delivery_claim(store, &next, NULL));
    T_EQ_INT(next.attempts, 2);
    at_delivery_finish(store, &next, &fine);
    at_delivery_finish(store, &slow, &failed);
    T_OK(has_state("delivered"));
    at_delivery_deinit(&slow);
    at_delivery_deinit(&next);
    end();
}

T_TEST(it_fails_for_good_after_the_last_attempt)
{
    const struct at_delivery_result failed = {.status = 500, .error = "no"};
    begin();
    for (int64_t i = 1; i <= AT_DELIVERY_ATTEMPTS_MAX; i++) {
        struct at_delivery delivery = read_delivery();
        T_OK(has_state("waiting"));
        T_OK(at_delivery_claim(store, &delivery, NULL));
        at_delivery_finish(store, &delivery, &failed);
        late_ms += INT64_C(3) * 3600000;
        at_delivery_deinit(&delivery);
    }
    T_OK(has_state("failed"));
    end();
}

T_MAIN()
