/* Demo-scene fire: each pixel is the mean of some below it, less a little. Double buffered so that it can run in parallel. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define W 64
#define H 48

typedef uint8_t pixel_t;

static pixel_t page[2][H + 2][W];
static uint32_t rnd = 0x12345678;

static uint32_t xorshift(void)
{
	rnd ^= rnd << 13;
	rnd ^= rnd >> 17;
	rnd ^= rnd << 5;
	return rnd;
}

static void burn(int from, int frames)
{
	int f, x, y;
#pragma stencil
	for (f = 0; f < frames; f++) {
		pixel_t (*src)[W] = page[(from + f) & 1];
		pixel_t (*dst)[W] = page[(from + f + 1) & 1];
		for (y = 0; y < H; y++)
			for (x = 0; x < W; x++) {
				int l = x ? x - 1 : W - 1, r = x < W - 1 ? x + 1 : 0;
				int heat = (src[y + 1][l] + src[y + 1][x] + src[y + 1][r] + src[y + 2][x]) * 32 / 129;
				dst[y][x] = heat > 1 ? heat - 1 : 0;
			}
		for (y = H; y < H + 2; y++)
			for (x = 0; x < W; x++)
				dst[y][x] = src[y][x];
	}
}

int main(void)
{
	int now = 0;
	for (int round = 0; round < 12; round++) {
		for (int y = H; y < H + 2; y++)
			for (int x = 0; x < W; x++)
				page[now][y][x] = xorshift() & 0x100 ? 255 : 0;
		burn(now, 3);
		now = (now + 3) & 1;
	}
	for (int y = 0; y < H; y += 2) {
		for (int x = 0; x < W; x++)
			putchar(" .:;+=xX$&#"[page[now][y][x] * 10 / 255]);
		putchar('\n');
	}
	return 0;
}
