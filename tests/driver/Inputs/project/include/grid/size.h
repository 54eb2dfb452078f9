#define NX 31
#define NY 17
