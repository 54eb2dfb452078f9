#ifndef NODE_H
#define NODE_H

/* One lattice node knows everything about itself. */
enum node_type { FLUID, WALL, INLET, OUTLET };

struct vec2 {
  double x, y;
};

typedef struct node {
  double f[9];
  double rho;
  struct vec2 vel;
  float dye;
  enum node_type type;
  unsigned char visits;
} Node;

typedef struct {
  int width, height;
  double tau;
  struct vec2 inflow;
} Setup;

#define AT(lattice, s, x, y) (lattice)[(y) * (s)->width + (x)]

void setup_nodes(const Setup *s, Node *lattice);
void report(const Setup *s, const Node *lattice, int step);

#endif
