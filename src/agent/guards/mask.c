#include "agent/guards/mask.h"

#include "base/limits.h"
#include "wire/json.h"

static json_t *
mask_text(const struct at_secrets *secrets, const json_t *text)
{
    struct at_buf masked = AT_BUF_INIT(AT_STORE_EVENT_MAX_BYTES);
    at_secrets_mask(secrets, at_json_str(text), &masked);
    json_t *copy = at_json_text(at_buf_str(&masked));
    at_buf_deinit(&masked);
    return copy;
}

static json_t *
mask_value(const struct at_secrets *secrets, const json_t *value, int depth)
{
    const char *name;
    json_t *member;
    size_t i;
    if (json_is_string(value))
        return mask_text(secrets, value);
    if (depth == AT_MASK_DEPTH_MAX &&
        (json_is_object(value) || json_is_array(value)))
        return json_null();
    json_t *copy = json_copy((json_t *)value);
    json_object_foreach(copy, name, member)
        json_object_set_new(copy, name, mask_value(secrets, member, depth + 1));
    json_array_foreach(copy, i, member)
        json_array_set_new(copy, i, mask_value(secrets, member, depth + 1));
    return copy;
}

json_t *
at_mask_json(const struct at_secrets *secrets, const json_t *value)
{
    return mask_value(secrets, value, 0);
}
