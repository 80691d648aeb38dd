#include "tester/flow/flow_work.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "sys/folder.h"
#include "sys/log.h"

#define AT_LOG_MODULE "flow"

void
at_flow_work_remove(const char *folder)
{
    char *work = at_strfmt("%s/" AT_FLOW_WORK, folder);
    struct at_err err = AT_ERR_INIT;
    if (!at_folder_remove(work, &err))
        at_log_warn("the files of a flow stay: %s", err.msg);
    free(work);
}
