/* Edge detection in one pass: grey image in, gradient magnitude out, threshold as an option. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 70
#define COLS 90

int Gx[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
int Gy[3][3] = {{1, 2, 1}, {0, 0, 0}, {-1, -2, -1}};

void edge_detect(unsigned char in[ROWS][COLS], unsigned char out[ROWS][COLS], int threshold)
{
	int row, col, i, j, sumx, sumy, mag;

#pragma stencil
	for (row = 1; row < ROWS - 1; row++) {
		for (col = 1; col < COLS - 1; col++) {
			sumx = 0;
			sumy = 0;
			for (i = -1; i <= 1; i++) {
				for (j = -1; j <= 1; j++) {
					sumx += in[row + i][col + j] * Gx[i + 1][j + 1];
					sumy += in[row + i][col + j] * Gy[i + 1][j + 1];
				}
			}
			mag = abs(sumx) + abs(sumy);
			if (threshold > 0)
				out[row][col] = mag > threshold ? 255 : 0;
			else
				out[row][col] = mag > 255 ? 255 : mag;
		}
	}
}

int main(int argc, char **argv)
{
	static unsigned char image[ROWS][COLS], edges[ROWS][COLS];
	int i, j, n = 0;
	for (i = 0; i < ROWS; i++)
		for (j = 0; j < COLS; j++)
			image[i][j] = (i - 35) * (i - 35) + (j - 45) * (j - 45) < 400 ? 200 : 40 + (i ^ j) % 16;
	edge_detect(image, edges, argc > 1 ? atoi(argv[1]) : 0);
	for (i = 0; i < ROWS; i++)
		for (j = 0; j < COLS; j++)
			n += edges[i][j];
	printf("%d\n", n);
	edge_detect(image, edges, 120);
	for (i = 0; i < ROWS; i += 4) {
		for (j = 0; j < COLS; j += 2)
			putchar(edges[i][j] ? '*' : ' ');
		putchar('\n');
	}
	return 0;
}
