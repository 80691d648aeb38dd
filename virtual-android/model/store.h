// store.h: the files of an app: made at its first start, removed with its data
#ifndef VIRTUAL_ANDROID_MODEL_STORE_H
#define VIRTUAL_ANDROID_MODEL_STORE_H

struct vd_app;
struct vd_device;

void vd_store_create(struct vd_device *device, struct vd_app *app);
void vd_store_wipe(struct vd_device *device, struct vd_app *app);

#endif
