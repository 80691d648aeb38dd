// routes.c: the rows; fixed paths come before those with a name
#include "server/routes.h"

#include "agent/run/run_record.h"
#include "base/limits.h"
#include "server/handlers.h"
#include "server/path.h"

#define TEXT "text/plain"
#define LIMIT_ROW                                                              \
    {                                                                          \
        .name = "limit", .type = AT_ARG_INTEGER,                               \
        .help = "entries at most (100)", .min = 1, .max = AT_SERVER_PAGE_MAX   \
    }

static const char *const formats[] = {"json", "firestore", NULL};

static const char *const run_verdicts[] = {"PASS", "FAIL", "UNVERIFIED", NULL};

static const char *const last_verdicts[] = {"PASS", "FAIL", "UNVERIFIED",
                                            "NONE", NULL};

static const struct at_arg scenarios_query[] = {
    {.name = "text", .help = "only those with it in name, goal or app"},
    {.name = "tag", .help = "only those with it"},
    {.name = "verdict",
     .help = "only those whose last run had it",
     .choices = last_verdicts},
    {.name = "before", .help = "the id of the last one of the page before"},
    LIMIT_ROW,
    {0},
};
static const struct at_arg export_query[] = {
    {.name = "format",
     .help = "json with recordings (default), or Firestore's documents",
     .choices = formats},
    {0},
};
static const char *const ready_needs[] = {"devices", NULL};
static const struct at_arg ready_query[] = {
    {.name = "need",
     .help = "devices: without one that can be used it is not ready",
     .choices = ready_needs},
    {0},
};
static const struct at_arg runs_query[] = {
    {.name = "scenario", .help = "only those of this scenario"},
    {.name = "state",
     .help = "only those in it",
     .choices = at_run_state_names},
    {.name = "device", .help = "only those on it"},
    {.name = "verdict", .help = "only those with it", .choices = run_verdicts},
    {.name = "profile", .help = "only those with this model"},
    {.name = "tag", .help = "only those whose scenario had it"},
    {.name = "since",
     .help = "only those asked for at this time or later: "
             "2026-02-04T10:11:12Z, or a day of UTC"},
    {.name = "until", .help = "only those asked for before this time"},
    {.name = "text", .help = "only those with it in name, goal or app"},
    {.name = "before", .help = "the id of the last one of the page before"},
    LIMIT_ROW,
    {0},
};
static const struct at_arg audit_query[] = {
    {.name = "by", .help = "only those by clients with it in their name"},
    {.name = "before", .help = "the id of the last one of the page before"},
    LIMIT_ROW,
    {0},
};
static const struct at_arg suites_query[] = {
    {.name = "text", .help = "only those with it in the name"},
    {.name = "before", .help = "the id of the last one of the page before"},
    LIMIT_ROW,
    {0},
};
static const char *const suite_run_states[] = {"running", "ended", NULL};
static const struct at_arg suite_runs_query[] = {
    {.name = "suite", .help = "only those of this suite"},
    {.name = "state", .help = "only those in it", .choices = suite_run_states},
    {.name = "before", .help = "the id of the last one of the page before"},
    LIMIT_ROW,
    {0},
};
static const struct at_arg stats_query[] = {
    {.name = "scenario",
     .help = "only these: ids with commas between them (all)",
     .max_len = AT_STATS_SCENARIOS_MAX * (AT_STORE_KEY_MAX + 1)},
    {.name = "runs",
     .type = AT_ARG_INTEGER,
     .help = "the newest runs of each that count (20)",
     .min = 1,
     .max = AT_STATS_RUNS_MAX},
    {0},
};
static const struct at_arg events_query[] = {
    {.name = "after",
     .type = AT_ARG_INTEGER,
     .help = "only those with a greater number",
     .min = 0,
     .max = 1e15},
    LIMIT_ROW,
    {0},
};
static const struct at_arg follow_query[] = {
    {.name = "run", .help = "only the events of this run, from its first one"},
    {.name = "after", .help = "as Last-Event-ID, which wins"},
    {0},
};
static const struct at_arg screen_query[] = {
    {.name = "packageName",
     .max_len = 256,
     .help = "the app under test: 'inside' tells whether it is in front"},
    {0},
};
static const struct at_arg stream_query[] = {
    {.name = "host", .help = "the host of the pool that has the device"},
    {0},
};
static const struct at_arg frame_query[] = {
    {.name = "host", .help = "the host of the pool that has the device"},
    {.name = "after",
     .type = AT_ARG_INTEGER,
     .help = "the frame that the client has: the answer waits for another one",
     .min = 0,
     .max = 1e15},
    {.name = "width",
     .type = AT_ARG_INTEGER,
     .help = "a JPEG of at most that width, instead of the picture as it came",
     .min = AT_FRAME_WIDTH_MIN,
     .max = AT_FRAME_WIDTH_MAX},
    {.name = "waitMs",
     .type = AT_ARG_INTEGER,
     .help = "how long to wait for it (20000)",
     .min = 0,
     .max = AT_VIEW_WAIT_MAX_MS},
    {0},
};
static const struct at_arg artifact_query[] = {
    {.name = "width",
     .type = AT_ARG_INTEGER,
     .help = "of a screenshot: a JPEG of at most that width",
     .min = AT_FRAME_WIDTH_MIN,
     .max = AT_FRAME_WIDTH_MAX},
    {0},
};
static const struct at_arg file_query[] = {
    {.name = "path",
     .required = true,
     .help = "of a file in the newest report, such as log.txt"},
    {0},
};

#define ANSWERS(name, ...)                                                     \
    static const struct at_route_answer name[] = {__VA_ARGS__, {0}}

ANSWERS(page_answers, {200, NULL, "text/html", "the page"});
ANSWERS(health_answers, {200, "Health", NULL, "the server works"});
ANSWERS(ready_answers, {200, "Ready", NULL, "it can do its work"},
        {200, NULL, "text/plain", "the same in words, if asked for"},
        {503, "Ready", NULL, "what is wrong, or that it is ending"},
        {503, NULL, "text/plain", NULL});
ANSWERS(metrics_answers, {200, "File", "text/plain",
                          "all metrics, for Prometheus; docs/operations.md"});
ANSWERS(status_answers, {200, "Status", NULL, "version and open runs"});
ANSWERS(moved_answers, {302, NULL, NULL, "it is at /api/v1/openapi.json"});
ANSWERS(openapi_answers, {200, "OpenApi", NULL, "this description"});
ANSWERS(login_answers, {204, NULL, NULL, "the cookie is set"},
        {401, "Problem", "application/problem+json", "another token"});
ANSWERS(client_error_answers, {204, NULL, NULL, "it is in the log"},
        {429, "Problem", "application/problem+json", "too many"});
ANSWERS(logout_answers, {204, NULL, NULL, "the cookie is gone"});
ANSWERS(run_test_answers, {200, NULL, TEXT, "the run has ended: its summary"},
        {400, NULL, TEXT,
         "Missing goal, Missing packageName, Missing steps, or no JSON"},
        {500, NULL, TEXT, "it could not run"},
        {503, NULL, TEXT, "too many runs wait"});
ANSWERS(stop_test_answers, {200, NULL, TEXT, "Test stopped"},
        {409, NULL, TEXT, "No test is running"});
ANSWERS(configure_answers,
        {200, NULL, TEXT, "Configuration updated successfully"},
        {400, NULL, TEXT, "Invalid configuration: and why"});
ANSWERS(report_answers, {200, "Manifest", NULL, "the newest report"},
        {404, NULL, TEXT, "No report available"});
ANSWERS(report_file_answers,
        {200, "File", "application/octet-stream", "the file, by its type"},
        {206, "File", "application/octet-stream", "a part of it"},
        {400, NULL, TEXT, "Missing path"}, {403, NULL, TEXT, "Forbidden"},
        {404, NULL, TEXT, "Not found"});
ANSWERS(scenarios_answers, {200, "Scenarios", NULL, "a page, newest first"});
ANSWERS(scenario_answers, {200, "Scenario", NULL, "the scenario"});
ANSWERS(scenario_added, {201, "Scenario", NULL, "the new scenario"});
ANSWERS(run_flow, {200, "File", "application/yaml", "the flow"});
ANSWERS(flow_checked, {200, "FlowChecked", NULL, "name, steps and problems"});
ANSWERS(imported_answers, {201, "Imported", NULL, "what was stored"});
ANSWERS(exported_answers, {200, "Exported", NULL, "all scenarios"});
ANSWERS(removed_answers, {204, NULL, NULL, "it is gone"});
ANSWERS(runs_answers, {200, "Runs", NULL, "a page, newest first"});
ANSWERS(run_answers, {200, "Run", NULL, "the run"});
ANSWERS(run_added, {201, "Run", NULL, "the run, perhaps with its place"},
        {409, "ScenarioChanged", "application/problem+json",
         "the scenario has another revision than the one that was sent"});
ANSWERS(sample_answers, {200, "Sample", NULL, "whether it can, or what lacks"});
ANSWERS(sample_run_answers, {201, "Run", NULL, "the run"},
        {200, "Run", NULL, "its run that has not ended"});
ANSWERS(recording_answers, {200, "Recording", NULL, "the recording"},
        {204, NULL, NULL, "there is none"});
ANSWERS(chosen_answers, {200, "Recording", NULL, "the recording"},
        {409, "Problem", "application/problem+json", "nothing waits for it"});
ANSWERS(suites_answers, {200, "Suites", NULL, "a page, newest first"});
ANSWERS(suite_answers, {200, "Suite", NULL, "the suite"});
ANSWERS(suite_added, {201, "Suite", NULL, "the new suite"});
ANSWERS(suite_runs_answers, {200, "SuiteRuns", NULL, "a page, newest first"});
ANSWERS(suite_run_answers, {200, "SuiteRun", NULL, "the suite run"});
ANSWERS(suite_run_added, {201, "SuiteRun", NULL, "the new suite run"});
ANSWERS(suite_rerun_answers, {201, "SuiteRun", NULL, "the new suite run"},
        {409, "Problem", "application/problem+json",
         "it has not ended, or has nothing to run again"});
ANSWERS(suite_junit_answers, {200, "File", "application/xml", "JUnit XML"});
ANSWERS(suite_html_answers, {200, "File", "text/html", "one page"});
ANSWERS(stats_answers,
        {200, "Stats", NULL, "scenarios with runs that have ended"});
ANSWERS(events_answers, {200, "Events", NULL, "a page, oldest first"});
ANSWERS(follow_answers,
        {200, NULL, "text/event-stream",
         "events as they happen; without 'run' also those named 'change', with "
         "a Change: a document or the list of devices is another one now"},
        {204, NULL, NULL, "the run has ended and the client has all"});
ANSWERS(artifacts_answers, {200, "Artifacts", NULL, "the files of the run"});
ANSWERS(artifact_answers,
        {200, "File", "application/octet-stream", "the file, by its type"},
        {206, "File", "application/octet-stream", "a part of it"});
ANSWERS(hosts_answers, {200, "Hosts", NULL, "all hosts, as they are now"},
        {404, "Problem", "application/problem+json", "no such host"});
ANSWERS(devices_answers, {200, "Devices", NULL, "all platforms' devices"});
ANSWERS(frame_answers,
        {200, "File", "image/png", "the picture; X-Frame has its number"},
        {200, "File", "image/jpeg", NULL},
        {204, NULL, NULL, "it has not changed"});
ANSWERS(stream_answers, {200, "File", "application/octet-stream",
                         "records; the end alone if there is no video"});
ANSWERS(screen_answers, {200, "Screen", NULL, "what is on the screen"});
ANSWERS(pointed_answers, {200, "Pointed", NULL, "what came of it"});
ANSWERS(profiles_answers, {200, "Profiles", NULL, "all models"});
ANSWERS(profile_answers, {200, "Profile", NULL, "the model"});
ANSWERS(tested_answers, {200, "Tested", NULL, "what came of one cheap call"});
ANSWERS(providers_answers, {200, "Providers", NULL, "all providers"});
ANSWERS(provider_answers, {200, "Provider", NULL, "the provider"});
ANSWERS(config_answers, {200, "Config", NULL, "the configuration"});
ANSWERS(me_answers, {200, "Me", NULL, "name and role"});
ANSWERS(tokens_answers, {200, "Tokens", NULL, "all tokens, by name"});
ANSWERS(token_added, {201, "Token", NULL, "the token, which is shown once"},
        {409, "Problem", "application/problem+json",
         "the name is taken, or the first token is not an admin's"});
ANSWERS(token_removed, {204, NULL, NULL, "it is gone"},
        {409, "Problem", "application/problem+json",
         "it is the last one with the role admin"});
ANSWERS(secrets_answers, {200, "Secrets", NULL, "all, without values"});
ANSWERS(secret_answers, {200, "Secret", NULL, "it is stored"},
        {409, "Problem", "application/problem+json",
         "the key of stored secrets is missing, or another one"});
ANSWERS(audit_answers, {200, "Audit", NULL, "a page, newest first"});

static const struct at_arg page_query[] = {
    {.name = "before", .help = "the id of the last one of the page before"},
    LIMIT_ROW,
    {0},
};
ANSWERS(schedules_answers, {200, "Schedules", NULL, "a page, newest first"});
ANSWERS(schedule_answers, {200, "Schedule", NULL, "the schedule"});
ANSWERS(schedule_added, {201, "Schedule", NULL, "the new schedule"});
static const char *const delivery_states[] = {"waiting", "delivered", "failed",
                                              NULL};
static const struct at_arg deliveries_query[] = {
    {.name = "webhook", .help = "only those for the webhook with this id"},
    {.name = "state",
     .help = "only those in this state",
     .choices = delivery_states},
    {.name = "before", .help = "the id of the last one of the page before"},
    LIMIT_ROW,
    {0},
};
ANSWERS(webhooks_answers, {200, "Webhooks", NULL, "a page, newest first"});
ANSWERS(webhook_answers, {200, "Webhook", NULL, "the webhook"});
ANSWERS(webhook_added, {201, "Webhook", NULL, "the new webhook"});
ANSWERS(webhook_tested, {200, "WebhookTested", NULL, "what it answered"});
ANSWERS(deliveries_answers, {200, "Deliveries", NULL, "a page, newest first"});
ANSWERS(delivery_answers, {200, "Delivery", NULL, "the delivery"});

enum {
    OPEN = AT_ROUTE_OPEN,
    CONTRACT = AT_ROUTE_CONTRACT,
    WAITS = AT_ROUTE_WAITS,
    BODY = AT_ROUTE_BODY,
    PAGE = AT_ROUTE_PAGE,
    POOL = AT_ROUTE_POOL,
    QUIET = AT_ROUTE_QUIET,
};

const struct at_route at_routes[] = {
    {"GET", "/", "page",
     "The web page; its files and views are at all paths that are not here",
     OPEN | PAGE, at_serve_page, NULL, NULL, page_answers,
     .role = AT_ACCESS_NONE},
    {"GET", "/healthz", "health", "Is it alive?", OPEN, at_serve_health, NULL,
     NULL, health_answers, .role = AT_ACCESS_NONE},
    {"GET", "/readyz", "ready",
     "Can it do its work: is the store writable, the bus reachable, a device "
     "there, and is it not ending?",
     OPEN, at_serve_ready, ready_query, NULL, ready_answers,
     .role = AT_ACCESS_NONE},
    {"GET", "/metrics", "metrics", "Metrics, for Prometheus", 0,
     at_serve_metrics, NULL, NULL, metrics_answers, .role = AT_ACCESS_READ},
    {"POST", "/run-test", "runTest",
     "Run a test and wait for its end, which a client that leaves does not "
     "bring about",
     CONTRACT | WAITS | BODY, at_serve_run_test, NULL, "RunTest",
     run_test_answers, .role = AT_ACCESS_RUN},
    {"POST", "/stop-test", "stopTest", "Stop all runs", CONTRACT,
     at_serve_stop_test, NULL, NULL, stop_test_answers, .role = AT_ACCESS_RUN},
    {"POST", "/config", "configure", "Replace the configuration",
     CONTRACT | BODY, at_serve_configure, NULL, "ConfigInput",
     configure_answers, .role = AT_ACCESS_ADMIN},
    {"GET", "/report", "report", "The manifest of the newest run", CONTRACT,
     at_serve_report, NULL, NULL, report_answers, .role = AT_ACCESS_READ},
    {"GET", "/report/file", "reportFile", "A file of the newest run", CONTRACT,
     at_serve_report_file, file_query, NULL, report_file_answers,
     .role = AT_ACCESS_READ},

    {"GET", "/v1/openapi.json", "openapi", "This description", OPEN,
     at_serve_openapi, NULL, NULL, openapi_answers, .role = AT_ACCESS_NONE},
    {"GET", "/openapi.json", "openapiMoved", "This description's usual place",
     OPEN | CONTRACT, at_serve_openapi_moved, NULL, NULL, moved_answers,
     .role = AT_ACCESS_NONE},
    {"GET", "/swagger", "swagger", "The original's place of its description",
     OPEN | CONTRACT, at_serve_openapi_moved, NULL, NULL, moved_answers,
     .role = AT_ACCESS_NONE},
    {"GET", "/v1/status", "status", "The server and its open runs", 0,
     at_serve_status, NULL, NULL, status_answers, .role = AT_ACCESS_READ},
    {"POST", "/v1/login", "login", "A cookie for the token, for EventSource",
     OPEN | BODY | QUIET, at_serve_login, NULL, "Login", login_answers,
     .role = AT_ACCESS_NONE},
    {"POST", "/v1/logout", "logout", "Forget the cookie", OPEN | QUIET,
     at_serve_logout, NULL, NULL, logout_answers, .role = AT_ACCESS_NONE},

    {"POST", "/v1/client-errors", "clientError",
     "Log an error of the web page: one line, secrets masked", BODY | QUIET,
     at_serve_client_error, NULL, "ClientError", client_error_answers,
     .role = AT_ACCESS_READ},

    {"GET", "/v1/scenarios", "scenarios", "List scenarios", 0,
     at_serve_scenarios, scenarios_query, NULL, scenarios_answers,
     .role = AT_ACCESS_READ},
    {"POST", "/v1/scenarios", "addScenario", "Store a scenario, or a draft",
     BODY, at_serve_scenario_add, NULL, "ScenarioInput", scenario_added,
     .role = AT_ACCESS_EDIT},
    {"POST", "/v1/scenarios/import", "importScenarios",
     "Store scenarios of an export, or documents of Firestore", BODY,
     at_serve_scenarios_import, NULL, "Import", imported_answers,
     .role = AT_ACCESS_EDIT},
    {"GET", "/v1/scenarios/export", "exportScenarios", "All scenarios", 0,
     at_serve_scenarios_export, export_query, NULL, exported_answers,
     .role = AT_ACCESS_READ},
    {"GET", "/v1/scenarios/{id}", "scenario", "One scenario", 0,
     at_serve_scenario, NULL, NULL, scenario_answers, .role = AT_ACCESS_READ},
    {"PUT", "/v1/scenarios/{id}", "putScenario",
     "Replace a scenario; 412 or 409 if somebody has changed it since", BODY,
     at_serve_scenario_put, NULL, "ScenarioInput", scenario_answers,
     .role = AT_ACCESS_EDIT},
    {"DELETE", "/v1/scenarios/{id}", "removeScenario", "Remove a scenario", 0,
     at_serve_scenario_remove, NULL, NULL, removed_answers,
     .role = AT_ACCESS_EDIT},
    {"POST", "/v1/scenarios/{id}/duplicate", "duplicateScenario",
     "Store a copy", 0, at_serve_scenario_duplicate, NULL, NULL, scenario_added,
     .role = AT_ACCESS_EDIT},
    {"POST", "/v1/scenarios/{id}/expectations", "compileExpectations",
     "Ask the model what each step should show; what is pinned stays", 0,
     at_serve_expectations_compile, NULL, NULL, scenario_answers,
     .role = AT_ACCESS_EDIT},
    {"GET", "/v1/scenarios/{id}/recording", "recording",
     "What a run of it plays, and the change that is proposed to it", 0,
     at_serve_recording, NULL, NULL, recording_answers, .role = AT_ACCESS_READ},
    {"POST", "/v1/scenarios/{id}/recording", "chooseRecording",
     "Accept or reject the change that is proposed to a recording", BODY,
     at_serve_recording_choose, NULL, "RecordingChoice", chosen_answers,
     .role = AT_ACCESS_EDIT},
    {"DELETE", "/v1/scenarios/{id}/recording", "removeRecording",
     "Remove the recording: the next run asks the model", 0,
     at_serve_recording_remove, NULL, NULL, removed_answers,
     .role = AT_ACCESS_EDIT},

    {"POST", "/v1/flows/check", "checkFlow",
     "What a flow file would be as a scenario, and what is wrong with it", BODY,
     at_serve_flow_check, NULL, "FlowInput", flow_checked,
     .role = AT_ACCESS_EDIT},

    {"GET", "/v1/runs", "runs", "List runs", 0, at_serve_runs, runs_query, NULL,
     runs_answers, .role = AT_ACCESS_READ},
    {"POST", "/v1/runs", "addRun", "Queue a run and do not wait for it", BODY,
     at_serve_run_add, NULL, "RunInput", run_added, .role = AT_ACCESS_RUN},
    {"GET", "/v1/runs/{id}", "run", "One run", 0, at_serve_run, NULL, NULL,
     run_answers, .role = AT_ACCESS_READ},
    {"DELETE", "/v1/runs/{id}", "removeRun", "Remove an ended run", 0,
     at_serve_run_remove, NULL, NULL, removed_answers, .role = AT_ACCESS_EDIT},
    {"POST", "/v1/runs/{id}/stop", "stopRun", "Stop a run", 0,
     at_serve_run_stop, NULL, NULL, run_answers, .role = AT_ACCESS_RUN},
    {"POST", "/v1/runs/{id}/approve", "approveRun",
     "Answer a run that waits for approval", BODY, at_serve_run_approve, NULL,
     "Approval", run_answers, .role = AT_ACCESS_RUN},
    {"GET", "/v1/runs/{id}/events", "runEvents", "What has happened in a run",
     0, at_serve_run_events, events_query, NULL, events_answers,
     .role = AT_ACCESS_READ},
    {"GET", "/v1/runs/{id}/artifacts", "artifacts", "The files of a run", POOL,
     at_serve_artifacts, NULL, NULL, artifacts_answers, .role = AT_ACCESS_READ},
    {"GET", "/v1/runs/{id}/artifacts/{path...}", "artifact", "A file of a run",
     POOL, at_serve_artifact, artifact_query, NULL, artifact_answers,
     .role = AT_ACCESS_READ},
    {"GET", "/v1/runs/{id}/flow", "runFlow",
     "The run as a flow file: its recording, or the flow that it ran", 0,
     at_serve_run_flow, NULL, NULL, run_flow, .role = AT_ACCESS_READ},
    {"GET", "/v1/runs/{id}/exports/{format}", "export",
     "html (one file that needs no server), junit, markdown, json, manifest or "
     "log, to be saved",
     POOL, at_serve_export, NULL, NULL, artifact_answers,
     .role = AT_ACCESS_READ},

    {"GET", "/v1/hosts", "hosts", "The hosts of the pool and their devices", 0,
     at_serve_hosts, NULL, NULL, hosts_answers, .role = AT_ACCESS_READ},
    {"POST", "/v1/hosts/{id}/drain", "drainHost",
     "Let a host finish its runs and take no more", 0, at_serve_host_drain,
     NULL, NULL, hosts_answers, .role = AT_ACCESS_ADMIN},
    {"POST", "/v1/hosts/{id}/resume", "resumeHost",
     "Let a drained host take runs again", 0, at_serve_host_resume, NULL, NULL,
     hosts_answers, .role = AT_ACCESS_ADMIN},

    {"GET", "/v1/schedules", "schedules",
     "List schedules, with their next and latest times", 0, at_serve_schedules,
     page_query, NULL, schedules_answers, .role = AT_ACCESS_READ},
    {"POST", "/v1/schedules", "addSchedule",
     "Start a suite or a scenario at times, as cron writes them, in a time "
     "zone",
     BODY, at_serve_schedule_add, NULL, "ScheduleInput", schedule_added,
     .role = AT_ACCESS_EDIT},
    {"GET", "/v1/schedules/{id}", "schedule", "One schedule", 0,
     at_serve_schedule, NULL, NULL, schedule_answers, .role = AT_ACCESS_READ},
    {"PUT", "/v1/schedules/{id}", "putSchedule", "Replace a schedule", BODY,
     at_serve_schedule_put, NULL, "ScheduleInput", schedule_answers,
     .role = AT_ACCESS_EDIT},
    {"DELETE", "/v1/schedules/{id}", "removeSchedule", "Remove a schedule", 0,
     at_serve_schedule_remove, NULL, NULL, removed_answers,
     .role = AT_ACCESS_EDIT},
    {"GET", "/v1/webhooks", "webhooks",
     "List webhooks; secrets are never shown", 0, at_serve_webhooks, page_query,
     NULL, webhooks_answers, .role = AT_ACCESS_ADMIN},
    {"POST", "/v1/webhooks", "addWebhook",
     "Tell an address of runs, suites and hosts: as signed JSON, or as Slack "
     "and GitHub understand it",
     BODY, at_serve_webhook_add, NULL, "WebhookInput", webhook_added,
     .role = AT_ACCESS_ADMIN},
    {"GET", "/v1/webhooks/{id}", "webhook", "One webhook", 0, at_serve_webhook,
     NULL, NULL, webhook_answers, .role = AT_ACCESS_ADMIN},
    {"PUT", "/v1/webhooks/{id}", "putWebhook",
     "Replace a webhook; without 'secret' it keeps its own, and \"\" removes "
     "it",
     BODY, at_serve_webhook_put, NULL, "WebhookInput", webhook_answers,
     .role = AT_ACCESS_ADMIN},
    {"DELETE", "/v1/webhooks/{id}", "removeWebhook", "Remove a webhook", 0,
     at_serve_webhook_remove, NULL, NULL, removed_answers,
     .role = AT_ACCESS_ADMIN},
    {"POST", "/v1/webhooks/{id}/test", "testWebhook",
     "Send a message to it at once, and only once", 0, at_serve_webhook_test,
     NULL, NULL, webhook_tested, .role = AT_ACCESS_ADMIN},
    {"GET", "/v1/deliveries", "deliveries",
     "What webhooks were told, and what they answered", 0, at_serve_deliveries,
     deliveries_query, NULL, deliveries_answers, .role = AT_ACCESS_ADMIN},
    {"GET", "/v1/deliveries/{id}", "delivery", "One delivery, with its event",
     0, at_serve_delivery, NULL, NULL, delivery_answers,
     .role = AT_ACCESS_ADMIN},

    {"GET", "/v1/suites", "suites", "List suites", 0, at_serve_suites,
     suites_query, NULL, suites_answers, .role = AT_ACCESS_READ},
    {"POST", "/v1/suites", "addSuite", "Store a suite", BODY,
     at_serve_suite_add, NULL, "SuiteInput", suite_added,
     .role = AT_ACCESS_EDIT},
    {"GET", "/v1/suites/{id}", "suite", "One suite", 0, at_serve_suite, NULL,
     NULL, suite_answers, .role = AT_ACCESS_READ},
    {"PUT", "/v1/suites/{id}", "putSuite",
     "Replace a suite; 412 or 409 if somebody has changed it since", BODY,
     at_serve_suite_put, NULL, "SuiteInput", suite_answers,
     .role = AT_ACCESS_EDIT},
    {"DELETE", "/v1/suites/{id}", "removeSuite",
     "Remove a suite; its runs stay", 0, at_serve_suite_remove, NULL, NULL,
     removed_answers, .role = AT_ACCESS_EDIT},
    {"POST", "/v1/suites/{id}/run", "runSuite",
     "Queue all of its cases and do not wait for them", 0,
     at_serve_suite_run_add, NULL, "SuiteRunInput", suite_run_added,
     .role = AT_ACCESS_RUN},
    {"GET", "/v1/suite-runs", "suiteRuns",
     "List suite runs, without their cases", 0, at_serve_suite_runs,
     suite_runs_query, NULL, suite_runs_answers, .role = AT_ACCESS_READ},
    {"GET", "/v1/suite-runs/{id}", "suiteRun",
     "One suite run: its counts, flaky cases, and cases with their runs", 0,
     at_serve_suite_run, NULL, NULL, suite_run_answers, .role = AT_ACCESS_READ},
    {"POST", "/v1/suite-runs/{id}/stop", "stopSuiteRun",
     "Stop its runs; those that are queued never begin", 0,
     at_serve_suite_run_stop, NULL, NULL, suite_run_answers,
     .role = AT_ACCESS_RUN},
    {"POST", "/v1/suite-runs/{id}/rerun", "rerunSuiteRun",
     "Start its cases again, all or those that did not pass", BODY,
     at_serve_suite_rerun, NULL, "SuiteRerun", suite_rerun_answers,
     .role = AT_ACCESS_RUN},
    {"GET", "/v1/suite-runs/{id}/junit.xml", "suiteRunJunit",
     "All cases as one JUnit file", 0, at_serve_suite_junit, NULL, NULL,
     suite_junit_answers, .role = AT_ACCESS_READ},
    {"GET", "/v1/suite-runs/{id}/report.html", "suiteRunHtml",
     "All cases as one page that needs no server", 0, at_serve_suite_html, NULL,
     NULL, suite_html_answers, .role = AT_ACCESS_READ},

    {"GET", "/v1/sample", "sample", "Can the sample be run here?", 0,
     at_serve_sample, NULL, NULL, sample_answers, .role = AT_ACCESS_READ},
    {"POST", "/v1/sample", "runSample",
     "Run the sample scenario, which needs no model: stores it unless it is "
     "there, and starts a virtual device unless one with its app is connected; "
     "a run of it that has not ended is the answer",
     0, at_serve_sample_run, NULL, NULL, sample_run_answers,
     .role = AT_ACCESS_RUN},

    {"GET", "/v1/stats", "stats",
     "How often scenarios passed, and their newest runs", 0, at_serve_stats,
     stats_query, NULL, stats_answers, .role = AT_ACCESS_READ},

    {"GET", "/v1/events", "events", "Follow runs by server-sent events", 0,
     at_serve_events, follow_query, NULL, follow_answers,
     .role = AT_ACCESS_READ},
    {"GET", "/v1/devices", "devices", "Devices and the runs that have them", 0,
     at_serve_devices, NULL, NULL, devices_answers, .role = AT_ACCESS_READ},
    {"GET", "/v1/devices/{id}/frame", "frame",
     "The device's picture once it is another one than frame 'after'", POOL,
     at_serve_frame, frame_query, NULL, frame_answers, .role = AT_ACCESS_READ},
    {"GET", "/v1/devices/{id}/stream", "stream",
     "The device's screen as H.264 as long as it is read: records of a length "
     "(4 bytes), a kind (1), zeros (3), a time in microseconds (8), all in "
     "network order, then the bytes. Kinds: 1 configuration and 5 end (JSON), "
     "2 key frame and 3 other frame (Annex B), 4 sign of life",
     0, at_serve_stream, stream_query, NULL, stream_answers,
     .role = AT_ACCESS_READ},
    {"GET", "/v1/devices/{id}/screen", "screen",
     "The elements of the screen, and the steps that they suggest", 0,
     at_serve_screen, screen_query, NULL, screen_answers,
     .role = AT_ACCESS_READ},
    {"POST", "/v1/devices/{id}/steps", "pointedStep",
     "Run one such step, as the agent would", BODY, at_serve_point, NULL,
     "PointedStep", pointed_answers, .role = AT_ACCESS_RUN},
    {"GET", "/v1/profiles", "profiles", "The models that can be chosen", 0,
     at_serve_profiles, NULL, NULL, profiles_answers, .role = AT_ACCESS_READ},
    {"GET", "/v1/profiles/{id}", "profile", "One model", 0, at_serve_profile,
     NULL, NULL, profile_answers, .role = AT_ACCESS_READ},
    {"PUT", "/v1/profiles/{id}", "putProfile",
     "Set model, address or key; a key is never shown again", BODY,
     at_serve_profile_put, NULL, "ProfileInput", profile_answers,
     .role = AT_ACCESS_ADMIN},
    {"DELETE", "/v1/profiles/{id}", "removeProfile",
     "Go back to the environment's settings", 0, at_serve_profile_remove, NULL,
     NULL, profile_answers, .role = AT_ACCESS_ADMIN},
    {"POST", "/v1/profiles/{id}/test", "testProfile",
     "Ask its provider for the list of its models, which costs nothing", QUIET,
     at_serve_profile_test, NULL, NULL, tested_answers, .role = AT_ACCESS_RUN},
    {"GET", "/v1/providers", "providers",
     "Companies and programs that serve models, and what they have answered", 0,
     at_serve_providers, NULL, NULL, providers_answers, .role = AT_ACCESS_READ},
    {"PUT", "/v1/providers/{id}", "putProvider",
     "Set the key and the address for all models of a provider; a key is never "
     "shown again",
     BODY, at_serve_provider_put, NULL, "ProviderInput", provider_answers,
     .role = AT_ACCESS_ADMIN},
    {"POST", "/v1/providers/{id}/test", "testProvider",
     "Ask the provider for the list of its models, which costs nothing", QUIET,
     at_serve_provider_test, NULL, NULL, provider_answers,
     .role = AT_ACCESS_RUN},
    {"GET", "/v1/config", "config", "The configuration of later runs", 0,
     at_serve_config, NULL, NULL, config_answers, .role = AT_ACCESS_READ},
    {"GET", "/v1/me", "me", "The client's own name and role", 0, at_serve_me,
     NULL, NULL, me_answers, .role = AT_ACCESS_READ},
    {"GET", "/v1/tokens", "tokens", "The tokens of clients, without values", 0,
     at_serve_tokens, NULL, NULL, tokens_answers, .role = AT_ACCESS_ADMIN},
    {"POST", "/v1/tokens", "addToken",
     "Make a token; its value is in this answer and nowhere else. The first "
     "one "
     "closes a server that was open, and must have the role admin",
     BODY, at_serve_token_add, NULL, "TokenInput", token_added,
     .role = AT_ACCESS_ADMIN},
    {"DELETE", "/v1/tokens/{name}", "removeToken",
     "Revoke a token at once: its logins and streams end", 0,
     at_serve_token_remove, NULL, NULL, token_removed, .role = AT_ACCESS_ADMIN},
    {"GET", "/v1/secrets", "secrets",
     "The names of stored secrets, and whether they can be used", 0,
     at_serve_secrets, NULL, NULL, secrets_answers, .role = AT_ACCESS_EDIT},
    {"PUT", "/v1/secrets/{name}", "putSecret",
     "Store a secret, encrypted; its value is never shown again", BODY,
     at_serve_secret_put, NULL, "SecretInput", secret_answers,
     .role = AT_ACCESS_ADMIN},
    {"DELETE", "/v1/secrets/{name}", "removeSecret", "Remove a stored secret",
     0, at_serve_secret_remove, NULL, NULL, removed_answers,
     .role = AT_ACCESS_ADMIN},
    {"GET", "/v1/audit", "audit",
     "Who ran, stopped, accepted, approved, changed or removed what", 0,
     at_serve_audit, audit_query, NULL, audit_answers, .role = AT_ACCESS_ADMIN},
    {"PUT", "/v1/config", "putConfig", "Replace it", BODY, at_serve_config_put,
     NULL, "ConfigInput", config_answers, .role = AT_ACCESS_ADMIN},
};
const size_t at_route_count = AT_LEN(at_routes);

static void
allow(struct at_buf *out, const char *method)
{
    const char *before = out->len > 0 ? ", " : "";
    at_buf_add_fmt(out, "%s%s", before, method);
    if (at_str_is(at_str(method), "GET"))
        at_buf_add_text(out, ", HEAD");
}

const struct at_route *
at_route_find(struct at_str method, struct at_str path,
              struct at_str params[AT_ROUTE_PARAMS_MAX],
              struct at_buf *out_allow)
{
    struct at_str parts[AT_ROUTE_PARAMS_MAX];
    for (size_t i = 0; i < at_route_count; i++) {
        const struct at_route *route = &at_routes[i];
        if (!at_path_match(at_str(route->path), path, parts))
            continue;
        if (at_str_is(method, route->method)) {
            (void)!at_path_match(at_str(route->path), path, params);
            return route;
        }
        allow(out_allow, route->method);
    }
    return NULL;
}
