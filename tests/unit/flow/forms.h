// forms.h: screens with one field, and steps that type into it
#ifndef AT_TESTS_UNIT_FLOW_FORMS_H
#define AT_TESTS_UNIT_FLOW_FORMS_H

#include "tests/t.h"

#include "tests/unit/flow/flow_run.h"

// clang-format off
#define FORM(text, flags) FAKE_APP( \
    FAKE_FIELD("email", text, "Email", flags, "[0,100][1000,200]") \
    FAKE_BUTTON("go", "Go", "[100,400][300,500]"))
#define SECRET(text) FAKE_APP( \
    FAKE_FIELD("pin", text, "PIN", "password=\"true\"", "[0,100][1000,200]"))
// In older dumps the hint of an empty field is its text.
#define OLD(text) FAKE_APP( \
    FAKE_NODE("android.widget.EditText", "com.ex:id/email", text, \
              "clickable=\"true\" focusable=\"true\"", \
              "[0,100][1000,200]", ""))
#define OLD_SECRET(text) FAKE_APP( \
    FAKE_NODE("android.widget.EditText", "com.ex:id/email", text, \
              "clickable=\"true\" focusable=\"true\" focused=\"true\" " \
              "password=\"true\"", "[0,100][1000,200]", ""))
// clang-format on

#define TYPE(more) "[{'action': 'type', 'target': {'id': 'email'}, " more "}]"
#define CLEAR "[{'action': 'clear_text', 'target': {'id': 'email'}}]"

#endif
