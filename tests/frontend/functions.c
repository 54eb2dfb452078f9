// RUN: %kasane %s --dump-after=frontend | FileCheck %s
// The file's own functions are read in place of their calls.
void report(const char *, ...);
static float scale = 0.5f;

// A parameter has its own type and value; what the region doesn't change is the argument itself, spelled for the call.
static void blur(int width, int height, float (*to)[width], const float *from, float weight, unsigned char part) {
  for (int row = 1; row < height / 2; row++)
    for (int col = 1; col < width - 1; col++)
      to[row][col] = weight * from[row * width + col - 1] + part;
}
static void exchange(float **first, float **second) {
  float *temporary = *first;
  *first = *second;
  *second = temporary;
}
void call(int nx, int ny, int steps, float *a, float *b, double c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    blur(nx, ny + 1, (float (*)[nx])b, a, c, ny);
    exchange(&a, &b);
  }
}
// CHECK-LABEL: _call_1 rank 2
// CHECK: param steps : i32 = steps
// CHECK-NEXT: param nx : i32 = nx
// CHECK-NEXT: param ny_1_2 : i32 = ((ny + 1) / 2)
// CHECK-NEXT: param c : f64 = c
// CHECK-NEXT: param ny : i32 = ny
// CHECK-NEXT: field a : f32 at a y:? stride nx x:nx stride 1
// CHECK-NEXT: field b : f32 at b y:? stride nx x:nx stride 1
// CHECK-NEXT: time t from 0 to steps step 1
// CHECK-NEXT: stage y in [1, ny_1_2) x in [1, nx - 1)
// CHECK-NEXT: b[+0][+0] := ((f32(c) * a[+0][-1]) + f32(i32(u8(ny))))
// CHECK-NEXT: then a <- b
// CHECK-NEXT: then b <- a

// A parameter that the function changes, and one that the region changes before it is read, are variables of their own.
static float stepped(float x, int times) {
  x += times;
  return x;
}
void own(int n, int steps, float *a, float *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    float x = 2 * t;
    float y = stepped(x, t) + x;
    for (int i = 0; i < n; i++)
      b[i] = stepped(a[i], i) * y;
    float *c = a;
    a = b;
    b = c;
  }
}
// CHECK-LABEL: _own_1 rank 1
// CHECK: step f32 x = f32((2 * time))
// CHECK-NEXT: step f32 x_2 = x
// CHECK-NEXT: step i32 times = time
// CHECK-NEXT: step f32 x_3 = (x_2 + f32(times))
// CHECK-NEXT: step f32 y = (x_3 + x)
// CHECK: stage x in [0, n)
// CHECK-NEXT: f32 x_4 = a[+0]
// CHECK-NEXT: x_4 = (x_4 + f32(i32(index0)))
// CHECK-NEXT: b[+0] := (x_4 * y)

// What a function stores through a parameter is stored by the region: a[0] is no invariant.
static void put(float *to, int i, float value) { to[i] = scale * value; }
void stores(int n, float *a, float *b) {
#pragma stencil
  for (int i = 1; i < n; i++)
    put(a, i, b[i - 1]);
}
// CHECK-LABEL: _stores_1 rank 1
// CHECK: param scale : f32 = scale
// CHECK: stage x in [1, n)
// CHECK-NEXT: f32 value = b[-1]
// CHECK-NEXT: a[+0] := (scale * value)

// An array that is declared with rows and seen flat is linear; its object is known all the same.
static void flat(float *p, int width, int height) {
  for (int j = 1; j < height; j++)
    for (int i = 0; i < width; i++)
      p[j * width + i] += p[j * width + i - width];
}
float field[20][10];
void shapes(int rows) {
#pragma stencil
  {
    for (int j = 0; j < rows; j++)
      for (int i = 0; i < 10; i++)
        field[j][i] *= scale;
    flat(&field[0][0], 10, 20);
  }
}
// CHECK-LABEL: _shapes_1 rank 2
// CHECK: field field : f32 at &field[0][0] y:20 stride 10 x:10 stride 1 object field
// CHECK: stage y in [0, rows) x in [0, 10)
// CHECK: stage y in [1, 20) x in [0, 10)
// CHECK-NEXT: field[+0][+0] := (field[+0][+0] + field[-1][+0])

// One whose value a cell uses, and that changes what it gets: it comes before what else the expression holds.
static float drawn(unsigned *state) {
  *state = *state * 69069u + 1;
  return (float)(*state >> 8);
}
void flip(int n, unsigned *state, float *a, float p) {
#pragma stencil
  for (int i = 0; i < n; i++)
    if (drawn(&state[i]) < p)
      a[i] = -a[i];
}
// CHECK: stencil {{.*}}_flip_1
// CHECK: state[+0] := ((state[+0] * 69069) + u32(1))
// CHECK-NEXT: f32 value = f32((state[+0] >> 8))
// CHECK-NEXT: if (value < p)
// CHECK-NEXT: a[+0] := -(a[+0])
