#include "device/android/parse/user.h"

#include <stdint.h>
#include <string.h>

static const struct {
    const char *words[AT_USER_PLACE_MAX]; // NULL: any word
    size_t place;
} rows[] = {
    {{"run-as", NULL, NULL}, 2},
    {{"pm", "clear", NULL}, 2},
    {{"pm", "grant", NULL}, 2},
    {{"pm", "revoke", NULL}, 2},
    {{"cmd", "package", "resolve-activity"}, 3},
    {{"cmd", "package", "query-activities"}, 3},
};

int
at_user_parse(struct at_str output)
{
    int64_t user;
    return at_str_to_i64(at_str_trim(output), 0, INT32_MAX, &user) ? (int)user
                                                                   : 0;
}

size_t
at_user_place(const char *const *words)
{
    size_t count = 0;
    while (count < AT_USER_PLACE_MAX && words[count])
        count++;
    for (size_t i = 0; i < AT_LEN(rows); i++) {
        bool fits = count >= rows[i].place;
        for (size_t k = 0; fits && k < AT_USER_PLACE_MAX && k < count; k++)
            fits = !rows[i].words[k] || strcmp(rows[i].words[k], words[k]) == 0;
        if (fits)
            return rows[i].place;
    }
    return 0;
}
