// run_record.h: a run as a value, from its submission to its report; pure
//
// Everything that the store keeps of a run, and that reports and /api/v1 show.
// Its JSON has one writer and one reader, which share tables of members: a new
// fact of a run or of a step is a field and a row.
//
// {"id","state","status","scenarioId","scenarioRevision","fromStep","name","goal","packageName","scenario",
// "attempt","attempts","retryInfra","priority","notBefore","needs","stopping",
// "holder","pooled","anyProfile","config","profile","platform","device","queuedAt","startedAt","endedAt","end",
// "verdict","class","reason","summary","answer","steps":[{"step","text",
// "verdict","outcome","reason","proof","finding","expectations","judged",
// "secondModel",
// "secondModelSaid","began","durationMs"}],
// "usage",
// "replayedSteps","appVersion","healed":{"step","call","why","recorded"},
// "proposed","suiteRun","case","row"};
// members that are not known are absent. "status" is the contract's. A run
// whose end is known while its report is still being written is "running" and
// has the whole document of its end as "final".
#ifndef AT_AGENT_RUN_RUN_RECORD_H
#define AT_AGENT_RUN_RUN_RECORD_H

#include <jansson.h>

#include "agent/config.h"
#include "agent/run/event.h"
#include "agent/run/run_outcome.h"
#include "agent/scenario.h"
#include "agent/guards/secrets.h"
#include "base/err.h"

enum at_run_state {
    AT_RUN_STATE_QUEUED,
    AT_RUN_STATE_RUNNING,
    AT_RUN_STATE_ENDED,
    AT_RUN_STATE_COUNT,
};
// Ends with NULL.
extern const char *const at_run_state_names[AT_RUN_STATE_COUNT + 1];

enum { AT_RUN_ID_MAX = 32 };

// All texts are owned; NULL: not known. The same holds for a time of 0 and a
// number of -1.
struct at_run_step {
    char *text;
    enum at_verdict verdict;
    char *outcome; // outcome word of a flow command: "WARNED", …
    char *reason;
    char *proof;
    // [{"claim","words","outcome","why","seen","bound"}]; outcome to seen of
    // those that were evaluated.
    json_t *expectations; // owned; NULL: none
    json_t *finding;      // agent/proof/finding.h, owned; NULL: none
    bool judged;          // a model looked: no measure
    // On how many other screens of the run the proof held too, and whether that
    // makes it weak; of a PASS, or of what would be one if weak proofs
    // sufficed.
    int64_t proof_held;
    int64_t proof_screens;
    bool weak_proof;
    enum at_opinion second; // the second model's opinion
    char *second_said;
    bool began;
    int64_t began_ms; // time of its first event; not in the JSON
    int64_t duration_ms;
};

#define AT_RUN_STEP_INIT                                                       \
    (struct at_run_step)                                                       \
    {                                                                          \
        .duration_ms = -1, .proof_held = -1, .proof_screens = -1               \
    }

struct at_run_record {
    char id[AT_RUN_ID_MAX];
    enum at_run_state state;
    bool settling; // it has ended, but its report is not complete
    char *owner;   // path of the file of the process that has it
    struct at_scenario scenario;
    int64_t scenario_revision; // revision of the stored scenario
    int64_t from_step;         // the first step that is run; not known: 1
    char *suite_run;           // id of the suite run that it belongs to
    char *case_name;           // its name there
    json_t *row; // {column: text} of its data table; owned; NULL: none
    struct at_tester_config config;
    bool pooled;      // any host of the pool may do it
    bool any_profile; // no one chose the model: the host that does it may
    char *platform;
    char *device;
    char *host;            // the host that does it, or did it last
    char *holder;          // the process there
    int64_t attempt;       // from 1
    json_t *attempts;      // earlier ones, owned; NULL: none; see below
    int64_t retries;       // attempts that may follow after faults of machines
    int64_t priority;      // 0: normal
    int64_t not_before_ms; // it waits until then
    struct at_argv needs;  // what its device must have
    bool stopping;         // someone asked for its end
    char *app_version;
    int64_t queued_ms;
    int64_t started_ms;
    int64_t ended_ms;
    enum at_run_end end;
    enum at_verdict verdict;
    enum at_likely_cause likely_cause;
    char *reason;
    char *summary;
    char *answer; // the contract's, of /run-test
    struct at_run_step *steps;
    size_t step_count;
    bool has_usage;
    struct at_strategy_totals totals;
    int64_t replayed_steps;
    struct at_run_healed healed;
    bool is_proposed; // its recording waits for a person's choice
    bool expired;     // its events and files were removed
};

void at_run_record_init(struct at_run_record *record);
void at_run_record_deinit(struct at_run_record *record); // twice is allowed
void at_run_record_dup(const struct at_run_record *record,
                       struct at_run_record *out);

// A new run, which is queued. scenario is copied.
void at_run_record_new(struct at_run_record *record, const char *id,
                       const struct at_scenario *scenario,
                       const struct at_tester_config *config, int64_t now_ms);
// Queue it once more, after an attempt that says nothing of the app. What is
// known of that one becomes a row of "attempts": {"attempt","host","device",
// "startedAt","endedAt","end","reason"}.
void at_run_record_requeue(struct at_run_record *record, enum at_run_end end,
                           const char *reason, int64_t now_ms);
// The run is a case of a suite run, filled with a row of its table, which is
// copied. Each may be NULL.
void at_run_record_set_case(struct at_run_record *record, const char *suite_run,
                            const char *name, const json_t *row);
void at_run_record_begin(struct at_run_record *record, const char *platform,
                         const char *device, int64_t now_ms);
// An event happened: its step was worked on, and may have ended; a call of a
// model adds to the usage.
void at_run_record_note(struct at_run_record *record,
                        const struct at_run_event *event, int64_t now_ms);
void at_run_record_end(struct at_run_record *record,
                       const struct at_run_outcome *outcome, int64_t now_ms);
// End a run without an outcome: one that never began, or whose process died.
void at_run_record_fail(struct at_run_record *record, enum at_run_end end,
                        const char *reason, int64_t now_ms);
// Replace the end of a run that has ended, because somebody else ended it.
// reason NULL: the run's own words.
void at_run_record_end_by(struct at_run_record *record, enum at_run_end end,
                          const char *reason);
// Mask secrets in all texts of the outcome. They may hold what the screen
// showed.
void at_run_record_mask(struct at_run_record *record,
                        const struct at_secrets *secrets);
// The contract's word for state and end.
const char *at_run_record_status(const struct at_run_record *record);
// Return true if the run's document and files are final.
bool at_run_record_is_over(const struct at_run_record *record);

// The whole as JSON; owned by the caller.
json_t *at_run_record_json(const struct at_run_record *record);
// Read such a document. Members of a wrong type are as if absent. AT_EUSAGE:
// it is not an object. *out is as new on failure.
AT_CHECKED bool at_run_record_read(const json_t *json,
                                   struct at_run_record *out,
                                   struct at_err *err);
// Return true if a record has this member of a document. A newer program's
// documents may have others.
bool at_run_record_has_member(const char *name);
// Replace what the document of the same run knows, and keep the rest.
void at_run_record_update(struct at_run_record *record, const json_t *json);
// The same for the end alone: what another process says of a run cannot change
// what it is.
void at_run_record_take_end(struct at_run_record *record, const json_t *json);
// The state of a document, without reading the rest. ENDED: it is over.
enum at_run_state at_run_record_state(const json_t *json);

// The event that tells the state of the run, whose record it borrows.
struct at_run_event at_run_record_event(const struct at_run_record *record);
// Add the members that such an event shows.
void at_run_record_write_state(const struct at_run_record *record, json_t *out);

#endif
