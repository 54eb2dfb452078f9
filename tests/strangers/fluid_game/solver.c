#include <stdlib.h>
#include <stdio.h>
/* Real-time smoke, after a well-known paper for games. The linear solver is a Jacobi one here. */
#define IX(i,j) ((i)+(N+2)*(j))
#define SWAP(x0,x) {float * tmp=x0;x0=x;x=tmp;}
#define FOR_EACH_CELL for ( i=1 ; i<=N ; i++ ) { for ( j=1 ; j<=N ; j++ ) {
#define END_FOR }}

static float *scratch;

void set_bnd ( int N, int b, float * x )
{
	int i;

	for ( i=1 ; i<=N ; i++ ) {
		x[IX(0  ,i)] = b==1 ? -x[IX(1,i)] : x[IX(1,i)];
		x[IX(N+1,i)] = b==1 ? -x[IX(N,i)] : x[IX(N,i)];
		x[IX(i,0  )] = b==2 ? -x[IX(i,1)] : x[IX(i,1)];
		x[IX(i,N+1)] = b==2 ? -x[IX(i,N)] : x[IX(i,N)];
	}
	x[IX(0  ,0  )] = 0.5f*(x[IX(1,0  )]+x[IX(0  ,1)]);
	x[IX(0  ,N+1)] = 0.5f*(x[IX(1,N+1)]+x[IX(0  ,N)]);
	x[IX(N+1,0  )] = 0.5f*(x[IX(N,0  )]+x[IX(N+1,1)]);
	x[IX(N+1,N+1)] = 0.5f*(x[IX(N,N+1)]+x[IX(N+1,N)]);
}

void lin_solve ( int N, int b, float * x, float * x0, float a, float c )
{
	int i, j, k;
	float *y = scratch;

#pragma stencil
	for ( k=0 ; k<20 ; k++ ) {
		FOR_EACH_CELL
			y[IX(i,j)] = (x0[IX(i,j)] + a*(x[IX(i-1,j)]+x[IX(i+1,j)]+x[IX(i,j-1)]+x[IX(i,j+1)]))/c;
		END_FOR
		FOR_EACH_CELL
			x[IX(i,j)] = y[IX(i,j)];
		END_FOR
		set_bnd ( N, b, x );
	}
}

void diffuse ( int N, int b, float * x, float * x0, float diff, float dt )
{
	float a=dt*diff*N*N;
	lin_solve ( N, b, x, x0, a, 1+4*a );
}

void project ( int N, float * u, float * v, float * p, float * div )
{
	int i, j;

#pragma stencil
	{
	FOR_EACH_CELL
		div[IX(i,j)] = -0.5f*(u[IX(i+1,j)]-u[IX(i-1,j)]+v[IX(i,j+1)]-v[IX(i,j-1)])/N;
		p[IX(i,j)] = 0;
	END_FOR
	set_bnd ( N, 0, div ); set_bnd ( N, 0, p );
	}

	lin_solve ( N, 0, p, div, 1, 4 );

#pragma stencil
	{
	FOR_EACH_CELL
		u[IX(i,j)] -= 0.5f*N*(p[IX(i+1,j)]-p[IX(i-1,j)]);
		v[IX(i,j)] -= 0.5f*N*(p[IX(i,j+1)]-p[IX(i,j-1)]);
	END_FOR
	set_bnd ( N, 1, u ); set_bnd ( N, 2, v );
	}
}

int main(int argc, char **argv)
{
	int N = argc > 1 ? atoi(argv[1]) : 30, steps = argc > 2 ? atoi(argv[2]) : 5, size = (N+2)*(N+2), i;
	float *u = calloc(size, sizeof(float)), *v = calloc(size, sizeof(float)), *u0 = calloc(size, sizeof(float)),
	      *v0 = calloc(size, sizeof(float));
	scratch = calloc(size, sizeof(float));
	for ( i=0 ; i<size ; i++ ) { u[i] = (i*29%17)*0.01f; v[i] = (i*13%23)*0.01f; }
	while ( steps-- ) {
		SWAP ( u0, u ); diffuse ( N, 1, u, u0, 0.001f, 0.1f );
		SWAP ( v0, v ); diffuse ( N, 2, v, v0, 0.001f, 0.1f );
		project ( N, u, v, u0, v0 );
	}
	for ( i=0 ; i<size ; i+=37 ) printf("%d %.8e %.8e\n", i, u[i], v[i]);
	return 0;
}
