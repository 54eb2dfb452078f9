// A pond for a game: columns of water with a height and a speed, a boat that goes round, rain now and then.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    float height, speed;
} Column;

typedef struct {
    int width, depth;
    Column *front, *back;
    float damping;
} Pond;

static bool pond_create(Pond *pond, int width, int depth)
{
    pond->width = width;
    pond->depth = depth;
    pond->damping = 0.985f;
    pond->front = calloc((size_t)width * depth, sizeof(Column));
    pond->back = calloc((size_t)width * depth, sizeof(Column));
    return pond->front && pond->back;
}

static void pond_push(Pond *pond, int x, int z, float force)
{
    if (x > 0 && x < pond->width - 1 && z > 0 && z < pond->depth - 1)
        pond->front[z * pond->width + x].speed -= force;
}

static void pond_update(Pond *pond, float dt)
{
    for (int z = 1; z < pond->depth - 1; ++z) {
        const Column *row = &pond->front[z * pond->width];
        const Column *before = row - pond->width, *after = row + pond->width;
        Column *out = &pond->back[z * pond->width];
        for (int x = 1; x < pond->width - 1; ++x) {
            float sides = row[x - 1].height + row[x + 1].height;
            float pull = sides + before[x].height + after[x].height - 4.0f * row[x].height;
            out[x].speed = (row[x].speed + pull * dt) * pond->damping;
            out[x].height = row[x].height + out[x].speed * dt;
        }
    }
    Column *swap = pond->front;
    pond->front = pond->back;
    pond->back = swap;
}

static void pond_draw(const Pond *pond, int frame)
{
    static const char shades[] = " .:-=+*#%@";
    printf("frame %d\n", frame);
    for (int z = 0; z < pond->depth; z += 3) {
        for (int x = 0; x < pond->width; x += 2) {
            int shade = (int)(4.5f + 9.0f * pond->front[z * pond->width + x].height);
            putchar(shades[shade < 0 ? 0 : shade > 9 ? 9 : shade]);
        }
        putchar('\n');
    }
}

int main(void)
{
    Pond pond;
    if (!pond_create(&pond, 64, 48))
        return 1;
#pragma stencil
    for (int frame = 0; frame < 120; ++frame) {
        if (frame % 4 == 0)
            pond_push(&pond, 10 + frame / 3, 20 + frame % 12 / 4, 0.9f);
        if (frame % 20 == 7)
            pond_push(&pond, 5 + frame * 7 % 50, frame * 11 % 40 + 3, 1.5f);
        pond_update(&pond, 0.35f);
        if (frame % 40 == 39)
            pond_draw(&pond, frame);
    }
    double energy = 0;
    for (int k = 0; k < pond.width * pond.depth; ++k)
        energy += pond.front[k].speed * pond.front[k].speed;
    printf("energy %.9g\n", energy);
    free(pond.front);
    free(pond.back);
    return 0;
}
