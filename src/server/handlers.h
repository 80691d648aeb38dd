// handlers.h: one function for each row of routes.h
#ifndef AT_SERVER_HANDLERS_H
#define AT_SERVER_HANDLERS_H

#include "server/call.h"

// contract.c: agent.md's endpoints, which answer in plain text
void at_serve_run_test(struct at_server_call *call);
void at_serve_stop_test(struct at_server_call *call);
void at_serve_configure(struct at_server_call *call);
void at_serve_report(struct at_server_call *call);
void at_serve_report_file(struct at_server_call *call);

// scenarios.c
void at_serve_scenarios(struct at_server_call *call);
void at_serve_scenario_add(struct at_server_call *call);
void at_serve_scenario(struct at_server_call *call);
void at_serve_scenario_put(struct at_server_call *call);
void at_serve_scenario_remove(struct at_server_call *call);
void at_serve_scenario_duplicate(struct at_server_call *call);
// expectations.c
void at_serve_expectations_compile(struct at_server_call *call);
// exchange of scenarios with other stores: transfer.c
void at_serve_scenarios_import(struct at_server_call *call);
void at_serve_scenarios_export(struct at_server_call *call);

// flows.c
void at_serve_flow_check(struct at_server_call *call);
void at_serve_run_flow(struct at_server_call *call);

// recordings.c
void at_serve_recording(struct at_server_call *call);
void at_serve_recording_choose(struct at_server_call *call);
void at_serve_recording_remove(struct at_server_call *call);

// schedules.c
void at_serve_schedules(struct at_server_call *call);
void at_serve_schedule_add(struct at_server_call *call);
void at_serve_schedule(struct at_server_call *call);
void at_serve_schedule_put(struct at_server_call *call);
void at_serve_schedule_remove(struct at_server_call *call);

// webhooks.c
void at_serve_webhooks(struct at_server_call *call);
void at_serve_webhook_add(struct at_server_call *call);
void at_serve_webhook(struct at_server_call *call);
void at_serve_webhook_put(struct at_server_call *call);
void at_serve_webhook_remove(struct at_server_call *call);
void at_serve_webhook_test(struct at_server_call *call);
void at_serve_deliveries(struct at_server_call *call);
void at_serve_delivery(struct at_server_call *call);

// runs.c
void at_serve_runs(struct at_server_call *call);
void at_serve_run_add(struct at_server_call *call);
void at_serve_run(struct at_server_call *call);
void at_serve_run_remove(struct at_server_call *call);
void at_serve_run_stop(struct at_server_call *call);
void at_serve_run_approve(struct at_server_call *call);
void at_serve_run_events(struct at_server_call *call);
void at_serve_events(struct at_server_call *call);

// suites.c
void at_serve_suites(struct at_server_call *call);
void at_serve_suite_add(struct at_server_call *call);
void at_serve_suite(struct at_server_call *call);
void at_serve_suite_put(struct at_server_call *call);
void at_serve_suite_remove(struct at_server_call *call);
void at_serve_suite_run_add(struct at_server_call *call);
// suite_runs.c
void at_serve_suite_runs(struct at_server_call *call);
void at_serve_suite_run(struct at_server_call *call);
void at_serve_suite_run_stop(struct at_server_call *call);
void at_serve_suite_rerun(struct at_server_call *call);
void at_serve_suite_junit(struct at_server_call *call);
void at_serve_suite_html(struct at_server_call *call);

// sample.c
void at_serve_sample(struct at_server_call *call);
void at_serve_sample_run(struct at_server_call *call);

// stats.c
void at_serve_stats(struct at_server_call *call);

// files.c
void at_serve_artifacts(struct at_server_call *call);
void at_serve_artifact(struct at_server_call *call);

// exports.c
void at_serve_export(struct at_server_call *call);

// devices.c
void at_serve_frame(struct at_server_call *call);
void at_serve_stream(struct at_server_call *call);
void at_serve_screen(struct at_server_call *call);
void at_serve_point(struct at_server_call *call);

// settings.c
void at_serve_config(struct at_server_call *call);
void at_serve_config_put(struct at_server_call *call);
void at_serve_devices(struct at_server_call *call);
void at_serve_profiles(struct at_server_call *call);
void at_serve_profile(struct at_server_call *call);
void at_serve_profile_put(struct at_server_call *call);
void at_serve_profile_remove(struct at_server_call *call);
void at_serve_profile_test(struct at_server_call *call);

// providers.c
void at_serve_providers(struct at_server_call *call);
void at_serve_provider_put(struct at_server_call *call);
void at_serve_provider_test(struct at_server_call *call);

// hosts.c
void at_serve_hosts(struct at_server_call *call);
void at_serve_host_drain(struct at_server_call *call);
void at_serve_host_resume(struct at_server_call *call);

// page.c
void at_serve_page(struct at_server_call *call);

// client_errors.c
void at_serve_client_error(struct at_server_call *call);

// figures.c
// tokens.c
void at_serve_me(struct at_server_call *call);
void at_serve_tokens(struct at_server_call *call);
void at_serve_token_add(struct at_server_call *call);
void at_serve_token_remove(struct at_server_call *call);
// secrets.c
void at_serve_secrets(struct at_server_call *call);
void at_serve_secret_put(struct at_server_call *call);
void at_serve_secret_remove(struct at_server_call *call);
// audit.c
void at_serve_audit(struct at_server_call *call);

// health_login.c
void at_serve_health(struct at_server_call *call);
void at_serve_ready(struct at_server_call *call);
void at_serve_metrics(struct at_server_call *call);

// health_login.c
void at_serve_status(struct at_server_call *call);
void at_serve_login(struct at_server_call *call);
void at_serve_logout(struct at_server_call *call);
void at_serve_openapi(struct at_server_call *call);
void at_serve_openapi_moved(struct at_server_call *call);

#endif
