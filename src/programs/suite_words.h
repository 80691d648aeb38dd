// suite_words.h: the words of a command line as a suite, and its scenarios
//
// The suite has the members of a stored one (tester/suite/suite.h) and, of a
// command line, "files" and "table": absolute paths.
#ifndef AT_PROGRAMS_SUITE_WORDS_H
#define AT_PROGRAMS_SUITE_WORDS_H

#include "commandline/arguments.h"
#include "programs/tester_home.h"
#include "tester/suite/suite.h"

// Return true if the words mean more than one run of one file.
bool at_suite_words_mean_one(const struct at_arguments *args);

struct at_suite_words {
    json_t *suite;  // owned
    json_t *only;   // cases to run, as members; owned; NULL: all
    char *rerun_of; // id of the suite run; owned; NULL: none
    struct at_suite_shard shard;
    bool is_empty; // all cases of the last suite run passed
};
// Read them. AT_EUSAGE; *out is to be deinited either way.
AT_CHECKED bool at_suite_words_read(const struct at_arguments *args,
                                    struct at_store_db *store,
                                    struct at_suite_words *out,
                                    struct at_err *err);
void at_suite_words_deinit(struct at_suite_words *words);

// Read the scenarios of the suite's files and folders, or of the store, and
// keep the recordings that come with files.
AT_CHECKED bool at_suite_words_load(const json_t *suite,
                                    struct at_store_db *store,
                                    struct at_suite_sources *out,
                                    struct at_err *err);
// Read its data table. *out is owned by the caller; NULL: it has none.
AT_CHECKED bool at_suite_words_rows(const json_t *suite, json_t **out,
                                    struct at_err *err);

#endif
