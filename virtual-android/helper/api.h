// api.h: what the helper's endpoints share
//
// Several requests run at once; inputs, also those within steps, one after
// another under the lock `inputs`.
#ifndef VIRTUAL_ANDROID_HELPER_API_H
#define VIRTUAL_ANDROID_HELPER_API_H

#include <pthread.h>

#include "screen/tree.h" // at_point
#include "virtual-android/device.h"
#include "virtual-android/helper/fields.h"
#include "virtual-android/helper/life.h"
#include "virtual-android/helper/server.h"
#include "virtual-android/helper/writer.h"

enum { VA_HELPER_VERSION_MAX = 64 };

struct va_api {
    struct va_device *device; // borrowed
    struct va_life *life;     // borrowed
    int pid;
    char version[VA_HELPER_VERSION_MAX]; // of the installed APK
    int64_t version_code;
    pthread_mutex_t inputs;
};

// One request; an endpoint writes its members into the open object.
struct va_ask {
    struct va_api *api;
    struct va_fields fields;
    struct va_answer *answer;
    struct va_writer *w;
    struct va_refusal *refusal;
};

// For struct va_server_opts.
bool va_api_handle(void *api, const struct va_request *request,
                   struct va_answer *answer, struct va_refusal *refusal);

// Let ms pass, or the time that what takes under the profile in force; false:
// the process was killed meanwhile.
bool va_api_wait(struct va_api *api, int64_t ms);
bool va_api_spend(struct va_api *api, const char *what);

// inputs.c: one input, read and checked, ready to be done
struct va_input_type;
struct va_input {
    const struct va_input_type *type;
    struct va_finger fingers[VA_FINGERS_MAX];
    struct va_touch touch;
    int32_t count; // of taps or keys
    int32_t interval_ms;
    int32_t hold_ms;
    int32_t keycode;
    int32_t meta;
    bool long_press;
    struct at_str text; // borrowed from the request
    bool replace;
    size_t method; // enum va_enter_method
    bool has_place;
    struct at_point at;
};
enum va_enter_method { VA_ENTER_AUTO, VA_ENTER_SET, VA_ENTER_KEYS };

// name NULL: the member "type" tells. out points into itself: don't copy it.
bool va_action_read(struct va_fields *fields, const char *name,
                    struct va_input *out);
// Each with api->inputs held; what it tells goes into w.
bool va_action_do(struct va_api *api, const struct va_input *input,
                  struct va_writer *w, struct va_refusal *refusal);
// The system has ended the UiAutomation; false.
bool va_lose_automation(struct va_api *api, struct va_refusal *refusal);
bool va_may_inject(struct va_api *api, struct va_refusal *refusal);
bool va_enter(struct va_api *api, const struct va_input *input,
              struct va_writer *w, struct va_refusal *refusal); // enter.c

// idle.c
struct va_idle {
    int32_t timeout_ms;
    int32_t quiet_ms;
    struct at_str package; // borrowed from the request
    int32_t change_ms;     // for a first event, numbered since (0: from the
    int32_t since;         // request on) or higher
};
bool va_idle_read(struct va_fields *fields, struct va_idle *out);
// Writes the members of IDLE. Events count from number seq on; false where the
// process was killed.
bool va_idle_wait(struct va_api *api, const struct va_idle *idle, uint64_t seq,
                  struct va_writer *w);
uint64_t va_next_seq(struct va_api *api);

// news.c: the members of NEWS
void va_put_news(struct va_api *api, uint64_t seq, struct va_writer *w);

// tree.c: the value of TREE
struct va_tree_options {
    bool compact;
    bool invisible;
    struct at_str package; // borrowed from the request
    int32_t max_nodes;
    int32_t max_depth;
};
bool va_tree_read(struct va_fields *fields, struct va_tree_options *out);
bool va_put_tree(struct va_api *api, const struct va_tree_options *options,
                 struct va_writer *w, struct va_refusal *refusal);

// Endpoints of files of their own.
bool va_ask_step(struct va_ask *ask);
bool va_ask_screenshot(struct va_ask *ask);
bool va_ask_framework(struct va_ask *ask);

#endif
