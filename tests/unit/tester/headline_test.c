// headline_test.c: the sentences of ends of runs, which the dashboard words too
#include "tester/report/headline.h"

#include "base/limits.h"
#include "sys/file.h"
#include "tests/t.h"
#include "wire/json.h"

T_TEST(each_end_has_its_headline)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    struct at_err err = AT_ERR_INIT;
    T_OK(at_file_read("tests/data/outcomes/cases.json", &text, &err));
    json_t *cases = at_json_parse(at_buf_str(&text), NULL);
    const json_t *row;
    size_t i;
    T_OK(json_array_size(cases) > 20);
    json_array_foreach(cases, i, row)
    {
        struct at_run_record record;
        struct at_buf headline = AT_BUF_INIT(AT_MIB);
        T_OK(at_run_record_read(json_object_get(row, "run"), &record, NULL));
        at_headline_write(&record, &headline);
        T_EQ_TEXT(at_buf_text(&headline),
                  json_string_value(json_object_get(row, "headline")));
        at_buf_deinit(&headline);
        at_run_record_deinit(&record);
    }
    json_decref(cases);
    at_buf_deinit(&text);
}

T_MAIN()
