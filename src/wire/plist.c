// plist.c: detects the format; code common to both
#include "wire/plist.h"

#include <math.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "wire/json.h"
#include "wire/plist_parts.h"

bool
at_plist_spend(struct at_plist_budget *budget, size_t len, struct at_err *err)
{
    if (budget->values == 0)
        return at_fail(err, AT_ELIMIT, "more than %zu values",
                       AT_PLIST_MAX_VALUES);
    if (len > budget->text_bytes)
        return at_fail(err, AT_ELIMIT, "its texts have more than %zu bytes",
                       AT_PLIST_TEXT_MAX_BYTES);
    budget->values--;
    budget->text_bytes -= len;
    return true;
}

bool
at_plist_check_depth(size_t depth, struct at_err *err)
{
    return depth <= AT_PLIST_MAX_DEPTH ||
           at_fail(err, AT_ELIMIT, "nested deeper than %zu",
                   AT_PLIST_MAX_DEPTH);
}

json_t *
at_plist_integer(bool negative, uint64_t magnitude)
{
    uint64_t max = (uint64_t)INT64_MAX + negative;
    if (magnitude > max)
        return at_plist_real(negative ? -(double)magnitude : (double)magnitude);
    return json_integer((json_int_t)(negative ? 0 - magnitude : magnitude));
}

json_t *
at_plist_real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

void
at_plist_put(json_t *container, const char *key, json_t *value)
{
    at_assert(value);
    if (json_is_object(container))
        at_json_set(container, key, value);
    else
        at_assert(json_array_append_new(container, value) == 0);
}

json_t *
at_plist_parse(struct at_str bytes, struct at_err *err)
{
    struct at_plist_budget budget = {AT_PLIST_MAX_VALUES,
                                     AT_PLIST_TEXT_MAX_BYTES};
    if (bytes.len > AT_PLIST_MAX_BYTES) {
        at_fail(err, AT_ELIMIT, "a property list of %zu bytes, more than %zu",
                bytes.len, AT_PLIST_MAX_BYTES);
        return NULL;
    }
    json_t *value = at_str_starts(bytes, AT_STR("bplist"))
                        ? at_plist_parse_binary(bytes, &budget, err)
                        : at_plist_parse_xml(bytes, &budget, err);
    if (!value)
        at_err_context(err, "not a property list that can be read");
    return value;
}
