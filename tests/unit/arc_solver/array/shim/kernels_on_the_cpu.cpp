// Runs the kernels of kernels.cu on the CPU: a thread for each CUDA thread, a barrier for
// __syncthreads. It shows what they compute; of how fast they are it says nothing.
//
//   kernels_on_the_cpu hashes|labels COUNT HEIGHT WIDTH UNIVALUED DIAGONAL <in >out
#include <atomic>
#include <barrier>
#include <cstdio>
#include <cstring>
#include <cstdlib>
#include <thread>
#include <vector>

constexpr int THREADS = 16;
struct Index { int x; };
static thread_local Index threadIdx;
static Index blockIdx, blockDim{THREADS};
static std::barrier<> meeting(THREADS);
static std::atomic<int> any[2];
static std::atomic<int> turn;

#define __global__
#define __shared__ static
static void __syncthreads() { meeting.arrive_and_wait(); }
static int __syncthreads_or(int mine)
{
    const int now = turn.load() & 1;
    if (mine) any[now] = 1;
    meeting.arrive_and_wait();
    const int result = any[now].load();
    meeting.arrive_and_wait();
    if (threadIdx.x == 0) { any[now] = 0; turn++; }
    meeting.arrive_and_wait();
    return result;
}
static void atomicMin(int *place, int value)
{
    std::atomic_ref<int> cell(*place);
    for (int old = cell.load(); value < old && !cell.compare_exchange_weak(old, value);) {}
}

#include KERNELS

template <typename T> static std::vector<T> taken(size_t count)
{
    std::vector<T> values(count);
    if (fread(values.data(), sizeof(T), count, stdin) != count) exit(3);
    return values;
}

int main(int, char **words)
{
    const int count = atoi(words[2]), height = atoi(words[3]), width = atoi(words[4]);
    const int univalued = atoi(words[5]), diagonal = atoi(words[6]);
    const size_t area = (size_t)height * width;
    auto cells = taken<unsigned char>(count * area);
    const bool hash = !strcmp(words[1], "hashes");
    auto weights = taken<unsigned long long>(hash ? 900 : 0);
    auto member = taken<unsigned char>(hash ? 0 : count * area);
    std::vector<unsigned long long> found(count);
    std::vector<long long> label(hash ? 0 : count * area);
    for (int block = 0; block < count; block++) {
        blockIdx.x = block;
        std::vector<std::thread> threads;
        for (int t = 0; t < THREADS; t++)
            threads.emplace_back([&, t] {
                threadIdx.x = t;
                if (hash) hashes(cells.data(), weights.data(), found.data(), height, width);
                else labels(cells.data(), member.data(), label.data(), height, width, univalued, diagonal);
            });
        for (auto &thread : threads) thread.join();
    }
    if (hash) fwrite(found.data(), 8, count, stdout);
    else fwrite(label.data(), 8, count * area, stdout);
}
