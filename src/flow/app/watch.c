#include "flow/app/watch.h"

#include "flow/app/app_priv.h"

static const struct at_watcher *watcher;

void
at_app_watch_all(const struct at_watcher *all)
{
    watcher = all;
}

void
at_app_watch_open(struct at_app *app)
{
    app->watch.of = watcher;
    app->watch.it = watcher ? watcher->open(app) : NULL;
}

void
at_app_watch_close(struct at_app *app)
{
    if (app->watch.it)
        app->watch.of->close(app->watch.it);
    app->watch.it = NULL;
    app->watch.is_on = false;
}

bool
at_app_is_watched(const struct at_app *app)
{
    return app->watch.is_on;
}

void
at_app_watch_begin(struct at_app *app)
{
    app->watch.is_on = app->watch.it && app->watch.of->is_on(app->watch.it);
}

void
at_app_watch_aim(struct at_app *app, const struct at_flow_step *step,
                 const struct at_aim *aim)
{
    if (app->watch.is_on)
        app->watch.of->aimed(app->watch.it, step, aim);
}

void
at_app_watch_step(const struct at_step_call *call, struct at_app *app)
{
    if (app->watch.is_on)
        app->watch.of->stepped(app->watch.it, call);
}

void
at_app_watch_launch(struct at_app *app, enum at_watch_launch how,
                    const char *link)
{
    at_app_watch_begin(app);
    if (app->watch.is_on)
        app->watch.of->launched(app->watch.it, how, link);
}
