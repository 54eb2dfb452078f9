/* The old water effect: two height buffers, integer arithmetic, a light that shows the slope. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 80
#define HEIGHT 50
#define DAMPING 5

static short buffer_a[WIDTH * HEIGHT];
static short buffer_b[WIDTH * HEIGHT];
static short *front = buffer_a;
static short *back = buffer_b;
static unsigned char screen[HEIGHT][WIDTH];

static void drop(int x, int y, int radius, int strength)
{
    int dx, dy;
    for (dy = -radius; dy <= radius; dy++)
        for (dx = -radius; dx <= radius; dx++)
            if (dx * dx + dy * dy < radius * radius)
                front[(y + dy) * WIDTH + x + dx] += strength;
}

static void ripple(void)
{
    int x, y;
    short *swap;
#pragma stencil
    {
        for (y = 1; y < HEIGHT - 1; y++)
            for (x = 1; x < WIDTH - 1; x++) {
                int i = y * WIDTH + x;
                int h = ((front[i - 1] + front[i + 1] + front[i - WIDTH] + front[i + WIDTH]) >> 1) - back[i];
                h -= h >> DAMPING;
                back[i] = h;
            }
    }
    swap = front;
    front = back;
    back = swap;
}

static void shade(void)
{
    int x, y;
#pragma stencil
    for (y = 0; y < HEIGHT; y++)
        for (x = 1; x < WIDTH; x++) {
            int light = 128 + front[y * WIDTH + x] - front[y * WIDTH + x - 1];
            if (light < 0)
                light = 0;
            if (light > 255)
                light = 255;
            screen[y][x] = light;
        }
}

int main(void)
{
    int frame;
    long sum = 0;
    for (frame = 0; frame < 60; frame++) {
        if (frame % 15 == 0)
            drop(10 + frame, 20 + frame / 3, 5, 300);
        ripple();
        shade();
        for (int i = 0; i < WIDTH * HEIGHT; i++)
            sum = sum * 31 + screen[i / WIDTH][i % WIDTH] & 0xffffff;
        if (frame % 20 == 19)
            printf("frame %d: %ld\n", frame, sum);
    }
    FILE *f = fopen("water.pgm", "wb");
    fprintf(f, "P5\n%d %d\n255\n", WIDTH, HEIGHT);
    fwrite(screen, 1, sizeof screen, f);
    fclose(f);
    return 0;
}
