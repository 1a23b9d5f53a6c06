/* The day's clock jumps back and forth by 26 hours, about every seventh time that it is asked. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

static int (*real)(clockid_t, struct timespec *);
static unsigned asked;

__attribute__((constructor)) static void begin(void)
{
    real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
}

static time_t jump(void)
{
    return ++asked / 7 % 2 ? -26 * 3600 : 0;
}

int clock_gettime(clockid_t id, struct timespec *told)
{
    int answer = real(id, told);
    if (!answer && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE))
        told->tv_sec += jump();
    return answer;
}

int gettimeofday(struct timeval *told, void *zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    told->tv_sec = now.tv_sec;
    told->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *told)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (told)
        *told = now.tv_sec;
    return now.tv_sec;
}
