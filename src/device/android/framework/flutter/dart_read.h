// dart_read.h: the semantics of a Flutter app, through its VM service
//
// They exist only while the platform, for an accessibility client, or the app
// wants them. If a compiler is attached, as with `flutter run`, they can be
// switched on from here.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_FLUTTER_DART_READ_H
#define AT_DEVICE_ANDROID_FRAMEWORK_FLUTTER_DART_READ_H

#include "net/rpc.h"
#include "screen/overlay.h"

struct at_dart_reader {
    struct at_rpc *rpc;  // borrowed
    const char *isolate; // borrowed: the app's
    char library[160];   // id of the binding's library in this isolate; "":
                         // unknown
    bool tried;   // an attempt to switch semantics on was made in this isolate
    bool refused; // this isolate has no such extension
    char told[160]; // the newest line of diagnostics, which is not repeated
    void (*note)(void *user, const char *text);
    void *user;
};

// Read what query->canvas shows. *out is NULL if it shows nothing; the caller
// owns it. *out_gone: the isolate has ended.
AT_CHECKED bool at_dart_read(const struct at_op *op,
                             struct at_dart_reader *reader,
                             const struct at_overlay_query *query,
                             struct at_overlay **out, bool *out_gone,
                             struct at_err *err);
// Forget the isolate: with the next one everything is tried again.
void at_dart_reader_forget(struct at_dart_reader *reader);
// Clear `refused` if this new extension of the isolate is the one that reads.
void at_dart_reader_take_extension(struct at_dart_reader *reader,
                                   struct at_str name);

#endif
