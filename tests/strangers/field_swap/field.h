#ifndef FIELD_H
#define FIELD_H
typedef struct {
  int nx, ny;
  double dx, dy;
  double *data;
} field;
#endif
