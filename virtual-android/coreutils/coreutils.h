// coreutils.h: the small Unix programs, a row each; each is in its own file
#ifndef VIRTUAL_ANDROID_COREUTILS_COREUTILS_H
#define VIRTUAL_ANDROID_COREUTILS_COREUTILS_H

#include "virtual-android/coreutils/util.h"

extern const struct vd_command vd_shell_commands[]; // up to no name

int vd_run_echo(struct vd_call *call);
int vd_run_printf(struct vd_call *call);
int vd_run_true(struct vd_call *call);
int vd_run_false(struct vd_call *call);
int vd_run_cat(struct vd_call *call);
int vd_run_head(struct vd_call *call);
int vd_run_tail(struct vd_call *call);
int vd_run_tar(struct vd_call *call);
int vd_run_wc(struct vd_call *call);
int vd_run_tee(struct vd_call *call);
int vd_run_ls(struct vd_call *call);
int vd_run_stat(struct vd_call *call);
int vd_run_find(struct vd_call *call);
int vd_run_rm(struct vd_call *call);
int vd_run_rmdir(struct vd_call *call);
int vd_run_mkdir(struct vd_call *call);
int vd_run_cp(struct vd_call *call);
int vd_run_mv(struct vd_call *call);
int vd_run_touch(struct vd_call *call);
int vd_run_ln(struct vd_call *call);
int vd_run_chmod(struct vd_call *call);
int vd_run_test(struct vd_call *call);
int vd_run_grep(struct vd_call *call);
int vd_run_sed(struct vd_call *call);
int vd_run_sha256sum(struct vd_call *call);
int vd_run_sort(struct vd_call *call);
int vd_run_uniq(struct vd_call *call);
int vd_run_tr(struct vd_call *call);
int vd_run_cut(struct vd_call *call);
int vd_run_md5sum(struct vd_call *call);
int vd_run_base64(struct vd_call *call);
int vd_run_basename(struct vd_call *call);
int vd_run_dirname(struct vd_call *call);
int vd_run_readlink(struct vd_call *call);
int vd_run_sleep(struct vd_call *call);
int vd_run_id(struct vd_call *call);
int vd_run_whoami(struct vd_call *call);
int vd_run_date(struct vd_call *call);
int vd_run_sh(struct vd_call *call);
int vd_run_pwd(struct vd_call *call);
int vd_run_which(struct vd_call *call);
int vd_run_env(struct vd_call *call);
int vd_run_uname(struct vd_call *call);
int vd_run_df(struct vd_call *call);
int vd_run_toybox(struct vd_call *call);

#endif
