// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libkasane_rt: what generated code calls. Long: it includes one header.
// The order of the calls in one region function is fixed:
//
//   ksn_no_steps                          where there are none, and nothing else
//   ksn_lay_rows                          where fields have tables of rows
//   guards: ksn_disjoint, ksn_decline     nothing of the user's has been touched yet
//   ksn_begin                             checks, allocates, moves the fields to where the kernels work
//   { ksn_pass, kernels (C calls or ksn_launch), ksn_flip }*
//   ksn_end                               brings the written fields home, reports
//
// A region with host code is left at each point where some runs (ksn_suspend), and entered again (ksn_resume).
//
// Until ksn_begin returns KSN_GO nothing is written, so the caller may still run the original loops. A failure after
// that is always an error: a message on stderr that begins with `ksn: `, exit status 1. Every function may be called
// from several threads at once; a run belongs to the thread that began it. The user's file includes no header. What its
// call site uses stands under "The call site" in plain C types.
#ifndef KASANE_RT_H
#define KASANE_RT_H

#include <stddef.h>
#include <stdint.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Changes with every incompatible change of this header; ksn_begin refuses generated code of another number.
#define KSN_ABI 22

// What a region function returns; KSN_GO only comes from ksn_begin.
enum {
  KSN_ORIGINAL = 0, // nothing touched: the original loops must run
  KSN_RAN = 1,      // done; the outs of the argument block are set
  KSN_VERIFY = 2,   // the user's data is as before the region: run the bounded copy of the loops (see "The call site")
  KSN_GO = 3,
  KSN_HOST = 4 // the user's own statements are to run (see "The call site")
};

typedef enum ksn_type {
  KSN_BOOL,
  KSN_I8,
  KSN_U8,
  KSN_I16,
  KSN_U16,
  KSN_I32,
  KSN_U32,
  KSN_I64,
  KSN_U64,
  KSN_F32,
  KSN_F64
} ksn_type;

typedef struct ksn_device ksn_device;
typedef struct ksn_offer ksn_offer;         // kasane_ranks.h
extern const ksn_device ksn_host_device;    // openmp
extern const ksn_device ksn_opencl_device;  // pulls in the OpenCL part of the library: link with -lOpenCL
extern const ksn_device ksn_openacc_device; // pulls in the OpenACC part of the library: link with -fopenacc
extern const ksn_device ksn_cuda_device;    // pulls in the CUDA part of the library: link with CUDA's runtime

// openacc: the queue in which kernels and copies are.
enum { KSN_QUEUE = 1 };

// A kernel of CUDA, openacc or, where they have windows, openmp, by the name that launches have for it.
// CUDA: where a block has more than 65535 neighbours along y or z, the grid is launched in parts: behind its own
// parameters it has one `unsigned` each for y and z, as far as it has those axes, which is the part's first block
// there. openacc: a ksn_starter; openmp: a ksn_host_starter. Beside kernels there may be `ksn_try_float` and
// `ksn_try_double`, which try how the device rounds, and there is `ksn_copy_planes` where kernels of openacc have
// windows: see the runtime's Acc.h.
typedef struct ksn_kernel {
  const char *name;
  const void *function; // CUDA: as cudaLaunchKernel takes it
  size_t local_bytes;   // of dynamic shared memory
} ksn_kernel;

// How a kernel that runs on some of its planes across the slowest axis looks at its buffers, which then hold a part of
// their arrays: so many planes before the first and behind the last. `writes`: cells of its planes; KSN_COVERS: all of
// them, whatever is there.
enum { KSN_WRITES = 1, KSN_COVERS = 2 };
typedef struct ksn_reach {
  int back, ahead, writes;
  int left, right; // rows before the first and behind the last, where the window has sides
} ksn_reach;
// With sides it may also run on some of the rows, along the axis before the slowest one, from any on, and leaves the
// others alone. Its arguments are buffers, as many as `reach` has, then scalars. Where `shift` isn't 0, so many
// arguments from there on say what is to be taken off the linear indices of each buffer; else its pointer is moved.
typedef struct ksn_window {
  const char *kernel;
  int tile;      // planes of a work-group
  int dimension; // of the grid that is launched: along the planes
  int slack;     // planes further away that may be loaded and are not looked at
  int from;      // the argument that says with which plane the grid begins; the next one says before which it ends
  int shift;
  int count;
  const ksn_reach *reach;
  int side_tile;                             // rows of a work-group; 0: it has no sides
  int side_dimension, side_slack, side_from; // the same for rows
  // The kernel with the same arguments that takes less time for so many planes and fewer; NULL: none does.
  const char *brief;
  int brief_planes;
  // The axis closes to a ring, which this kernel sees as a whole: the one with the same arguments for planes that
  // follow each other on and on, past both ends. NULL: it is no ring.
  const char *endless;
} ksn_window;

// A region, one target: `static const`, all that the translator knew. It must outlive the process's exit handlers.
typedef struct ksn_info {
  int abi;               // KSN_ABI
  const char *name;      // "heat_main_1"
  const char *function;  // "main"
  const char *file;      // "heat.c"
  int line;              // of the pragma
  const char *target;    // "openmp"
  const char *family;    // "sweep", "overlap", "pipeline"
  int tile[3];           // output cells, x first
  int rank;              // 1..3
  int depth;             // steps per pass, at most
  const char *placement; // "in core"
  const char *fp;        // "strict": compared bit by bit, exact rounding asked of the device; "contract"; "fast"
  double flops_per_cell; // per cell and step, for the profile
  double bytes_per_cell; // per cell and step, each field read once and written once
  const char *machine;   // that the schedule was chosen for
  double predicted_ns;   // of the kernels, per cell and step on that machine; 0: nobody predicted any
  const char *chosen;    // by what: "model", "measured"; NULL: not said
  // OpenCL. The program is built once per device and process, and found again by the address of `source`.
  // Pieces of the kernel source, concatenated (an array: C promises 4095 characters a literal).
  const char *const *source;
  int source_count;
  // OpenCL and CUDA
  int group[3];       // the largest work-group of any launch, checked before anything is touched
  size_t local_bytes; // the most local memory that a work-group uses
  // OpenCL
  int uses_double; // any double in a kernel
  // CUDA, openacc and, where they have windows, openmp
  const ksn_kernel *kernels;
  int kernel_count;
  // Of every kernel, or none where one must see whole arrays
  const ksn_window *windows;
  int window_count;
  // Of the fields, then the spares: does a pass use it while many steps are left? NULL: all of them.
  const unsigned char *usual;
  int slab, visit_steps; // asked for, where a part of the arrays is on the device at a time; 0: as is best
  // Seconds; per second each way between host and device, and between ranks; 0: not known
  double link_bytes, network_latency, network_bytes;
  const ksn_offer *offer; // to ranks; NULL: it is none of theirs
} ksn_info;

// An array of the region, as it stands in the user's memory. Element (x, y, z) is home[x*stride[0] + y*stride[1] +
// z*stride[2]], strides in elements; unused axes are lo 0, hi 1, stride 0. Where the device has them side by side and
// the user hasn't, element n of these is home[n*apart], and all else here is said of the device. The box holds every
// element that the region touches; `first` and `last` (inclusive) are the smallest and largest linear index that it
// touches: corners of the box outside of them are left alone, since they may lie outside of the user's allocation.
// last < first: touches nothing.
typedef struct ksn_field {
  const char *name;
  ksn_type type;
  void *home; // element (0, 0, 0)
  int64_t lo[3], hi[3], stride[3];
  int64_t first, last;
  int64_t apart; // 0: 1. Never with rows that lie anywhere
  // Rows that lie anywhere: `table` is the user's, row() gives the address of the element whose coordinates within the
  // row are 0, or NULL where the way there ends: such rows are left alone. `inner` leads on within the row, in
  // elements, 0 along axes that select a row. Then home, stride (0 along an axis that the field lacks, else 1), first
  // and last are set by ksn_lay_rows, as the kernels' view of the rows; `like` is the first of the fields whose
  // memories are exchanged.
  void *(*row)(void *table, const int64_t *cell);
  void *table;
  int64_t inner[3];
  int like;
  int written;
  // No pass uses what it holds before. After the last one, and where host code may run, all of its box is written.
  int renewed;
  int host;     // host code may: 1 read it, 2 write it; 3 both
  int unwanted; // set before ksn_end: nobody reads what it holds then, which may not be what the original leaves
  int hidden;   // none of the user's: the runtime finds memory for it, `home` on the host and `mem`; it is only fetched
  int64_t version; // not 0: nobody writes it while it has this number, and keep leaves it on the device with others
  // What kernels get: set by ksn_begin, changed by ksn_flip. openmp, openacc and cuda: points at element (0, 0, 0);
  // opencl: a cl_mem that covers the linear indices 0..last, so ksn_begin refuses a field with first < 0.
  void *mem;
} ksn_field;

// Memory of the same layout as field `like`, which a pass writes instead of a field, since neighbouring tiles still
// read the field. Its contents are undefined: a pass that writes a spare writes every cell of the field's box, clipped
// to first..last, those included that the region never updates. So a spare may serve several fields of like's shape in
// turn. Meanwhile any of them may stand in the home of another: while a run lasts, the boxes of its written fields
// hold nothing that anybody else may look at.
typedef struct ksn_spare {
  int like;
  void *mem; // as in ksn_field
} ksn_spare;

// One call of a region. Generated code fills in the first part with a designated initializer.
typedef struct ksn_run {
  const ksn_info *info;
  void **call; // the argument block's `call`
  ksn_field *fields;
  int field_count;
  ksn_spare *spares;
  int spare_count;
  int64_t steps; // in: asked for (below 0: none); after ksn_begin: to be made, fewer while verification bisects
  double cells;  // cells updated per step
  const ksn_device *device;
  int threads;             // that call ksn_scratch: ksn_max_threads(); 0 without scratch
  size_t scratch_bytes;    // per thread
  struct ksn_state *state; // the runtime's own; leave it out of the initializer
  int64_t until;           // the caller's: steps until one stops for host code
  // Touches the pages of memory that the runtime fills itself, each on the thread that works on it; NULL: no matter.
  void (*touch)(void *memory, int64_t bytes);
  int small; // the caller's: its arrays are small, and go by sweeps
} ksn_run;

// "The original must run, because ...": notes the reason in the report, returns KSN_ORIGINAL. Only before ksn_begin.
int ksn_decline(const ksn_info *info, void **call, const char *reason);

// A call of no steps, whose arrays need not be there: returns KSN_ORIGINAL, since the original loops make none either,
// and leave every variable as it should be.
int ksn_no_steps(const ksn_info *info);

// Finds out how the rows of tables lie. Where they are evenly spaced, in all fields that are exchanged alike, the
// kernels work on them in place: the field becomes an ordinary one.
// Else ksn_begin gathers them into a copy, ksn_end scatters it.
void ksn_lay_rows(ksn_field *fields, int count);

// 1 when no element of the box of fields[i] shares memory with one of fields[j]. May say 0 for boxes which interleave
// in a way that it can't tell apart. With i == j: when no two rows of a table share memory.
int ksn_disjoint(const ksn_field *fields, int i, int j);

// KSN_GO, or KSN_ORIGINAL (KASANE_FALLBACK=1 and the device can't do it).
// Sets run->steps, each field's and spare's mem.
int ksn_begin(ksn_run *run);

// Before the kernels of a pass that advances `depth` steps: counts, shows progress. 1 <= depth <= info->depth.
void ksn_pass(ksn_run *run, int depth);

// After a pass that wrote a spare in place of `field`: it becomes the field's memory, and the field's former memory
// becomes the spare. `field` is written, and has the shape of spares[spare].like: type, lo, hi, stride, first and last.
void ksn_flip(ksn_run *run, int field, int spare);

// Waits, and brings the box of a hidden field from its mem to its home.
void ksn_fetch(ksn_run *run, int field);

// A test of the user's ended the region: so many steps are made in it. Where more were, the last pass is made again as
// far as that: what it wrote are spares that were not flipped, hidden fields,
// and fields that are written in the same cells then.
void ksn_stop(ksn_run *run, int64_t steps);

// Host code in the time loop. Where it is to run (ksn_suspends), the region function returns what ksn_suspend returns:
// the fields that it may read are at home then, and everything about the run is kept. Called again, the function learns
// from ksn_label_of where it goes on (0: it begins), and ksn_resume gives it back what it kept, with fields that host
// code may have written taken from home again.
int ksn_label_of(void *const *call);
int ksn_suspends(const ksn_run *run); // 0 while verification makes fewer steps: the host code has run before
int ksn_suspend(ksn_run *run, int point, int label, const int *at, int count, int64_t done);
int ksn_suspend_neighbours(ksn_run *run, int point, int label, const int *at, int count, int64_t done); // for halos
// Of statements that look at no array, which stay where they are. `behind`: made steps behind the one that they are of.
int ksn_suspend_apart(ksn_run *run, int point, int label, const int *at, int count, int64_t done, int behind);
void ksn_resume(ksn_run *run, int *at, int count, int64_t *done);

// Enqueues a kernel of info->source or info->kernels over `groups` work-groups of `group` work-items each, in order
// after all before. Kernels of openmp that have no windows are called instead.
typedef struct ksn_arg {
  size_t size;
  const void *value;
} ksn_arg;
#define KSN_ARG(lvalue) {sizeof(lvalue), &(lvalue)} // a scalar, or a field's .mem
#define KSN_VALUE(type, arg) (*(type const *)(arg).value)
typedef void ksn_starter(const ksn_arg *args);                          // openacc: enqueues the kernel's loops
typedef void ksn_host_starter(const ksn_run *run, const ksn_arg *args); // openmp with windows: makes them
// openacc, from a starter: the device's copy of a variable has this value for the loops that it enqueues next.
void ksn_tell(void *variable, const void *value, size_t bytes);
typedef void ksn_launcher(ksn_run *run, const char *kernel, const size_t groups[3], const size_t group[3],
                          int arg_count, const ksn_arg *args);
ksn_launcher ksn_launch, ksn_launch_ahead; // ahead: beside those of ksn_launch
void ksn_meet(ksn_run *run);               // launches behind it wait for all before it

// openmp: the scratch of thread 0 <= thread < run->threads, 64-byte aligned, not cleared, the same one in every pass.
void *ksn_scratch(const ksn_run *run, int thread);

// Waits, brings the box of every written field from mem to home, frees. Returns KSN_RAN or KSN_VERIFY; the caller sets
// the outs of the argument block in both cases.
int ksn_end(ksn_run *run);

// The thread count is asked for where the generated code is compiled: the library itself never needs an OpenMP runtime.
static inline int ksn_max_threads(void) {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}
static inline int ksn_thread(void) {
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}
// As kernels share out their tiles, along the slowest axis.
static inline void ksn_touch_pages(void *memory, int64_t bytes) {
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
  for (int64_t page = 0; page < bytes; page += 4096)
    ((char *)memory)[page] = 0;
}

// Small arithmetic of generated host code, openmp and openacc kernels.
#ifdef _OPENACC
#pragma acc routine seq
#endif
static inline int64_t ksn_min(int64_t a, int64_t b) { return a < b ? a : b; }
#ifdef _OPENACC
#pragma acc routine seq
#endif
static inline int64_t ksn_max(int64_t a, int64_t b) { return a > b ? a : b; }
// Work-groups that cover `cells` cells, `tile` at a time.
static inline size_t ksn_groups(int64_t cells, int64_t tile) {
  return cells > 0 ? (size_t)((cells + tile - 1) / tile) : 0;
}

// ---- The call site -------------------------------------------------------------------------------------------------
// It declares these itself, with the same plain types. `call` is the argument block's `void *call[8]`, zero at first
// but for call[2] and call[3]: NULL, or pairs of addresses up to a NULL, of scalars that were taken into the block, and
// of those that the region sets, and behind them.
// When they meet each other or what the region writes, the original loops run.
//
//   int how = X(&a);                            X: the region function
//   if (how == 1) { take the outs }
//   else if (how == 2) {
//     take the outs; every other variable that is read behind the region gets the value that the region leaves in it
//     long long const l0 = t; ..                      and that is kept
//     do {
//       every variable that the region changes gets the value it had before the region
//       the loops; the body of the time loop begins with  if (!ksn_verify_step(a.call)) break;
//       (or the part of its condition that belongs to the step:  ksn_verify_step(a.call) && (..))
//       (or, when the time loop stands in a function:  the call;  ksn_verify_whole(a.call);)
//       ksn_verify_pointer(a.call, "A", a.p0, A);     for each pointer that the region moves
//       ksn_verify_real(a.call, "err", a.f_err, err); for each variable that it changes from step to step; .._integer
//       ksn_verify_left_integer(a.call, "t", l0, t);  for each of the others; .._real, .._pointer
//       a.p0 = the value before the region; ...       the argument block as it was (but not `call`)
//     } while (ksn_verify_again(a.call) && X(&a) == 2);
//   } else { the original loops }
//
// The first round makes all steps. When both results agree, the loops' own result stands and ksn_verify_again returns
// 0. When they differ it puts the data back and returns 1 with fewer steps to make, until the first differing step is
// found; then it prints that step, the array, the index and both values, and the process exits with status 1.

// With host code in the time loop:
//
//   for (; (how = X(&a)) == 4; take the values that it may have changed) {
//     take the outs
//     ksn_verify_gives(a.call, "t", t, 0); ..           scalars and pointers that the statements mention
//     ksn_host_shape(a.call, "nx", nx == a.n_nx); ..    before the values are taken: what must not have changed
//     the statements number a.point
//   }
//   if (how == 4) how = ksn_host_break(a.call);          they ended the loop
// The first call of X may also return 0.
// Fails unless `same`: host code has changed something that the shapes of arrays and loops depend on.
int ksn_host_shape(void **call, const char *name, int same);
// Host code has changed another value unless `same`: verification, which runs none, has nothing to compare.
int ksn_host_value(void **call, int same);
int ksn_host_break(void **call);
void ksn_verify_repeats(void **call); // what follows changes arrays, and the copy of the loops has it as well
// What host code is about to look at; in the copy of the loops, where it stood, what they hold there. The one that is
// none of `whole` and `real` is 0.
void ksn_verify_gives(void **call, const char *name, long long whole, double real);
void ksn_verify_given(void **call, int point, const char *name, long long whole, double real);

// #pragma stencil keep(A, B) before a statement:
// these arrays stay where the kernels work from one region in it to the next.
//
//   { void *const kept[] = {A, B}; ksn_keep(kept[0], 0); ..  the statement  ksn_keep_end(kept[0]); .. }
// bytes: of a declared array, all of which is kept; 0 for a pointer.
void ksn_keep(const void *array, unsigned long bytes);
void ksn_keep_end(const void *array);
void ksn_keep_drop(const void *array, unsigned long bytes); // before that: nobody looks at what it holds then

// #pragma stencil home(A[k:n]) before a statement that may look at so many elements of A, which may be planes:
//
//   { void *const h = ksn_home("x.c:9: home(A[k:n])", A, k, n, sizeof *A, -1, 0); the statement ksn_home_end(h); }
//
// bytes: of an element; 0: all of A, which is a pointer. length: how many A has; -1: that isn't known. writes: what
// they hold behind the statement counts.
void *ksn_home(const char *what, const void *array, long long from, long long count, unsigned long bytes,
               long long length, int writes);
void ksn_home_end(void *home);

// Which of "openmp,opencl,openacc" KASANE_TARGET names: its index, 0 when unset. Only needed when there are several.
int ksn_select(const char *targets);
// Are the elements with the numbers [from, to) of a table of integers neighbours: each its own number plus a distance,
// and where that leaves [first, end), what `ends` says, and all of it times a factor? 0: any number; 1: the last one
// that is inside; 2: counted on from the other end; 3: as far from the last one inside; 4: the same from beyond it. The
// table has `length` elements, -1: it is not known. 0 also where there is no table.
int ksn_index_table(const void *table, int size, int isSigned, long long length, long long from, long long to,
                    long long first, long long end, long long distance, int ends, long long factor);
// Has memory from malloc room for so many bytes? 0 also where the original loops, which free it, would be compared.
int ksn_has_memory(void *memory, long long bytes);
// Memory for a table of `rounds` values and one more, which the call block fills before it calls the region function.
void *ksn_sums(long long rounds, unsigned long bytes);
void ksn_sums_end(void *table);
// 1 while another step of the original is to be made.
int ksn_verify_step(void **call);
// The original has made all of its steps, uncounted: there is one round only.
void ksn_verify_whole(void **call);
// The region function says that the pointer must end at `ours`, the loops left it at `theirs`.
void ksn_verify_pointer(void **call, const char *name, const void *ours, const void *theirs);
// The same for a variable's value; only under strict must it be the same.
void ksn_verify_real(void **call, const char *name, double ours, double theirs);
void ksn_verify_integer(void **call, const char *name, long long ours, long long theirs);
// What the call site would leave in a variable that is read behind the region, and what the loops left there.
// `bytes`: of the variable's type. Rounds of fewer steps than all have nothing to compare.
void ksn_verify_left_integer(void **call, const char *name, long long ours, long long theirs);
void ksn_verify_left_real(void **call, const char *name, double ours, double theirs, unsigned long bytes);
void ksn_verify_left_pointer(void **call, const char *name, const void *ours, const void *theirs);
// Compares; 1: another round.
int ksn_verify_again(void **call);

#ifdef __cplusplus
}
#endif

#endif
