// fetch_form.h: the multipart form of a script's request
#ifndef AT_MAESTRO_SCRIPT_FETCH_FORM_H
#define AT_MAESTRO_SCRIPT_FETCH_FORM_H

#include "maestro/script/fetch.h"

enum { AT_MAESTRO_BOUNDARY_CHARS = 32 };

// Append the form that the texts of rows describe: name, "text" or "file",
// value, media type, and again. AT_EUSAGE: a file is outside of the workspace.
AT_CHECKED bool at_maestro_form(const struct at_maestro_fetch_opts *opts,
                                struct at_str rows, const char *boundary,
                                struct at_buf *out, struct at_err *err);

#endif
