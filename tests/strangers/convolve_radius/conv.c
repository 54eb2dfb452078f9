/* 2D convolution with a kernel whose radius is given on the command line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(2);
}

static float *gaussian(int radius)
{
    int size = 2 * radius + 1;
    float *k = malloc(size * size * sizeof(float)), total = 0;
    if (!k)
        die("no memory");
    for (int y = -radius; y <= radius; y++)
        for (int x = -radius; x <= radius; x++) {
            float w = expf(-(x * x + y * y) / (float)(radius * radius + 1));
            k[(y + radius) * size + x + radius] = w;
            total += w;
        }
    for (int i = 0; i < size * size; i++)
        k[i] /= total;
    return k;
}

void convolve(const float *in, float *out, int width, int height, const float *kernel, int radius)
{
    int size = 2 * radius + 1;
#pragma stencil
    for (int y = radius; y < height - radius; y++)
        for (int x = radius; x < width - radius; x++) {
            float acc = 0.0f;
            for (int ky = -radius; ky <= radius; ky++)
                for (int kx = -radius; kx <= radius; kx++)
                    acc += in[(y + ky) * width + (x + kx)] * kernel[(ky + radius) * size + (kx + radius)];
            out[y * width + x] = acc;
        }
}

int main(int argc, char **argv)
{
    int w = 61, h = 53, radius = argc > 1 ? atoi(argv[1]) : 2;
    float *a = malloc(w * h * sizeof(float)), *b = calloc(w * h, sizeof(float)), *k = gaussian(radius);
    for (int i = 0; i < w * h; i++)
        a[i] = (float)((i * 31) % 97);
    convolve(a, b, w, h, k, radius);
    double sum = 0;
    for (int i = 0; i < w * h; i++)
        sum += b[i] * (1 + i % 3);
    printf("radius %d: %.10g, middle %.8g\n", radius, sum, b[h / 2 * w + w / 2]);
    free(a);
    free(b);
    free(k);
    return 0;
}
