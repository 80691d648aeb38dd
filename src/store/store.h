// store.h: persistent data: scenarios, runs, events, recordings, settings
//
// An interface, implemented by store/sqlite.c for one host and store/shared.c
// for a pool. Calls are allowed from any thread; writes are serialised. Stored
// values survive kill -9; a power loss may lose the latest ones, but leaves the
// rest intact. Documents are JSON objects, so new fields need no migration;
// searchable fields are also columns.
#ifndef AT_STORE_STORE_H
#define AT_STORE_STORE_H

#include <jansson.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum {
    AT_STORE_ID_LEN = 26,  // at_store_new_id(); sorts by time
    AT_STORE_KEY_MAX = 64, // limit of ids: letters, digits, '.', '_', '-'
};

#define AT_STORE_COST_UNKNOWN (-1.0) // runs with a model without prices

struct at_store_db;

// The reason, as the only member of a listed document whose JSON is damaged.
#define AT_STORE_DAMAGED "damaged"

// A document in a collection.
struct at_store_doc {
    char id[AT_STORE_KEY_MAX + 1];
    int64_t revision; // starts at 1, incremented by each change
    int64_t created_ms;
    int64_t updated_ms;
    json_t *json; // owned
};
void at_store_doc_deinit(struct at_store_doc *doc);

enum at_store_kind {
    AT_STORE_SCENARIO,
    AT_STORE_RUN,
    AT_STORE_RECIPE,   // id: hash of the scenario and its environment
    AT_STORE_PROFILE,  // id of the profile; the user's settings
    AT_STORE_SETTING,  // id: "config"
    AT_STORE_EXPECT,   // id: hash of a scenario's steps; their expected screens
    AT_STORE_PROPOSAL, // id of the proposed recipe
    AT_STORE_SUITE,
    AT_STORE_SUITE_RUN, // a suite's runs, and what they were asked for
    AT_STORE_SCHEDULE,
    AT_STORE_FIRING, // id: schedule and minute; the first to store it fires
    AT_STORE_WEBHOOK,
    AT_STORE_DELIVERY, // a message to a webhook
    AT_STORE_TOKEN,    // id: its name; the hash of a client's token
    AT_STORE_AUDIT,    // who did what
    AT_STORE_SECRET,   // id: its name; encrypted
    AT_STORE_HOST,     // a host of the pool, renewed while it is alive
    AT_STORE_DEVICE,   // id: host and device; a device of a host
    AT_STORE_KINDS,
};

// Empty members match everything. The others are compared with the JSON's
// "scenarioId", "suiteRun", "state", "device", "verdict" and "profile"; tag
// with its "tags", or those of its "scenario"; text with its "name", "title",
// "goal" and "packageName"; tag and text ignore ASCII case. A verdict is
// "PASS", "FAIL" or "UNVERIFIED"; for scenarios also "NONE": the last run that
// ended was aborted, or none has ended. Times are compared with those in the
// ids.
struct at_store_query {
    enum at_store_kind kind;
    struct at_str scenario;  // runs of this scenario; empty: all
    struct at_str suite_run; // runs of this suite run
    struct at_str state; // runs in this state ("queued", "running", "ended")
    struct at_str device;
    struct at_str verdict; // the run's, or a scenario's last run's
    struct at_str profile; // runs with this model
    struct at_str tag;
    int64_t since_ms;     // created at this time or later
    int64_t until_ms;     // created earlier; 0: no limit
    struct at_str text;   // text in the name, goal or title
    struct at_str before; // id: only older ones, for paging
    size_t limit;         // 0: 100; at most AT_STORE_LIST_MAX
    bool bare; // json is NULL; reading it takes the most time of a list
    // At least two paths like "scenario.device", up to NULL: json has those
    // alone, by these names. except: json is without them.
    const char *const *only, *const *except;
};

struct at_store_list {
    struct at_store_doc *docs; // owned; sorted from the newest (greatest id)
    size_t count;
    bool more;
};
void at_store_list_deinit(struct at_store_list *list);

// A request for events of a run, and their receiver.
struct at_store_reading {
    struct at_str run;
    int64_t after; // index: only later ones; 0: from the first
    size_t limit;  // 0: all
    // Returns false to stop. json is borrowed for the call.
    bool (*each)(void *user, int64_t index, struct at_str json);
    void *user;
};

// The result of an ended run; its texts are borrowed for the call.
struct at_store_outcome {
    struct at_str scenario; // id
    struct at_str name;     // name of the scenario; set only for its latest run
    struct at_str run;      // id
    struct at_str verdict;
    struct at_str end;
    struct at_str profile;
    struct at_str app_version; // "": unknown
    int64_t began_ms;          // 0: never started
    int64_t duration_ms;
    int64_t tokens;
    double cost_usd; // or AT_STORE_COST_UNKNOWN
    bool replayed;   // all steps were replayed from a recording
    bool healed;     // the model took over from a recording
};

// A request for the latest outcomes of scenarios.
struct at_store_outcomes {
    const struct at_str *scenarios; // ids
    size_t scenario_count;          // 0: all
    size_t runs;                    // maximum per scenario
    // Called for the runs of one scenario after another, latest first.
    void (*each)(void *user, const struct at_store_outcome *outcome);
    void *user;
};

struct at_store_db_ops {
    // Store json under id ("": a new one, written to doc->id), and set doc's
    // revision and times. expected: the revision that was read (AT_EBUSY if it
    // changed since), 0: must not exist, -1: any.
    bool (*put)(struct at_store_db *db, enum at_store_kind kind,
                int64_t expected, struct at_store_doc *doc, struct at_err *err);
    // AT_ENOTFOUND if it does not exist; AT_EIO with everything but the JSON in
    // *out if that is damaged.
    bool (*get)(struct at_store_db *db, enum at_store_kind kind,
                struct at_str id, struct at_store_doc *out, struct at_err *err);
    bool (*list)(struct at_store_db *db, const struct at_store_query *query,
                 struct at_store_list *out, struct at_err *err);
    // Call each for the latest ended runs of scenarios; the store is locked.
    bool (*outcomes)(struct at_store_db *db,
                     const struct at_store_outcomes *wanted,
                     struct at_err *err);
    // Also removes a run's events and all its other data in the store.
    bool (*remove)(struct at_store_db *db, enum at_store_kind kind,
                   struct at_str id, struct at_err *err);
    // Append an event (its JSON text) to a run. AT_EBUSY if index is not the
    // next one, AT_ENOTFOUND if the run does not exist.
    bool (*add_event)(struct at_store_db *db, struct at_str run, int64_t index,
                      struct at_str json, struct at_err *err);
    // Get the index of a run's last event; 0: none.
    bool (*last_event)(struct at_store_db *db, struct at_str run,
                       int64_t *out_index, struct at_err *err);
    // Remove the events of a run, but not the run.
    bool (*drop_events)(struct at_store_db *db, struct at_str run,
                        struct at_err *err);
    // Call each for the requested events, in order; the store is not locked.
    bool (*events)(struct at_store_db *db,
                   const struct at_store_reading *wanted, struct at_err *err);
    // The store's clock, in milliseconds since 1970, by which created_ms and
    // updated_ms are set. All processes that share a store agree on it.
    int64_t (*now_ms)(struct at_store_db *db);
    // Wait for all that others have written by now. NULL: no need to.
    bool (*confirm)(struct at_store_db *db, struct at_err *err);
    // Read all of it. AT_EIO with advice if it is damaged.
    bool (*check)(struct at_store_db *db, struct at_err *err);
    // Try to write, without changing anything. NULL: a put tells.
    bool (*writable)(struct at_store_db *db, struct at_err *err);
    void (*free)(struct at_store_db *db);
};

// A document that was stored or removed by any process that shares the store.
struct at_store_change {
    enum at_store_kind kind;
    const char *id;   // borrowed for the call
    int64_t revision; // 0: removed
};

// Called after each change, by the thread that made or learnt of it, and
// without a lock; must not block.
typedef void at_store_changed_fn(void *user,
                                 const struct at_store_change *change);

// Called for each new event of a run that came from the pool, except those that
// this process has added: like at_store_changed_fn. json is borrowed for the
// call. While much is being caught up with, events are left out.
typedef void at_store_event_fn(void *user, const char *run, int64_t index,
                               struct at_str json);

enum { AT_STORE_LISTENERS_MAX = 8 };

struct at_store_db {
    const struct at_store_db_ops *ops;
    struct at_store_listener {
        at_store_changed_fn *changed;
        void *user;
    } listeners[AT_STORE_LISTENERS_MAX];
    size_t listener_count;
    at_store_event_fn *event; // NULL: none; by the two functions below
    void *event_user;
};

// Add a listener, from any thread but a listener's.
void at_store_listen(struct at_store_db *db, at_store_changed_fn *changed,
                     void *user);
// Set the only listener to events; NULL: none. Any thread may call. Once it
// returns, the listener before is not called any more.
void at_store_listen_events(struct at_store_db *db, at_store_event_fn *event,
                            void *user);
// Tell it; for implementations.
void at_store_tell_event(struct at_store_db *db, const char *run, int64_t index,
                         struct at_str json);
// Remove the listeners of that user, and wait until none of them is called any
// more.
void at_store_forget(struct at_store_db *db, const void *user);
void at_store_unlisten(struct at_store_db *db); // removes all listeners
// Tell the listeners; for implementations.
void at_store_tell(struct at_store_db *db,
                   const struct at_store_change *change);

// Open or create the file, and migrate it to this program's version. AT_EUSAGE
// if a newer or a different program wrote it; AT_EIO with advice if it is
// damaged. The caller owns *out (at_store_db_free).
AT_CHECKED bool at_store_sqlite_open(const char *path, struct at_store_db **out,
                                     struct at_err *err);
void at_store_db_free(struct at_store_db *db); // NULL is allowed

// Call each for all documents that the query finds, the newest first; its limit
// is that of a page. each may take doc->json and remove documents that it was
// called for. It returns false to stop, and so does this function.
typedef bool at_store_each_fn(void *user, struct at_store_doc *doc,
                              struct at_err *err);
AT_CHECKED bool at_store_each(struct at_store_db *db,
                              const struct at_store_query *query,
                              at_store_each_fn *each, void *user,
                              struct at_err *err);

void at_store_new_id(char out[AT_STORE_ID_LEN + 1]); // unique, sorts by time
// AT_EUSAGE if it is not an id of AT_STORE_KEY_MAX.
AT_CHECKED bool at_store_check_id(struct at_str id, struct at_err *err);
// Return the creation time of such an id, in milliseconds since 1970.
int64_t at_store_id_time(const char id[AT_STORE_ID_LEN + 1]);
// Write the smallest id for that time.
void at_store_id_floor(int64_t ms, char out[AT_STORE_ID_LEN + 1]);

#endif
