// thumbnails.h: smaller screenshots of a run, for lists and film strips
//
// Each is created on the first request, and kept in the run's folder.
#ifndef AT_SERVER_THUMBNAILS_H
#define AT_SERVER_THUMBNAILS_H

#include "server/call.h"

#define AT_THUMBNAILS "thumbnails"

// Answer with a JPEG, at most width_px wide, of the screenshot at path; 400 if
// path is not a screenshot. Fails with AT_EUSAGE if path leads outside,
// AT_ENOTFOUND if the picture does not exist.
AT_CHECKED bool at_thumbnail_reply(struct at_server_call *call, const char *run,
                                   struct at_str path, size_t width_px,
                                   struct at_err *err);

#endif
