// role.h: what an Android class is to a person who looks at the screen
#ifndef AT_SCREEN_ROLE_H
#define AT_SCREEN_ROLE_H

#include "screen/tree.h"

// The exact names of the contract's table first, then the ends of names that
// libraries derive from them (AppCompatButton, ReactEditText …), then the
// contract's "any class containing".
enum at_role at_role_of_class(struct at_str class_name);

// The class without its package: "EditText".
struct at_str at_class_short_name(struct at_str class_name);

#endif
