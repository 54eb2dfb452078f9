#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Game of life with rows of characters, as in many first-year courses. The border is always dead. */

#define ALIVE 'O'
#define DEAD  ' '

static char **new_board(int rows, int cols) {
    char **b = malloc(rows * sizeof(char *));
    int i;
    for (i = 0; i < rows; i++) {
        b[i] = malloc(cols);
        memset(b[i], DEAD, cols);
    }
    return b;
}

int alive_neighbors(char **b, int r, int c) {
    int i, j, n = 0;
    for (i = r - 1; i <= r + 1; i++)
        for (j = c - 1; j <= c + 1; j++) {
            if (i == r && j == c)
                continue;
            if (b[i][j] == ALIVE)
                n++;
        }
    return n;
}

void next_generation(char **old, char **new, int rows, int cols) {
    int r, c, n;
    for (r = 1; r < rows - 1; r++) {
        for (c = 1; c < cols - 1; c++) {
            n = alive_neighbors(old, r, c);
            switch (n) {
            case 2:
                new[r][c] = old[r][c];
                break;
            case 3:
                new[r][c] = ALIVE;
                break;
            default:
                new[r][c] = DEAD;
            }
        }
    }
}

int main(int argc, char *argv[]) {
    int rows = 34, cols = 60, gens = argc > 1 ? atoi(argv[1]) : 50, g, r, c;
    char **a = new_board(rows, cols), **b = new_board(rows, cols), **tmp;
    for (r = 1; r < rows - 1; r++)
        for (c = 1; c < cols - 1; c++)
            if ((r * 7 + c * c) % 3 == 0)
                a[r][c] = ALIVE;
#pragma stencil
    for (g = 0; g < gens; g++) {
        next_generation(a, b, rows, cols);
        tmp = a;
        a = b;
        b = tmp;
    }
    for (r = 0; r < rows; r++) {
        fwrite(a[r], 1, cols, stdout);
        puts("|");
    }
    for (r = 0; r < rows; r++) {
        free(a[r]);
        free(b[r]);
    }
    free(a);
    free(b);
    return 0;
}
