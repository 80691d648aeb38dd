#include "programs/tester_healed.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/quote.h"
#include "programs/tester_audit.h"

void
at_healed_by(const char *place, char out[AT_CHOSEN_BY_BYTES + 1])
{
    const char *user = getenv("USER");
    struct at_buf line = AT_BUF_INIT(AT_KIB);
    at_buf_add_text(&line, place);
    if (user && user[0]) {
        at_buf_add_text(&line, " (");
        at_line_write(at_utf8_head(at_str(user), 60), &line);
        at_buf_add_char(&line, ')');
    }
    at_str_cut(out, AT_CHOSEN_BY_BYTES + 1, at_buf_str(&line));
    at_buf_deinit(&line);
}

bool
at_healed_accept(struct at_store_db *store, const struct at_scenario *scenario,
                 struct at_run_record *record, struct at_err *err)
{
    char by[AT_CHOSEN_BY_BYTES + 1];
    if (!record->is_proposed)
        return true;
    at_healed_by("--accept-healed", by);
    if (!at_recording_choose(
            store, scenario,
            &(struct at_recording_choice){true, by, record->id}, err))
        return false;
    at_tester_audit(store, "accepted", AT_STORE_RECIPE, at_str(scenario->id));
    record->is_proposed = false;
    return true;
}
