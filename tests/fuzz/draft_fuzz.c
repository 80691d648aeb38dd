// draft_fuzz.c: any JSON as a draft of a scenario: refused, or an object that
// is read again as it is
#include "base/alloc.h"
#include "server/draft.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_err err = AT_ERR_INIT;
    json_t *json = at_json_parse(at_str_n((const char *)data, len), NULL);
    if (!json)
        return 0;
    json_t *draft = at_draft_read(json, &err);
    at_assert((draft != NULL) == (err.code == AT_OK));
    if (draft) {
        json_t *again = at_draft_read(draft, &err);
        at_assert(again && json_equal(draft, again));
        json_decref(at_draft_missing(draft));
        json_decref(again);
    }
    json_decref(draft);
    json_decref(json);
    return 0;
}
