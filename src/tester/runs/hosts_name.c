// hosts_name.c: the name and the address of this host, and who else has the
// name
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/limits.h"
#include "sys/cancel.h"
#include "sys/clock.h"
#include "sys/file.h"
#include "sys/filelock.h"
#include "sys/log.h"
#include "tester/runs/hosts.h"
#include "tester/runs/hosts_priv.h"
#include "wire/json.h"

#define AT_LOG_MODULE "hosts"

enum {
    URL_MAX_BYTES = 2000,
    ANSWER_MS = 5000, // a live host answers within milliseconds
    LOOK_MS = 20,
    TRIES = 20,
};

// --- What may be given.

bool
at_hosts_check_name(const char *name, struct at_err *err)
{
    char key[AT_STORE_KEY_MAX + 1];
    at_hosts_key(at_str(name), key);
    return strcmp(key, name) == 0 ||
           at_fail(err, AT_EUSAGE,
                   "AGENTEST_HOST '%.100s' cannot be a host's name: it has 1 "
                   "to %d letters, digits, '.', '_' and '-', and starts with a "
                   "letter, a digit or '_'",
                   name, AT_STORE_KEY_MAX);
}

static bool
is_port(struct at_str text)
{
    int64_t port;
    return at_str_to_i64(text, 1, 65535, &port);
}

static bool
is_v6(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!strchr("0123456789abcdefABCDEF:.", text.ptr[i]))
            return false;
    }
    return text.len >= 2;
}

static bool
is_name(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!at_ascii_is_name(text.ptr[i]))
            return false;
    }
    return text.len > 0;
}

// HOST, HOST:PORT, [V6] or [V6]:PORT
static bool
is_authority(struct at_str text)
{
    struct at_str port = {0};
    bool bracket = at_str_starts(text, AT_STR("["));
    ptrdiff_t end = at_str_find(text, bracket ? AT_STR("]") : AT_STR(":"));
    if (bracket && (end < 0 || !is_v6(at_str_n(text.ptr + 1, (size_t)end - 1))))
        return false;
    if (bracket)
        port = at_str_skip(text, (size_t)end + 1);
    else if (end >= 0)
        port = at_str_skip(text, (size_t)end);
    if (!bracket && !is_name(at_str_head(text, text.len - port.len)))
        return false;
    return port.len == 0 ||
           (port.ptr[0] == ':' && is_port(at_str_skip(port, 1)));
}

static bool
is_path(struct at_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if (c <= ' ' || c > '~' || c == '?' || c == '#')
            return false;
    }
    return true;
}

bool
at_hosts_check_url(const char *url, struct at_err *err)
{
    struct at_str text = at_str(url);
    size_t scheme = at_str_starts(text, AT_STR("https://"))  ? 8
                    : at_str_starts(text, AT_STR("http://")) ? 7
                                                             : 0;
    struct at_str rest = at_str_skip(text, scheme);
    ptrdiff_t slash = at_str_find(rest, AT_STR("/"));
    size_t len = slash < 0 ? rest.len : (size_t)slash;
    // Not the text itself: it may have a password.
    return (scheme > 0 && text.len <= URL_MAX_BYTES &&
            is_authority(at_str_head(rest, len)) &&
            is_path(at_str_skip(rest, len))) ||
           at_fail(err, AT_EUSAGE,
                   "AGENTEST_URL is not an address: it is http://HOST[:PORT] "
                   "or https://HOST[:PORT], without a name, a password, '?' "
                   "or '#'");
}

// --- Who has it.

static bool
is_own(const struct at_runs *runs, const struct at_store_doc *doc)
{
    return at_str_is(at_json_get_str(doc->json, "holder"), runs->holder);
}

static bool
refuse(const struct at_runs *runs, const struct at_store_doc *doc,
       struct at_err *err)
{
    return at_fail(
        err, AT_EUSAGE,
        "the pool has another host '%s' (started %.40s, %.100s): give this "
        "one a name of its own in AGENTEST_HOST",
        runs->host, json_string_value(json_object_get(doc->json, "startedAt")),
        json_object_get(doc->json, "url")
            ? json_string_value(json_object_get(doc->json, "url"))
            : "without an address");
}

// A process that used the same folder of reports has left its lock there.
enum trace { UNKNOWN, ALIVE, DEAD };

static enum trace
find_trace(const struct at_runs *runs, const struct at_store_doc *doc)
{
    struct at_str holder = at_json_get_str(doc->json, "holder");
    if (holder.len != AT_STORE_ID_LEN || !is_name(holder))
        return DEAD;
    char *path =
        at_strfmt("%s/.owners/%.*s", runs->reports, AT_STR_ARG(holder));
    enum trace trace = !at_file_exists(path)       ? UNKNOWN
                       : at_filelock_is_held(path) ? ALIVE
                                                   : DEAD;
    free(path);
    return trace;
}

// Ask the host of this document whether it is alive: it would write it again.
// doc becomes what is stored at the end.
static enum trace
ask(struct at_runs *runs, struct at_store_doc *doc, struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    const struct at_op op = {AT_NEVER_NS, NULL};
    int64_t end_ns = at_now_ns() + ANSWER_MS * AT_NS_PER_MS;
    at_json_set_text(doc->json, "asked", runs->holder);
    if (!store->ops->put(store, AT_STORE_HOST, doc->revision, doc, err))
        return UNKNOWN;
    while (at_now_ns() < end_ns &&
           at_op_wait_until(&op, at_now_ns() + LOOK_MS * AT_NS_PER_MS, err)) {
        struct at_store_doc now = {0};
        bool found = store->ops->get(store, AT_STORE_HOST, at_str(runs->host),
                                     &now, NULL);
        bool changed = !found || now.revision != doc->revision;
        if (changed) {
            at_store_doc_deinit(doc);
            *doc = now;
            return found ? ALIVE : DEAD;
        }
        at_store_doc_deinit(&now);
    }
    return DEAD;
}

// AT_EBUSY: look again.
static bool
take_from(struct at_runs *runs, struct at_store_doc *doc, bool *out_refused,
          struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    bool is_silent =
        store->ops->now_ms(store) - doc->updated_ms > AT_HOSTS_GONE_MS;
    enum trace trace = is_silent ? DEAD : find_trace(runs, doc);
    if (trace == UNKNOWN) {
        trace = ask(runs, doc, err);
        if (trace == UNKNOWN)
            return false;
    }
    *out_refused = trace == ALIVE;
    if (trace == ALIVE)
        return refuse(runs, doc, err);
    return at_hosts_put(runs, false, doc->json ? doc->revision : 0, err);
}

bool
at_hosts_take_name(struct at_runs *runs, struct at_err *err)
{
    struct at_store_db *store = runs->opts.store;
    struct at_err why = AT_ERR_INIT;
    bool refused = false;
    for (int i = 0; i < TRIES; i++) {
        struct at_store_doc doc = {0};
        why = (struct at_err)AT_ERR_INIT;
        bool found = store->ops->get(store, AT_STORE_HOST, at_str(runs->host),
                                     &doc, NULL);
        bool ok = found ? take_from(runs, &doc, &refused, &why)
                        : at_hosts_put(runs, false, 0, &why);
        at_store_doc_deinit(&doc);
        if (ok || why.code != AT_EBUSY)
            break;
    }
    // A host that may not write serves readers.
    return !refused || at_err_pass(err, &why);
}

// Another process took the name while this one stood still.
static void
lose(struct at_runs *runs)
{
    pthread_mutex_lock(&runs->lock);
    bool is_news = !runs->name_lost;
    runs->name_lost = true;
    runs->draining = true;
    pthread_mutex_unlock(&runs->lock);
    if (is_news)
        at_log_error("another host has the name '%s' now: this one takes no "
                     "run any more; give it a name of its own in "
                     "AGENTEST_HOST and start it again",
                     runs->host);
}

bool
at_hosts_has_name(struct at_runs *runs, bool *out_asked)
{
    struct at_store_db *store = runs->opts.store;
    struct at_store_doc doc = {0};
    bool found =
        store->ops->get(store, AT_STORE_HOST, at_str(runs->host), &doc, NULL);
    bool ours = !found || is_own(runs, &doc);
    *out_asked = found && ours && json_object_get(doc.json, "asked");
    at_store_doc_deinit(&doc);
    if (!ours)
        lose(runs);
    return ours;
}
