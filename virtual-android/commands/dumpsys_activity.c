// dumpsys_activity.c: `dumpsys activity`: activities, processes, recents, top
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "virtual-android/commands/commands.h"
#include "virtual-android/commands/verbs.h"
#include "virtual-android/model/device_ops.h"
#include "virtual-android/model/packages.h"

static void
add_record(struct at_buf *out, const struct vd_front *f)
{
    size_t len = strlen(f->app);
    bool same = strncmp(f->app_activity, f->app, len) == 0;
    at_buf_add_fmt(out, "ActivityRecord{81ab2d4 u0 %s/%s t12}", f->app,
                   same ? f->app_activity + len : f->app_activity);
}

static void
add_activities(struct at_buf *out, const struct vd_front *f)
{
    at_buf_add_text(out,
                    "ACTIVITY MANAGER ACTIVITIES (dumpsys activity "
                    "activities)\nDisplay #0 (activities from top to "
                    "bottom):\n  * Task{6b1f0d2 #12 type=standard A=10142:");
    at_buf_add_fmt(out, "%s U=0 visible=true mode=fullscreen sz=1}\n", f->app);
    at_buf_add_text(out, "    topResumedActivity=");
    add_record(out, f);
    at_buf_add_text(out, "\n    mResumedActivity: ");
    add_record(out, f);
    at_buf_add_text(out, "\n    * Hist  #0: ");
    add_record(out, f);
    at_buf_add_fmt(
        out,
        "\n        packageName=%s processName=%s\n"
        "        mActivityComponent=%s/%s\n"
        "        state=RESUMED delayedResume=false finishing=false\n",
        f->app, f->app, f->app, f->app_activity);
    at_buf_add_text(out, "\n  ResumedActivity: ");
    add_record(out, f);
    at_buf_add_text(out, "\n  topResumedActivity=");
    add_record(out, f);
    at_buf_add_text(out, "\n  mFocusedApp=");
    add_record(out, f);
    at_buf_add_char(out, '\n');
}

static void
add_top(struct at_buf *out, struct vd_call *call, const struct vd_front *f)
{
    size_t count;
    struct vd_package *p = vd_device_packages(call->device, f->app, &count);
    at_buf_add_fmt(out,
                   "TASK 10142:%s id=12 userId=0\n"
                   "  ACTIVITY %s/%s 81ab2d4 pid=%d userId=0 uid=%d\n"
                   "    Local Activity 4d1e5a0 State:\n"
                   "      mResumed=true mStopped=false mFinished=false\n",
                   f->app, f->app, f->app_activity, count ? p->pid : 0,
                   count ? p->uid : 0);
    vd_packages_free(p, count);
}

static void
add_processes(struct at_buf *out, struct vd_call *call)
{
    size_t count;
    struct vd_package *p = vd_device_packages(call->device, NULL, &count);
    at_buf_add_text(out, "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity "
                         "processes)\n");
    for (size_t i = 0; i < count; i++) {
        if (p[i].pid > 0)
            at_buf_add_fmt(out,
                           "  *APP* UID %d ProcessRecord{3f2a%d %d:%s/u0a%d}\n"
                           "    user #0 uid=%d gids={}\n    pid=%d\n",
                           p[i].uid, p[i].pid, p[i].pid, p[i].name,
                           p[i].uid - 10000, p[i].uid, p[i].pid);
    }
    vd_packages_free(p, count);
}

static void
add_recents(struct at_buf *out, const struct vd_front *f)
{
    at_buf_add_fmt(out,
                   "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n"
                   "  Recent tasks:\n  * Recent #0: Task{6b1f0d2 #12 "
                   "type=standard A=10142:%s}\n    realActivity={%s/%s}\n",
                   f->app, f->app, f->app_activity);
}

int
vd_dumpsys_activity(struct vd_call *call)
{
    struct at_buf out = AT_BUF_INIT(AT_MIB);
    struct vd_front front;
    const char *part = vd_arg(call, 1);
    bool all = part[0] == '\0';
    vd_device_front(call->device, &front);
    if (all || part[0] == 'a')
        add_activities(&out, &front);
    if (strcmp(part, "top") == 0)
        add_top(&out, call, &front);
    if (all || part[0] == 'p')
        add_processes(&out, call);
    if (all || part[0] == 'r')
        add_recents(&out, &front);
    vd_out(call, at_buf_str(&out));
    at_buf_deinit(&out);
    return 0;
}
