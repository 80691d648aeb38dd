// store.h: lasting data: scenarios, runs, events, recordings, settings
//
// An interface; store/sqlite.c implements it. Any thread may call; one writes
// at a time. A value that was stored is there after kill -9; a power loss may
// take the newest ones, but leaves the rest whole. Documents are JSON objects,
// so that a field that is added needs no migration; what is searched by is a
// column beside it.
#ifndef AT_STORE_STORE_H
#define AT_STORE_STORE_H

#include <jansson.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum {
    AT_STORE_ID_LEN = 26,  // of at_store_new_id(); sorts by time
    AT_STORE_KEY_MAX = 64, // of any id: letters, digits, '.', '_', '-'
};

#define AT_STORE_COST_UNKNOWN (-1.0) // runs with a model without prices

struct at_store_db;

// The only member of a listed document whose JSON is damaged: the reason.
#define AT_STORE_DAMAGED "damaged"

// A document of a collection.
struct at_store_doc {
    char id[AT_STORE_KEY_MAX + 1];
    int64_t revision; // from 1, counted up by each change
    int64_t created_ms;
    int64_t updated_ms;
    json_t *json; // owned
};
void at_store_doc_deinit(struct at_store_doc *doc);

enum at_store_kind {
    AT_STORE_SCENARIO,
    AT_STORE_RUN,
    AT_STORE_RECIPE,   // id: hash of the scenario and what it was made on
    AT_STORE_PROFILE,  // id: of the profile; what a user has set
    AT_STORE_SETTING,  // id: "config"
    AT_STORE_EXPECT,   // id: hash of a scenario's steps; what they should show
    AT_STORE_PROPOSAL, // id: of the recipe that it would be
    AT_STORE_KINDS,
};

// Members that are empty do not restrict. They are compared with the columns
// beside the documents: the JSON's "scenarioId", "state", "device", "verdict"
// and "profile"; tag with its "tags", or those of its "scenario"; text with its
// "name", "title", "goal" and "packageName"; tag and text with ASCII letters
// without case. A verdict is "PASS", "FAIL" or "UNVERIFIED"; of a scenario also
// "NONE": its last run that has ended could not go on, or there is none. The
// times are compared with those in at_store_new_id()'s ids.
struct at_store_query {
    enum at_store_kind kind;
    struct at_str scenario; // runs of it; empty: all
    struct at_str state;    // runs in it ("queued", "running", "ended")
    struct at_str device;
    struct at_str verdict; // runs with it, scenarios whose last run had it
    struct at_str profile; // runs with this model
    struct at_str tag;
    int64_t since_ms;     // made then or later
    int64_t until_ms;     // made before then; 0: until now
    struct at_str text;   // in name, goal or title
    struct at_str before; // id: older ones only, for paging
    size_t limit;         // 0: 100; at most AT_STORE_LIST_MAX
};

struct at_store_list {
    struct at_store_doc *docs; // owned; the greatest id, the newest, first
    size_t count;
    bool more;
};
void at_store_list_deinit(struct at_store_list *list);

// A request for events of a run, with the function that gets them.
struct at_store_reading {
    struct at_str run;
    int64_t after; // index: the later ones; 0: from the first one on
    size_t limit;  // 0: all
    // Returns false once it has enough. json is borrowed for the call.
    bool (*each)(void *user, int64_t index, struct at_str json);
    void *user;
};

// What came of a run that has ended; its texts are borrowed for the call.
struct at_store_outcome {
    struct at_str scenario; // id
    struct at_str name;     // of the scenario; with its newest run only
    struct at_str run;      // id
    struct at_str verdict;
    struct at_str end;
    struct at_str profile;
    struct at_str app_version; // "": not known
    int64_t began_ms;          // 0: it never began
    int64_t duration_ms;
    int64_t tokens;
    double cost_usd; // or AT_STORE_COST_UNKNOWN
    bool replayed;   // all steps were played from a recording
    bool healed;     // the model took over from a recording
};

// A request for the newest outcomes of scenarios.
struct at_store_outcomes {
    const struct at_str *scenarios; // ids
    size_t scenario_count;          // 0: all of them
    size_t runs;                    // of each, at most
    // Called with the runs of one scenario after another, the newest first.
    void (*each)(void *user, const struct at_store_outcome *outcome);
    void *user;
};

struct at_store_db_ops {
    // Store json under id ("": a new one, written to doc->id), and set the
    // revision and the times of doc. expected: the revision that was read
    // (AT_EBUSY if it is another by now), 0: there must be none, -1: whatever
    // is there.
    bool (*put)(struct at_store_db *db, enum at_store_kind kind,
                int64_t expected, struct at_store_doc *doc, struct at_err *err);
    // AT_ENOTFOUND if there is none; AT_EIO with all but the JSON in *out if
    // that is damaged.
    bool (*get)(struct at_store_db *db, enum at_store_kind kind,
                struct at_str id, struct at_store_doc *out, struct at_err *err);
    bool (*list)(struct at_store_db *db, const struct at_store_query *query,
                 struct at_store_list *out, struct at_err *err);
    // Call each for the newest runs, which have ended, of stored scenarios. The
    // store cannot be read by others meanwhile.
    bool (*outcomes)(struct at_store_db *db,
                     const struct at_store_outcomes *wanted,
                     struct at_err *err);
    // A run's events and the rest of what it left in the store go with it.
    bool (*remove)(struct at_store_db *db, enum at_store_kind kind,
                   struct at_str id, struct at_err *err);
    // Append an event (its JSON text) of a run. AT_EBUSY if index is not the
    // next one, AT_ENOTFOUND if there is no such run.
    bool (*add_event)(struct at_store_db *db, struct at_str run, int64_t index,
                      struct at_str json, struct at_err *err);
    // The index of a run's last event; 0: it has none.
    bool (*last_event)(struct at_store_db *db, struct at_str run,
                       int64_t *out_index, struct at_err *err);
    // Remove the events of a run, which stays.
    bool (*drop_events)(struct at_store_db *db, struct at_str run,
                        struct at_err *err);
    // Call each for the events that are asked for, in order. The store is not
    // locked meanwhile.
    bool (*events)(struct at_store_db *db,
                   const struct at_store_reading *wanted, struct at_err *err);
    // Read all of the store. AT_EIO, with what to do, if it is damaged.
    bool (*check)(struct at_store_db *db, struct at_err *err);
    void (*free)(struct at_store_db *db);
};

struct at_store_db {
    const struct at_store_db_ops *ops;
};

// Open or create the file, and bring it to this program's version. AT_EUSAGE if
// a newer program has written it, or another one; AT_EIO if it is damaged: the
// message says what to do with it. The caller owns *out (at_store_db_free).
AT_CHECKED bool at_store_sqlite_open(const char *path, struct at_store_db **out,
                                     struct at_err *err);
void at_store_db_free(struct at_store_db *db);       // NULL is allowed
void at_store_new_id(char out[AT_STORE_ID_LEN + 1]); // unique, sorts by time
// When such an id was made, in milliseconds since 1970.
int64_t at_store_id_time(const char id[AT_STORE_ID_LEN + 1]);
// The least id that could be made at that time.
void at_store_id_floor(int64_t ms, char out[AT_STORE_ID_LEN + 1]);

#endif
