/* Salt and pepper noise is taken out of a picture by a median filter, a few times over. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "pixsort.h"

#define WIDTH 61
#define HEIGHT 43

static pix *test_picture(void)
{
    pix *img = malloc(WIDTH * HEIGHT * sizeof *img);
    unsigned seed = 42;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            seed = seed * 1103515245u + 12345u;
            img[y * WIDTH + x] = (x / 10 + y / 8) % 2 ? 3000 + 40 * x : 900 + 25 * y;
            if ((seed >> 16) % 9 == 0)
                img[y * WIDTH + x] = (seed >> 20) % 2 ? 4095 : 0;
        }
    return img;
}

static void filter(pix *src, pix *dst, int passes)
{
    int x, y, i, j, n, pass;
#pragma stencil
    for (pass = 0; pass < passes; pass++) {
        for (y = 1; y < HEIGHT - 1; y++)
            for (x = 1; x < WIDTH - 1; x++) {
                pix window[9];
                n = 0;
                for (j = -1; j <= 1; j++)
                    for (i = -1; i <= 1; i++)
                        window[n++] = src[(y + j) * WIDTH + x + i];
                dst[y * WIDTH + x] = median9(window);
            }
        pix *t = src;
        src = dst;
        dst = t;
    }
    if (passes % 2) /* the caller finds the result in the first one */
        memcpy(dst, src, WIDTH * HEIGHT * sizeof *dst);
}

int main(int argc, char *argv[])
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s passes picture.pgm\n", argv[0]);
        return 2;
    }
    pix *img = test_picture(), *work = malloc(WIDTH * HEIGHT * sizeof *work);
    memcpy(work, img, WIDTH * HEIGHT * sizeof *work);
    filter(img, work, atoi(argv[1]));
    FILE *f = fopen(argv[2], "w");
    if (!f)
        return 1;
    fprintf(f, "P2\n%d %d\n4095\n", WIDTH, HEIGHT);
    long sum = 0;
    for (int k = 0; k < WIDTH * HEIGHT; k++) {
        fprintf(f, "%d%c", img[k], k % 15 == 14 ? '\n' : ' ');
        sum += img[k];
    }
    fclose(f);
    printf("mean %.4f\n", (double)sum / (WIDTH * HEIGHT));
    free(img);
    free(work);
    return 0;
}
