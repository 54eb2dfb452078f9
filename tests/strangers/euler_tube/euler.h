#ifndef EULER_H
#define EULER_H
#define GAMMA 1.4
typedef struct { double rho, mom, ener; } cons_t;

static inline double pressure(cons_t q)
{
  return (GAMMA - 1.0) * (q.ener - 0.5 * q.mom * q.mom / q.rho);
}

static inline cons_t flux(cons_t q)
{
  double p = pressure(q), u = q.mom / q.rho;
  cons_t f;
  f.rho = q.mom;
  f.mom = q.mom * u + p;
  f.ener = (q.ener + p) * u;
  return f;
}
#endif
