// dart_semantics.h: a Flutter view's semantics as the elements of an overlay
//
// Pure. The framework prints them (dart_dump.h); places and merging follow
// semantics.dart, classes follow the engine's AccessibilityBridge.java.
#ifndef AT_DEVICE_ANDROID_FRAMEWORK_FLUTTER_DART_SEMANTICS_H
#define AT_DEVICE_ANDROID_FRAMEWORK_FLUTTER_DART_SEMANTICS_H

#include "device/android/framework/flutter/dart_dump.h"
#include "screen/overlay.h"

// Append the visible elements of the dump that have text or take input to the
// overlay. overlay->under is the place of the view; all of them lie in it. An
// obscured field's content is not copied.
void at_dart_semantics_add(const struct at_dart_dump *dump,
                           struct at_overlay *overlay);

#endif
