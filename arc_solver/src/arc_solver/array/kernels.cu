// Two kernels where array operations would do much more work than the task needs: one block of
// threads for each grid, its cells in shared memory, no look from the host in between.
// tests/unit/arc_solver/array compiles them with nvcc, and runs them on the CPU behind a shim.

#define AREA 900
#define PAD 255

// The sum over the cells of (colour + 1) * weight of the place in 30 x 30; padding weighs nothing.
extern "C" __global__ void hashes(const unsigned char *cells, const unsigned long long *weights,
                                  unsigned long long *out, int height, int width)
{
    __shared__ unsigned long long parts[256];
    const unsigned char *mine = cells + (unsigned long long)blockIdx.x * height * width;
    unsigned long long sum = 0;
    for (int v = threadIdx.x; v < height * width; v += blockDim.x) {
        unsigned char heavy = (unsigned char)(mine[v] + 1);
        sum += (unsigned long long)heavy * weights[(v / width) * 30 + v % width];
    }
    parts[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = parts[0];
}

// Labels of connected parts: 1 + the first cell of the part in reading order, 0 outside of all.
// Each cell hooks the root of its part to the least label around it, then all paths are shortened;
// a round in which nothing became less is the last.
extern "C" __global__ void labels(const unsigned char *cells, const unsigned char *member,
                                  long long *out, int height, int width, int univalued,
                                  int diagonal)
{
    __shared__ int label[AREA];
    __shared__ unsigned char colour[AREA];
    const int area = height * width;
    const unsigned long long base = (unsigned long long)blockIdx.x * area;
    for (int v = threadIdx.x; v < area; v += blockDim.x) {
        label[v] = member[base + v] ? v : AREA;
        colour[v] = cells[base + v];
    }
    __syncthreads();
    for (;;) {
        int changed = 0;
        for (int v = threadIdx.x; v < area; v += blockDim.x) {
            const int old = label[v];
            if (old == AREA) continue;
            int least = old;
            for (int down = -1; down <= 1; down++)
                for (int right = -1; right <= 1; right++) {
                    const int i = v / width + down, j = v % width + right;
                    if (i < 0 || j < 0 || i >= height || j >= width) continue;
                    if (!diagonal && down != 0 && right != 0) continue;
                    const int other = i * width + j;
                    if (univalued && colour[other] != colour[v]) continue;
                    if (label[other] < least) least = label[other];
                }
            if (least < old) {
                atomicMin(&label[old], least);
                atomicMin(&label[v], least);
                changed = 1;
            }
        }
        changed = __syncthreads_or(changed);
        for (int v = threadIdx.x; v < area; v += blockDim.x) {
            int root = label[v];
            if (root == AREA) continue;
            while (label[root] < root) root = label[root];
            atomicMin(&label[v], root);
        }
        __syncthreads();
        if (!changed) break;
    }
    for (int v = threadIdx.x; v < area; v += blockDim.x)
        out[base + v] = label[v] == AREA ? 0 : label[v] + 1;
}
