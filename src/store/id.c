// id.c: ids that sort by creation time; interface functions of the store
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "store/store.h"
#include "sys/clock.h"
#include "sys/random.h"

enum { TIME_BYTES = 6, ID_BYTES = 16 };

// Crockford's alphabet: without I, L, O, U, and in ASCII order.
static const char letters[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // guards newest
static unsigned char newest[ID_BYTES];

static void
set_time(unsigned char id[ID_BYTES], int64_t ms)
{
    for (int i = TIME_BYTES - 1; i >= 0; i--, ms >>= 8)
        id[i] = (unsigned char)(ms & 0xff);
}

static void
fill(unsigned char id[ID_BYTES], int64_t now_ms)
{
    at_random_bytes(id + TIME_BYTES, ID_BYTES - TIME_BYTES);
    set_time(id, now_ms);
}

static void
count_up(unsigned char id[ID_BYTES])
{
    for (int i = ID_BYTES - 1; i >= 0 && ++id[i] == 0; i--)
        continue;
}

// Encode as 26 letters of 5 bits, the first with the 3 remaining bits.
static void
encode(const unsigned char id[ID_BYTES], char out[AT_STORE_ID_LEN + 1])
{
    for (int i = 0; i < AT_STORE_ID_LEN; i++) {
        int bit = i * 5 - 2; // position of its first bit, from the left
        int value = 0;
        for (int k = bit; k < bit + 5; k++)
            value = value * 2 + (k >= 0 && (id[k / 8] >> (7 - k % 8) & 1));
        out[i] = letters[value];
    }
    out[AT_STORE_ID_LEN] = '\0';
}

// Ids also ascend within a millisecond and after the clock was set back.
void
at_store_new_id(char out[AT_STORE_ID_LEN + 1])
{
    unsigned char id[ID_BYTES];
    fill(id, at_wall_now_ms());
    pthread_mutex_lock(&lock);
    if (memcmp(id, newest, TIME_BYTES) > 0)
        memcpy(newest, id, ID_BYTES);
    else
        count_up(newest);
    memcpy(id, newest, ID_BYTES);
    pthread_mutex_unlock(&lock);
    encode(id, out);
}

void
at_store_id_floor(int64_t ms, char out[AT_STORE_ID_LEN + 1])
{
    unsigned char id[ID_BYTES] = {0};
    set_time(id, ms);
    encode(id, out);
}

// The first ten letters encode the time.
int64_t
at_store_id_time(const char id[AT_STORE_ID_LEN + 1])
{
    int64_t ms = 0;
    for (int i = 0; i < 10; i++) {
        const char *at = strchr(letters, id[i]);
        ms = ms * 32 + (at && id[i] ? at - letters : 0);
    }
    return ms;
}

static bool
is_id(struct at_str id)
{
    static const struct at_str marks = AT_STR_ROW("._-");
    if (id.len == 0 || id.len > AT_STORE_KEY_MAX || id.ptr[0] == '.')
        return false;
    for (size_t i = 0; i < id.len; i++) {
        char c = id.ptr[i];
        char lower = (char)(c | 0x20);
        if (!(lower >= 'a' && lower <= 'z') && !(c >= '0' && c <= '9') &&
            !at_str_has(marks, at_str_n(&c, 1)))
            return false;
    }
    return true;
}

bool
at_store_check_id(struct at_str id, struct at_err *err)
{
    return is_id(id) ||
           at_fail(err, AT_EUSAGE,
                   "an id has up to %d letters, digits, '.', '_' and '-', "
                   "and does not begin with '.'",
                   AT_STORE_KEY_MAX);
}

void
at_store_doc_deinit(struct at_store_doc *doc)
{
    json_decref(doc->json);
    doc->json = NULL;
}

void
at_store_list_deinit(struct at_store_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        at_store_doc_deinit(&list->docs[i]);
    free(list->docs);
    *list = (struct at_store_list){0};
}

// A listener that was removed is not being called any more. Listeners are few
// and calls short: one lock serves all stores.
static pthread_rwlock_t listening = PTHREAD_RWLOCK_INITIALIZER;

void
at_store_listen(struct at_store_db *db, at_store_changed_fn *changed,
                void *user)
{
    pthread_rwlock_wrlock(&listening);
    at_assert(db->listener_count < AT_STORE_LISTENERS_MAX);
    db->listeners[db->listener_count++] =
        (struct at_store_listener){changed, user};
    pthread_rwlock_unlock(&listening);
}

void
at_store_forget(struct at_store_db *db, const void *user)
{
    size_t kept = 0;
    pthread_rwlock_wrlock(&listening);
    for (size_t i = 0; i < db->listener_count; i++) {
        if (db->listeners[i].user != user)
            db->listeners[kept++] = db->listeners[i];
    }
    db->listener_count = kept;
    pthread_rwlock_unlock(&listening);
}

// Calls are short: one lock serves all stores.
static pthread_rwlock_t events_lock = PTHREAD_RWLOCK_INITIALIZER;

void
at_store_listen_events(struct at_store_db *db, at_store_event_fn *event,
                       void *user)
{
    pthread_rwlock_wrlock(&events_lock);
    db->event = event;
    db->event_user = user;
    pthread_rwlock_unlock(&events_lock);
}

void
at_store_tell_event(struct at_store_db *db, const char *run, int64_t index,
                    struct at_str json)
{
    pthread_rwlock_rdlock(&events_lock);
    if (db->event)
        db->event(db->event_user, run, index, json);
    pthread_rwlock_unlock(&events_lock);
}

void
at_store_unlisten(struct at_store_db *db)
{
    pthread_rwlock_wrlock(&listening);
    db->listener_count = 0;
    pthread_rwlock_unlock(&listening);
}

void
at_store_tell(struct at_store_db *db, const struct at_store_change *change)
{
    pthread_rwlock_rdlock(&listening);
    for (size_t i = 0; i < db->listener_count; i++)
        db->listeners[i].changed(db->listeners[i].user, change);
    pthread_rwlock_unlock(&listening);
}

void
at_store_db_free(struct at_store_db *db)
{
    if (db)
        db->ops->free(db);
}
