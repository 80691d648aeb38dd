// session_file_fuzz.c: any bytes as session.json and as last_snapshot.json
#include <stdlib.h>
#include <string.h>

#include "session/defaults.h"
#include "session/snapshot.h"
#include "wire/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static void
read_session(json_t *session)
{
    static const char *const keys[] = {"platform", "device", "app-id", "app"};
    if (!at_defaults_check(session, NULL))
        return;
    for (size_t i = 0; i < AT_LEN(keys); i++) {
        const char *value = at_defaults_get(session, keys[i]);
        if (value && strlen(value) == SIZE_MAX)
            abort();
        if (!at_defaults_unset(session, keys[i], NULL) ||
            at_defaults_get(session, keys[i]))
            abort();
    }
    at_defaults_env_free(at_defaults_env(session));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    struct at_last_snapshot last;
    json_t *json = at_json_parse(at_str_n((const char *)data, len), NULL);
    if (!json_is_object(json)) {
        json_decref(json);
        return 0;
    }
    if (at_last_snapshot_parse(json_deep_copy(json), &last, NULL)) {
        if (!last.tree || !last.id || !last.platform || !last.device_id)
            abort();
        at_last_snapshot_deinit(&last);
    }
    read_session(json);
    json_decref(json);
    return 0;
}
