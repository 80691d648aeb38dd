// watch.h: reports what programs do to apps, for recordings
//
// The program sets one watcher at its start, for all apps. A watch that is on
// hears of each input of a step before it is sent, and of the step's end. It
// must not fail or change anything. Steps that are watched read the screen
// after each of them, so they are not sent together.
#ifndef AT_FLOW_APP_WATCH_H
#define AT_FLOW_APP_WATCH_H

#include <stdbool.h>

struct at_aim; // flow/steps/exec.h
struct at_app;
struct at_flow_step;
struct at_step_call;

enum at_watch_launch {
    AT_WATCH_LAUNCHED, // brought to the front, or started
    AT_WATCH_RESTARTED,
    AT_WATCH_LINKED, // opened a link
};

struct at_watcher {
    // Make a watch for an app, freed with it.
    void *(*open)(struct at_app *app);
    void (*close)(void *watch);
    // Return true if the next steps are to be reported.
    bool (*is_on)(void *watch);
    void (*aimed)(void *watch, const struct at_flow_step *step,
                  const struct at_aim *aim);
    // call->result has the outcome, call->before the screen before.
    void (*stepped)(void *watch, const struct at_step_call *call);
    // link: NULL unless linked.
    void (*launched)(void *watch, enum at_watch_launch how, const char *link);
};

// Set the watcher of all apps made from now on; borrowed. Called once, before
// there are threads.
void at_app_watch_all(const struct at_watcher *watcher);

// The calls of the watcher, for those that act. Nothing happens without one.
bool at_app_is_watched(const struct at_app *app);
void at_app_watch_begin(struct at_app *app); // asks is_on
void at_app_watch_aim(struct at_app *app, const struct at_flow_step *step,
                      const struct at_aim *aim);
void at_app_watch_step(const struct at_step_call *call, struct at_app *app);
void at_app_watch_launch(struct at_app *app, enum at_watch_launch how,
                         const char *link);

#endif
