// run_as.c: judge the errors of run-as, from Android 4 to today
#include "device/android/parse/run_as.h"

struct word_row {
    struct at_str words;
    enum at_run_as verdict;
};

// The order matters: a missing program is also "No such file or directory".
static const struct word_row rows[] = {
    {AT_STR_ROW("not debuggable"), AT_RUN_AS_NOT_DEBUGGABLE},
    {AT_STR_ROW("unknown package"), AT_RUN_AS_UNKNOWN_PACKAGE},
    {AT_STR_ROW("is unknown"), AT_RUN_AS_UNKNOWN_PACKAGE},
    {AT_STR_ROW("run-as: exec failed"), AT_RUN_AS_NO_PROGRAM},
    {AT_STR_ROW("run-as: couldn't exec"), AT_RUN_AS_NO_PROGRAM},
    {AT_STR_ROW("sqlite3: not found"), AT_RUN_AS_NO_PROGRAM},
    {AT_STR_ROW("inaccessible or not found"), AT_RUN_AS_NO_PROGRAM},
    {AT_STR_ROW("run-as: "), AT_RUN_AS_REFUSED},
    {AT_STR_ROW("No such file or directory"), AT_RUN_AS_NO_FILE},
};

enum at_run_as
at_run_as_judge(struct at_str words)
{
    for (size_t i = 0; i < AT_LEN(rows); i++)
        if (at_str_has(words, rows[i].words))
            return rows[i].verdict;
    return AT_RUN_AS_FINE;
}
