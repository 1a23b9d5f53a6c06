/* The Nth write below a folder, and all after it, find the disk full; in this process only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long left = -1;
static char below[4096];
static int told = -1;

__attribute__((constructor)) static void begin(void)
{
    const char *number = getenv("FULL_DISK_FROM");
    const char *folder = getenv("FULL_DISK_BELOW");
    const char *count = getenv("FULL_DISK_COUNT");
    if (number && folder) {
        left = atol(number);
        snprintf(below, sizeof below, "%s/", folder);
    }
    if (count)
        told = atoi(count);
    unsetenv("LD_PRELOAD"); /* children write as they like */
}

static int full(int fd)
{
    char link[64], path[4096];
    if (left < 0)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0)
        return 0;
    path[size] = 0;
    if (strncmp(path, below, strlen(below)) != 0)
        return 0;
    if (left > 1) {
        left--;
        return 0;
    }
    left = 1;
    if (told >= 0) {
        ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
        real(told, "full\n", 5);
    }
    errno = ENOSPC;
    return 1;
}

ssize_t write(int fd, const void *data, size_t size)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real)
        real = dlsym(RTLD_NEXT, "write");
    return full(fd) ? -1 : real(fd, data, size);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at)
{
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real)
        real = dlsym(RTLD_NEXT, "pwrite64");
    return full(fd) ? -1 : real(fd, data, size, at);
}
