// video_files.h: storage of a stream as MP4 files
#ifndef AT_DEVICE_VIDEO_FILES_H
#define AT_DEVICE_VIDEO_FILES_H

#include "device/record.h"
#include "device/video.h"

// Write a stream to files in folder until op is cancelled, which is not a
// failure, or the stream ends: "chunk-NNN.mp4", numbered after those in files.
// Each segment is a file; written data is valid in any case. Times come from
// the frames, so a static screen lasts as long as it did. AT_ELIMIT: the
// maximum number of files is reached.
AT_CHECKED bool at_video_write_files(const struct at_op *op,
                                     struct at_video *video, const char *folder,
                                     struct at_recorded *files,
                                     struct at_err *err);

#endif
