/* A library of little helpers that check what they are given, and a smoother that uses them. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int kind;                        /* 1: edges stay; 2: edges are copied inwards */
  int trace;                       /* say what is done */
  double (*source)(int x, int y);  /* or none */
  double rate;
} Settings;

double weighted ();

double weighted ( n, w, a )
int n;
double *w;
double *a;
{
  double sum = 0.0, all = 0.0;
  int k;

  if ( n < 1 )
  {
    fprintf ( stderr, "\n" );
    fprintf ( stderr, "WEIGHTED - Fatal error!\n" );
    fprintf ( stderr, "  Nothing to weigh, n = %d\n", n );
    exit ( 1 );
  }
  for ( k = 0; k < 5; k++ )
  {
    sum = sum + w[k] * a[k];
    all = all + w[k];
  }
  return sum / all;
}

static void edges ( int nx, int ny, double *u, const Settings *s )
{
  int i, j;

  if ( s->kind == 1 )
  {
    for ( i = 0; i < nx; i++ )
      u[i] = 1.0;
  }
  else if ( s->kind == 2 )
  {
    for ( i = 0; i < nx; i++ )
      u[i] = u[nx + i];
    for ( j = 0; j < ny; j++ )
      u[j * nx] = u[j * nx + 1];
  }
  else
  {
    fprintf ( stderr, "EDGES - no such kind: %d\n", s->kind );
    abort ( );
  }
}

static void smooth ( int nx, int ny, const double *u, double *v, const Settings *s )
{
  double w[5];
  int i, j;

  w[0] = 4.0;
  w[1] = w[2] = w[3] = w[4] = 1.0;
  if ( s->trace )
    printf ( "smoothing %d x %d\n", nx, ny );
  for ( j = 1; j < ny - 1; j++ )
    for ( i = 1; i < nx - 1; i++ )
    {
      double p[5];
      p[0] = u[j * nx + i];
      p[1] = u[j * nx + i - 1];
      p[2] = u[j * nx + i + 1];
      p[3] = u[( j - 1 ) * nx + i];
      p[4] = u[( j + 1 ) * nx + i];
      v[j * nx + i] = weighted ( 5, w, p );
      if ( s->source )
        v[j * nx + i] += s->rate * s->source ( i, j );
    }
}

static void scroll ( int nx, int ny, double *u )
{
  int i, j;

  for ( j = 0; j < ny; j++ )
    for ( i = 0; i < nx - 1; i++ )
      u[j * nx + i] = 0.75 * u[j * nx + i] + 0.25 * u[j * nx + i + 1];
}

int main ( int argc, char *argv[] )
{
  int nx = argc > 1 ? atoi ( argv[1] ) : 40, ny = nx / 2 + 3, steps = argc > 2 ? atoi ( argv[2] ) : 30;
  double *u = calloc ( nx * ny, sizeof ( double ) ), *v = calloc ( nx * ny, sizeof ( double ) );
  Settings settings = { 2, 0, NULL, 0.5 };
  int k, t;

  for ( k = 0; k < nx * ny; k++ )
    u[k] = v[k] = k * k % 17;
#pragma stencil
  for ( t = 0; t < steps; t++ )
  {
    smooth ( nx, ny, u, v, &settings );
    edges ( nx, ny, v, &settings );
    scroll ( nx, ny, v );
    smooth ( nx, ny, v, u, &settings );
  }
  for ( k = 0; k < nx * ny; k += 7 )
    printf ( "%.14g %.14g\n", u[k], v[k] );
  return 0;
}
