// h264.c: the encoder of openh264, one layer, key frames only when asked for
#include "virtual-android/render/h264.h"

#include <wels/codec_api.h>

#include "base/alloc.h"

enum { MAX_FPS = 60 };

struct vd_h264 {
    struct vd_h264_opts opts;
    ISVCEncoder *codec;    // owned
    unsigned char *planes; // owned: Y, U, V
    bool configured;       // SPS and PPS were given
};

static bool
initialize(struct vd_h264 *encoder)
{
    const struct vd_h264_opts *opts = &encoder->opts;
    ISVCEncoder *codec = encoder->codec;
    SEncParamExt param;
    int quiet = WELS_LOG_QUIET;
    int format = videoFormatI420;
    (*codec)->SetOption(codec, ENCODER_OPTION_TRACE_LEVEL, &quiet);
    (*codec)->GetDefaultParams(codec, &param);
    param.iUsageType = SCREEN_CONTENT_REAL_TIME;
    param.iPicWidth = opts->width_px;
    param.iPicHeight = opts->height_px;
    param.iTargetBitrate = opts->bit_rate;
    param.iMaxBitrate = UNSPECIFIED_BIT_RATE;
    param.iRCMode = RC_BITRATE_MODE;
    param.fMaxFrameRate = MAX_FPS;
    param.iSpatialLayerNum = 1;
    param.iMultipleThreadIdc = 1;
    param.bEnableFrameSkip = false;
    param.bEnableSceneChangeDetect = false;
    param.eSpsPpsIdStrategy = CONSTANT_ID;
    param.sSpatialLayers[0].iVideoWidth = opts->width_px;
    param.sSpatialLayers[0].iVideoHeight = opts->height_px;
    param.sSpatialLayers[0].fFrameRate = MAX_FPS;
    param.sSpatialLayers[0].iSpatialBitrate = opts->bit_rate;
    param.sSpatialLayers[0].iMaxSpatialBitrate = UNSPECIFIED_BIT_RATE;
    return (*codec)->InitializeExt(codec, &param) == cmResultSuccess &&
           (*codec)->SetOption(codec, ENCODER_OPTION_DATAFORMAT, &format) ==
               cmResultSuccess;
}

bool
vd_h264_new(const struct vd_h264_opts *opts, struct vd_h264 **out,
            struct at_err *err)
{
    struct vd_h264 *encoder = at_alloc(sizeof(*encoder));
    size_t pixels = (size_t)opts->width_px * (size_t)opts->height_px;
    encoder->opts = *opts;
    *out = NULL;
    if (WelsCreateSVCEncoder(&encoder->codec) != 0)
        encoder->codec = NULL;
    if (!encoder->codec || !initialize(encoder)) {
        vd_h264_free(encoder);
        return at_fail(err, AT_EIO, "openh264 takes no picture of %dx%d",
                       (int)opts->width_px, (int)opts->height_px);
    }
    encoder->planes = at_alloc(pixels + pixels / 2);
    *out = encoder;
    return true;
}

void
vd_h264_free(struct vd_h264 *encoder)
{
    if (!encoder)
        return;
    if (encoder->codec) {
        (*encoder->codec)->Uninitialize(encoder->codec);
        WelsDestroySVCEncoder(encoder->codec);
    }
    free(encoder->planes);
    free(encoder);
}

// BT.601, limited range; the colour of each four pixels is the first one's.
static void
convert(const struct vd_h264 *encoder, const unsigned char *rgba)
{
    int32_t w = encoder->opts.width_px;
    int32_t h = encoder->opts.height_px;
    unsigned char *luma = encoder->planes;
    unsigned char *u = luma + (size_t)w * (size_t)h;
    unsigned char *v = u + (size_t)w * (size_t)h / 4;
    for (int32_t y = 0; y < h; y++) {
        for (int32_t x = 0; x < w; x++, rgba += 4) {
            int r = rgba[0];
            int g = rgba[1];
            int b = rgba[2];
            *luma++ =
                (unsigned char)(((66 * r + 129 * g + 25 * b + 128) >> 8) + 16);
            if (x % 2 != 0 || y % 2 != 0)
                continue;
            *u++ = (unsigned char)(((-38 * r - 74 * g + 112 * b + 128) / 256) +
                                   128);
            *v++ = (unsigned char)(((112 * r - 94 * g - 18 * b + 128) / 256) +
                                   128);
        }
    }
}

static size_t
layer_len(const SLayerBSInfo *layer)
{
    size_t len = 0;
    for (int i = 0; i < layer->iNalCount; i++)
        len += (size_t)layer->pNalLengthInByte[i];
    return len;
}

// An encoder of Android gives the parameter sets once, by themselves.
static bool
collect(struct vd_h264 *encoder, const SFrameBSInfo *info,
        struct vd_h264_frame *out)
{
    bool ok = true;
    for (int i = 0; i < info->iLayerNum; i++) {
        const SLayerBSInfo *layer = &info->sLayerInfo[i];
        bool config = layer->uiLayerType == NON_VIDEO_CODING_LAYER;
        if (!config || !encoder->configured)
            ok = ok && at_buf_add(config ? &out->config : &out->data,
                                  layer->pBsBuf, layer_len(layer));
    }
    out->key = info->eFrameType == videoFrameTypeIDR;
    encoder->configured = true;
    return ok && out->data.len > 0;
}

bool
vd_h264_encode(struct vd_h264 *encoder, const unsigned char *pixels, int64_t ms,
               bool wants_key, struct vd_h264_frame *out)
{
    int w = encoder->opts.width_px;
    int h = encoder->opts.height_px;
    unsigned char *u = encoder->planes + (size_t)w * (size_t)h;
    SSourcePicture picture = {
        .iColorFormat = videoFormatI420,
        .iStride = {w, w / 2, w / 2},
        .pData = {encoder->planes, u, u + (size_t)w * (size_t)h / 4},
        .iPicWidth = w,
        .iPicHeight = h,
        .uiTimeStamp = ms,
    };
    SFrameBSInfo info = {0};
    ISVCEncoder *codec = encoder->codec;
    convert(encoder, pixels);
    if (wants_key)
        (*codec)->ForceIntraFrame(codec, true);
    return (*codec)->EncodeFrame(codec, &picture, &info) == cmResultSuccess &&
           collect(encoder, &info, out);
}
