// web_files.h: the web page within mobile-tester-agent; tools/embed_web.py
// writes the source at each build
#ifndef AT_PROGRAMS_WEB_FILES_H
#define AT_PROGRAMS_WEB_FILES_H

#include "server/dashboard_files.h"

extern const struct at_dashboard_file at_dashboard_files[];
extern const size_t at_dashboard_file_count; // 0: web/dist was not there

#endif
