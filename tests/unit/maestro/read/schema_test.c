// schema_test.c: docs/flows.md and docs/flow.schema.json say what the table
// says
#include "maestro/read/schema.h"

#include "base/limits.h"
#include "tests/t.h"
#include "sys/file.h"

static void
read_page(const char *path, struct at_buf *out)
{
    struct at_err err = AT_ERR_INIT;
    T_OK(at_file_read(path, out, &err));
}

T_TEST(the_page_has_the_reference)
{
    struct at_buf page = AT_BUF_INIT(AT_MIB);
    struct at_buf reference = AT_BUF_INIT(AT_MIB);
    T_ROW("write it again: mobile-dev-agent flow schema --markdown");
    read_page("docs/flows.md", &page);
    T_OK(at_maestro_reference(&reference));
    T_OK(at_str_ends(at_buf_str(&page), at_buf_str(&reference)));
    at_buf_deinit(&page);
    at_buf_deinit(&reference);
}

T_TEST(the_schema_is_checked_in)
{
    struct at_buf page = AT_BUF_INIT(AT_MIB);
    struct at_buf schema = AT_BUF_INIT(AT_MIB);
    json_t *value = at_maestro_schema();
    T_ROW("write it again: mobile-dev-agent flow schema > "
          "docs/flow.schema.json");
    read_page("docs/flow.schema.json", &page);
    T_OK(at_maestro_schema_write(value, &schema));
    T_OK(at_str_eq(at_buf_str(&page), at_buf_str(&schema)));
    json_decref(value);
    at_buf_deinit(&page);
    at_buf_deinit(&schema);
}

T_MAIN()
