// Reverses the tiles of an array, with two defects: see dialect-docs/ptx-machine.md.
extern "C" __global__ void reverse(const float *x, float *out, int n) {
  __shared__ float tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = x[i];
#ifdef REPAIRED
  __syncthreads();
#endif
  float other = tile[63 - threadIdx.x];
#ifdef REPAIRED_TWICE
  if (i < n)
#else
  if (i <= n)
#endif
    out[i] = other;
}
