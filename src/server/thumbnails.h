// thumbnails.h: a run's screenshots, made smaller for lists and film strips
//
// Each is made when it is first asked for, and kept in the run's folder.
#ifndef AT_SERVER_THUMBNAILS_H
#define AT_SERVER_THUMBNAILS_H

#include "server/call.h"

#define AT_THUMBNAILS "thumbnails"

// Reply with a JPEG, at most width_px wide, of the screenshot at path; 400 if
// path is not a screenshot. False with AT_EUSAGE if path leads outside,
// AT_ENOTFOUND if there is no such picture.
AT_CHECKED bool at_thumbnail_reply(struct at_server_call *call, const char *run,
                                   struct at_str path, size_t width_px,
                                   struct at_err *err);

#endif
