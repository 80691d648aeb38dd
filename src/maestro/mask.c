#include "maestro/mask.h"

#include "wire/json.h"

static void
mask_text(const struct at_maestro_masking *masking, json_t *json)
{
    struct at_str text = at_json_str(json);
    struct at_buf safe = AT_BUF_INIT(text.len);
    masking->mask(masking->user, text, &safe);
    json_string_setn(json, at_buf_text(&safe), safe.len);
    at_buf_deinit(&safe);
}

void
at_maestro_mask_json(const struct at_maestro_masking *masking, json_t *json)
{
    const char *name;
    json_t *value;
    size_t i;
    if (json_is_string(json))
        mask_text(masking, json);
    json_array_foreach(json, i, value) at_maestro_mask_json(masking, value);
    json_object_foreach(json, name, value) at_maestro_mask_json(masking, value);
}
