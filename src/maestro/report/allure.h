// allure.h: a suite as results for Allure; pure
//
// A folder of NAME-result.json, one for each flow, and the files they refer to.
// Names are made of what was run and when, so several runs can share a folder;
// historyId is made of file, name and shard alone, so that Allure sees trends.
// A flow's properties become labels ("severity", "epic").
#ifndef AT_MAESTRO_REPORT_ALLURE_H
#define AT_MAESTRO_REPORT_ALLURE_H

#include "base/err.h"
#include "maestro/report/suite.h"

// Receives the files, whose names have no folder.
struct at_maestro_allure {
    bool (*put)(void *user, const char *name, struct at_str content,
                struct at_err *err);
    // A file that a flow left. One that can't be read is left out of the
    // result.
    bool (*copy)(void *user, const char *name, const char *path);
    void *user;
};

// Write all files; a failed put ends it.
AT_CHECKED bool at_maestro_allure_write(const struct at_maestro_suite *suite,
                                        const struct at_maestro_allure *allure,
                                        struct at_err *err);

#endif
