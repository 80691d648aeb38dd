// sync_app.h: an app that is a table, and a source that asks it
//
// Events come through a pipe. Aborts the test where the machine fails.
#ifndef TESTS_UNIT_DEVICE_ANDROID_FRAMEWORK_SYNC_APP_H
#define TESTS_UNIT_DEVICE_ANDROID_FRAMEWORK_SYNC_APP_H

#include <pthread.h>

#include "device/android/framework/sync.h"

struct app {
    pthread_mutex_t lock;
    enum at_code attach_code; // AT_OK: it attaches
    enum at_code ask_code;    // AT_OK: it answers; AT_ETIMEOUT: it is silent
    struct at_pending_list pending;
    int attached; // so many times
    int detached;
    int asked;
    int64_t ask_ms;    // duration of an answer
    int ends_at;       // nothing is pending after this question; 0: never
    int tried;         // tries to attach
    bool attach_hangs; // until its op ends
    int64_t detach_ms; // duration of detaching
    int fds[2];        // events
};

extern struct app app;
extern const struct at_sync_source app_source; // answer_ms is 100

// One item, or none where text is NULL. Its id is the text.
void app_set_pending(const char *text, int64_t due_ms, bool endless);
void app_set_ask_code(enum at_code code);
void app_set_ask_ms(int64_t ms);
void app_tell_event(void);
int app_count(const int *what); // one of app's numbers
void app_until_asked(int times);

struct at_op app_op_in(int64_t ms);
// A new app, and the sources of which it has these rows, or app_source alone.
struct at_sync *app_begin_with(const struct at_sync_source *const *rows);
struct at_sync *app_begin(void);
void app_end(struct at_sync *sync);
// It is launched, and met.
void app_follow(struct at_sync *sync, const char *framework);
struct at_sync_report app_wait_ms(struct at_sync *sync, int64_t ms);
// A short wait that the source has answered, however slow the machine is.
struct at_sync_report app_wait_shortly(struct at_sync *sync);
bool app_comes_back(struct at_sync *sync); // in half a minute at most
bool app_has_line(struct at_sync *sync, const char *text);

#endif
