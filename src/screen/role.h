// role.h: maps Android classes to roles
#ifndef AT_SCREEN_ROLE_H
#define AT_SCREEN_ROLE_H

#include "screen/tree.h"

// Match the exact names of the contract's table first, then suffixes that
// libraries keep (AppCompatButton, ReactEditText …), then the contract's "any
// class containing".
enum at_role at_role_of_class(struct at_str class_name);

// Return the class without its package: "EditText".
struct at_str at_class_short_name(struct at_str class_name);

#endif
