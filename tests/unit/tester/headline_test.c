// headline_test.c: the sentences of ends of runs, which the dashboard words too
#include "tester/report/headline.h"

#include <string.h>

#include "agent/proof/claim.h"
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

// The engine's words of a claim are the page's, without quotation marks of
// print.
T_TEST(words_are_those_of_the_page)
{
    struct at_buf text = AT_BUF_INIT(AT_MIB);
    const json_t *row;
    size_t i;
    T_OK(at_file_read("tests/data/outcomes/claims.json", &text, NULL));
    json_t *rows_read = at_json_parse(at_buf_str(&text), NULL);
    T_OK(json_array_size(rows_read) > 10);
    json_array_foreach(rows_read, i, row)
    {
        struct at_claim claim;
        struct at_buf plain = AT_BUF_INIT(AT_KIB);
        struct at_buf words = AT_BUF_INIT(AT_KIB);
        struct at_str left = at_json_get_str(row, "words");
        for (size_t k = 0; k < left.len; k++) {
            bool is_mark = left.len - k >= 3 &&
                           (memcmp(left.ptr + k, "\xe2\x80\x9c", 3) == 0 ||
                            memcmp(left.ptr + k, "\xe2\x80\x9d", 3) == 0);
            at_buf_add_char(&plain, is_mark ? '"' : left.ptr[k]);
            k += is_mark ? 2 : 0;
        }
        T_OK(at_claim_read(json_object_get(row, "claim"), &claim, NULL));
        at_claim_write(&claim, &words);
        T_EQ_TEXT(at_buf_text(&words), at_buf_text(&plain));
        at_buf_deinit(&plain);
        at_buf_deinit(&words);
        at_claim_deinit(&claim);
    }
    json_decref(rows_read);
    at_buf_deinit(&text);
}

T_MAIN()
