// suite_table_fuzz.c: any bytes as a data table, and as an expression of tags
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "tester/suite/plan.h"
#include "tester/suite/table.h"
#include "tester/suite/tags.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
plan_rows(const json_t *rows)
{
    struct at_scenario scenario;
    struct at_suite_plan plan;
    json_t *json = json_pack("{s:s,s:s,s:[s]}", "goal", "{{a}}", "packageName",
                             "p", "steps", "{{b}} {{a}}");
    if (!at_scenario_read(json, &scenario, NULL))
        abort();
    const struct at_suite_source source = {&scenario, "file", 0};
    const struct at_suite_selection from = {
        .sources = &source, .source_count = 1, .rows = rows};
    if (at_suite_plan(&from, &plan, NULL) && plan.count == 0)
        abort();
    for (size_t i = 0; i < plan.count; i++) {
        struct at_scenario filled;
        if (plan.cases[i].row &&
            at_table_apply(plan.cases[i].row, &scenario, &filled, NULL) &&
            strcmp(filled.package, "p") != 0)
            abort();
        if (plan.cases[i].row)
            at_scenario_deinit(&filled);
    }
    at_suite_plan_deinit(&plan);
    at_scenario_deinit(&scenario);
    json_decref(json);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_str text = at_str_n((const char *)data, len);
    struct at_err err = AT_ERR_INIT;
    struct at_argv none = AT_ARGV_INIT;
    struct at_suite_shard shard;
    json_t *json = at_json_parse(text, NULL);
    json_t *rows =
        json ? at_table_read(json, &err) : at_table_read_csv(text, &err);
    if (!rows && err.code != AT_EUSAGE && err.code != AT_ELIMIT)
        abort();
    if (rows)
        plan_rows(rows);
    if (at_tags_check(text, NULL))
        (void)at_tags_match(text, &none);
    (void)!at_suite_shard_read(text, &shard, NULL);
    json_decref(rows);
    json_decref(json);
    return 0;
}
