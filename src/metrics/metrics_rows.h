// metrics_rows.h: every metric and every label as a row
//
// For metrics.c and metrics.h alone. Names and units are stable: dashboards and
// alerts depend on them.
#ifndef AT_METRICS_METRICS_ROWS_H
#define AT_METRICS_METRICS_ROWS_H

// LABEL(id, name, values…): values that are known beforehand.
#define AT_METRIC_LABELS(LABEL)                                                \
    LABEL(VERSION, "version", AT_VERSION)                                      \
    LABEL(RUN_STATE, "state", "queued", "running")                             \
    LABEL(VERDICT, "verdict", "none", "pass", "fail", "unverified")            \
    LABEL(STEP_VERDICT, "verdict", "none", "pass", "fail", "unverified")       \
    LABEL(CALL_RESULT, "result", "done", "refused")                            \
    LABEL(DEVICE_STATE, "state", "free", "running", "held", "unusable")        \
    LABEL(TOKENS, "type", "input", "cached", "output", "reasoning")            \
    LABEL(METHOD, "method", "other", "GET", "POST", "PUT", "DELETE",           \
          "OPTIONS")                                                           \
    LABEL(STATUS, "status", "other", "200", "201", "202", "204", "206", "302", \
          "304", "400", "401", "403", "404", "405", "409", "412", "413",       \
          "415", "416", "422", "429", "500", "502", "503", "504")              \
    LABEL(MODEL_STATUS, "status", "none", "400", "401", "402", "403", "404",   \
          "408", "413", "429", "500", "502", "503", "504", "529", "other")     \
    LABEL(WRITE, "operation", "put", "remove", "event")

// NAMES(id, name, limit): values that are interned as they come; the first one
// is "other".
#define AT_METRIC_NAMES(NAMES)                                                 \
    NAMES(MODEL, "model", 33)                                                  \
    NAMES(END, "end", 33)                                                      \
    NAMES(ROUTE, "route", 257)

// Upper bounds of a histogram, in seconds. The last bucket, +Inf, is implied.
#define AT_METRIC_BOUNDS(BOUNDS)                                               \
    BOUNDS(FAST, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,   \
           0.5, 1, 2.5, 5, 10)                                                 \
    BOUNDS(SLOW, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800,   \
           3600)

// ROW(id, kind, unit, name, help, bounds, three labels). A unit NANO is counted
// in 1e-9 of the unit in the name.
#define AT_METRIC_ROWS(ROW)                                                    \
    ROW(BUILD_INFO, GAUGE, ONE, "agentest_build_info",                         \
        "The version of the program; always 1.", ONCE, VERSION, NONE, NONE)    \
    ROW(START_TIME, GAUGE, NANO, "process_start_time_seconds",                 \
        "When the process started, in seconds since 1970.", ONCE, NONE, NONE,  \
        NONE)                                                                  \
    ROW(READY, GAUGE, ONE, "agentest_ready",                                   \
        "1 if /readyz answers 200, otherwise 0.", ONCE, NONE, NONE, NONE)      \
    ROW(RUNS, GAUGE, ONE, "agentest_runs", "Runs that have not ended.", ONCE,  \
        RUN_STATE, NONE, NONE)                                                 \
    ROW(QUEUE_AGE, GAUGE, NANO, "agentest_queue_oldest_seconds",               \
        "How long the oldest queued run has waited; 0: none is queued.", ONCE, \
        NONE, NONE, NONE)                                                      \
    ROW(RUNS_STARTED, COUNTER, ONE, "agentest_runs_started_total",             \
        "Runs that began on a device.", ONCE, NONE, NONE, NONE)                \
    ROW(RUNS_ENDED, COUNTER, ONE, "agentest_runs_ended_total",                 \
        "Runs that ended, by verdict and by the way they ended.", ONCE,        \
        VERDICT, END, NONE)                                                    \
    ROW(RUN_WAIT, HISTOGRAM, NANO, "agentest_run_wait_seconds",                \
        "From the submission of a run to its begin on a device.", SLOW, NONE,  \
        NONE, NONE)                                                            \
    ROW(RUN_DURATION, HISTOGRAM, NANO, "agentest_run_duration_seconds",        \
        "From the begin of a run on a device to its end.", SLOW, NONE, NONE,   \
        NONE)                                                                  \
    ROW(STEPS, COUNTER, ONE, "agentest_steps_total",                           \
        "Steps that ended, by verdict.", ONCE, STEP_VERDICT, NONE, NONE)       \
    ROW(STEP_DURATION, HISTOGRAM, NANO, "agentest_step_duration_seconds",      \
        "Durations of steps.", SLOW, NONE, NONE, NONE)                         \
    ROW(TOOL_CALLS, COUNTER, ONE, "agentest_tool_calls_total",                 \
        "Calls of tools on devices; refused ones by a guard.", ONCE,           \
        CALL_RESULT, NONE, NONE)                                               \
    ROW(TOOL_DURATION, HISTOGRAM, NANO, "agentest_tool_call_duration_seconds", \
        "Durations of calls of tools.", SLOW, NONE, NONE, NONE)                \
    ROW(MODEL_CALLS, COUNTER, ONE, "agentest_model_calls_total",               \
        "Requests to models, answered or failed.", ONCE, MODEL, NONE, NONE)    \
    ROW(MODEL_ERRORS, COUNTER, ONE, "agentest_model_errors_total",             \
        "Failed requests to models, by HTTP status; none: no answer.", ONCE,   \
        MODEL, MODEL_STATUS, NONE)                                             \
    ROW(MODEL_TOKENS, COUNTER, ONE, "agentest_model_tokens_total",             \
        "Tokens of models; input includes cached, output includes reasoning.", \
        ONCE, MODEL, TOKENS, NONE)                                             \
    ROW(MODEL_COST, COUNTER, NANO, "agentest_model_cost_usd_total",            \
        "Cost of the calls of models with known prices, in US dollars.", ONCE, \
        MODEL, NONE, NONE)                                                     \
    ROW(MODEL_DURATION, HISTOGRAM, NANO,                                       \
        "agentest_model_call_duration_seconds",                                \
        "Durations of model requests.", SLOW, NONE, NONE, NONE)                \
    ROW(DEVICES, GAUGE, ONE, "agentest_devices", "Devices of this host.",      \
        ONCE, DEVICE_STATE, NONE, NONE)                                        \
    ROW(DEVICES_FAILED, COUNTER, ONE, "agentest_device_list_errors_total",     \
        "Failed attempts to list the devices for this page.", ONCE, NONE,      \
        NONE, NONE)                                                            \
    ROW(HTTP_REQUESTS, COUNTER, ONE, "agentest_http_requests_total",           \
        "Answered HTTP requests, by the pattern of their path.", ONCE, METHOD, \
        ROUTE, STATUS)                                                         \
    ROW(HTTP_DURATION, HISTOGRAM, NANO,                                        \
        "agentest_http_request_duration_seconds",                              \
        "From the head of a request to the first byte of its answer.", FAST,   \
        NONE, NONE, NONE)                                                      \
    ROW(STORE_WRITES, HISTOGRAM, NANO, "agentest_store_write_seconds",         \
        "Durations of writes to the store.", FAST, WRITE, NONE, NONE)          \
    ROW(STORE_ERRORS, COUNTER, ONE, "agentest_store_write_errors_total",       \
        "Writes that failed; conflicts are not failures.", ONCE, WRITE, NONE,  \
        NONE)                                                                  \
    ROW(BUS_CONNECTED, GAUGE, ONE, "agentest_bus_connected",                   \
        "1 while the bus is reachable; 0 also without a bus.", ONCE, NONE,     \
        NONE, NONE)                                                            \
    ROW(BUS_LAG, GAUGE, ONE, "agentest_bus_lag_messages",                      \
        "Messages of the bus that the projection has not applied.", ONCE,      \
        NONE, NONE, NONE)                                                      \
    ROW(BUS_RECONNECTS, COUNTER, ONE, "agentest_bus_reconnects_total",         \
        "How often the connection to the bus was restored.", ONCE, NONE, NONE, \
        NONE)                                                                  \
    ROW(REBUILDS, COUNTER, ONE, "agentest_projection_rebuilds_total",          \
        "How often the host's file was rebuilt from the bus while in use.",    \
        ONCE, NONE, NONE, NONE)                                                \
    ROW(SPANS_SENT, COUNTER, ONE, "agentest_trace_spans_exported_total",       \
        "Spans that the collector accepted.", ONCE, NONE, NONE, NONE)          \
    ROW(SPANS_DROPPED, COUNTER, ONE, "agentest_trace_spans_dropped_total",     \
        "Spans that were lost: the queue was full, or the collector refused.", \
        ONCE, NONE, NONE, NONE)                                                \
    ROW(COPIES_WAITING, GAUGE, ONE, "agentest_artifact_copies_waiting",        \
        "Ended runs whose files are not copied to S3 yet.", ONCE, NONE, NONE,  \
        NONE)                                                                  \
    ROW(COPIES_SENT, COUNTER, ONE, "agentest_artifact_objects_sent_total",     \
        "Contents sent to S3; one that is there is not sent again.", ONCE,     \
        NONE, NONE, NONE)                                                      \
    ROW(COPIES_BYTES, COUNTER, ONE, "agentest_artifact_bytes_sent_total",      \
        "Bytes of those contents.", ONCE, NONE, NONE, NONE)                    \
    ROW(COPIES_FAILED, COUNTER, ONE, "agentest_artifact_copy_errors_total",    \
        "Attempts to copy a run's files to S3 that failed.", ONCE, NONE, NONE, \
        NONE)                                                                  \
    ROW(COPIES_FETCHED, COUNTER, ONE, "agentest_artifact_runs_fetched_total",  \
        "Runs whose files were brought back from S3.", ONCE, NONE, NONE, NONE) \
    ROW(SYNC_CONFLICTS, COUNTER, ONE, "agentest_sync_conflicts_total",         \
        "Scenarios that were changed here and in Firestore; both are kept.",   \
        ONCE, NONE, NONE, NONE)                                                \
    ROW(SYNC_ERRORS, COUNTER, ONE, "agentest_sync_errors_total",               \
        "Rounds of the synchronisation with Firestore that failed.", ONCE,     \
        NONE, NONE, NONE)

#endif
