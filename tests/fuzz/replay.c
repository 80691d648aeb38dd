// replay.c: feeds files, and the files of folders, to a fuzz target
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

static size_t fed;

static int
feed_file(const char *path, size_t len)
{
    FILE *file = fopen(path, "rb");
    // Exactly len bytes on the heap: a sanitizer catches a read past the end.
    uint8_t *data = malloc(len ? len : 1);
    int status = 1;
    if (file && data && fread(data, 1, len, file) == len) {
        LLVMFuzzerTestOneInput(data, len);
        fed++;
        status = 0;
    } else {
        fprintf(stderr, "cannot read %s\n", path);
    }
    if (file)
        fclose(file);
    free(data);
    return status;
}

static int
feed_folder(const char *path)
{
    DIR *dir = opendir(path);
    int status = dir ? 0 : 1;
    struct dirent *entry;
    while (dir && (entry = readdir(dir))) {
        char name[4096];
        struct stat info;
        int n = snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
        if (n < 0 || (size_t)n >= sizeof(name) || stat(name, &info) != 0)
            status = 1;
        else if (S_ISREG(info.st_mode))
            status |= feed_file(name, (size_t)info.st_size);
    }
    if (dir)
        closedir(dir);
    return status;
}

int
main(int argc, char **argv)
{
    int status = 0;
    for (int i = 1; i < argc; i++) {
        struct stat info;
        if (stat(argv[i], &info) != 0) {
            fprintf(stderr, "no %s\n", argv[i]);
            status = 1;
        } else if (S_ISDIR(info.st_mode)) {
            status |= feed_folder(argv[i]);
        } else {
            status |= feed_file(argv[i], (size_t)info.st_size);
        }
    }
    printf("%zu inputs\n", fed);
    return fed > 0 ? status : 1;
}
