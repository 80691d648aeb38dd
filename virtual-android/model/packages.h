// packages.h: the installed packages, for pm and dumpsys
//
// Every function takes the device's lock.
#ifndef VIRTUAL_ANDROID_MODEL_PACKAGES_H
#define VIRTUAL_ANDROID_MODEL_PACKAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct vd_device;

// An APK was installed (already parsed by the caller) or removed.
struct vd_installed {
    const char *package;
    const char *apk_path;
    const char *version; // "" if the APK does not have it
    const char *signer;  // its signer in hex; "" if unsigned
    int64_t version_code;
    bool launcher; // the launcher shows it
};
void vd_device_add_package(struct vd_device *device,
                           const struct vd_installed *installed);
// Returns false if it is not installed or belongs to the system.
bool vd_device_remove_package(struct vd_device *device, const char *package);

struct vd_package { // a copy; free with vd_packages_free()
    char *name;
    char *label;
    char *version;
    char *apk_path;
    char *launcher; // its activity, ".MainActivity"
    char *signer;   // "" if unknown
    int64_t version_code;
    int64_t installed_ms;
    int uid;
    int pid; // 0: not running
    bool system;
    bool debuggable;
    char **permissions; // requested permissions, up to NULL
    bool *granted;      // one for each
    char **files;       // files of its APK, named in the app file; NULL at the
                        // end
};

// All packages, or only the named one; *out_count may be 0.
struct vd_package *vd_device_packages(struct vd_device *device,
                                      const char *only, size_t *out_count);
void vd_packages_free(struct vd_package *packages, size_t count);

#endif
