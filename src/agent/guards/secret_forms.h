// secret_forms.h: a value in all the forms in which it may meet us; pure
#ifndef AT_AGENT_GUARDS_SECRET_FORMS_H
#define AT_AGENT_GUARDS_SECRET_FORMS_H

#include "base/argv.h"
#include "base/str.h"

// Add value and its escaped forms, each once.
void at_secret_forms(struct at_str value, struct at_argv *out);

#endif
