// video_files.h: a stream as MP4 files
#ifndef AT_DEVICE_VIDEO_FILES_H
#define AT_DEVICE_VIDEO_FILES_H

#include "device/record.h"
#include "device/video.h"

// Write a stream to files of folder until op is cancelled, which is no failure,
// or the stream ends: "chunk-NNN.mp4", numbered on behind those that files has.
// Each segment is a file; what was written is whole whatever happens. The
// stream's frames are the times, so a screen that rested is seen as long as it
// did. AT_ELIMIT: there are as many files as there may be.
AT_CHECKED bool at_video_write_files(const struct at_op *op,
                                     struct at_video *video, const char *folder,
                                     struct at_recorded *files,
                                     struct at_err *err);

#endif
