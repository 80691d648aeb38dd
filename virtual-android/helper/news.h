// news.h: events since a number, as NEWS
#ifndef VIRTUAL_ANDROID_HELPER_NEWS_H
#define VIRTUAL_ANDROID_HELPER_NEWS_H

#include "virtual-android/helper/api.h"

void vd_put_news(struct vd_api *api, uint64_t seq, struct vd_writer *w);

#endif
