// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An omp.h to parse with. Programs that time themselves with omp_get_wtime() include it; Clang has none of its own
// without libomp-dev, and does not accept gcc's. It is searched last.
#pragma once

namespace kasane {

constexpr const char *kOmpHeaderFolder = "/kasane-builtin-headers";

constexpr const char *kOmpHeader = R"(#ifndef OMP_H
#define OMP_H
typedef struct { void *kasane_opaque[4]; } omp_lock_t;
typedef struct { void *kasane_opaque[4]; } omp_nest_lock_t;
typedef enum { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided, omp_sched_auto } omp_sched_t;
typedef enum { omp_proc_bind_false, omp_proc_bind_true, omp_proc_bind_primary, omp_proc_bind_close,
               omp_proc_bind_spread, omp_proc_bind_master = omp_proc_bind_primary } omp_proc_bind_t;
double omp_get_wtime(void);
double omp_get_wtick(void);
void omp_set_num_threads(int);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_thread_num(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
void omp_set_dynamic(int);
int omp_get_dynamic(void);
void omp_set_nested(int);
int omp_get_nested(void);
void omp_set_schedule(omp_sched_t, int);
void omp_get_schedule(omp_sched_t *, int *);
int omp_get_thread_limit(void);
void omp_set_max_active_levels(int);
int omp_get_max_active_levels(void);
int omp_get_supported_active_levels(void);
int omp_get_level(void);
int omp_get_ancestor_thread_num(int);
int omp_get_team_size(int);
int omp_get_active_level(void);
int omp_in_final(void);
int omp_get_cancellation(void);
omp_proc_bind_t omp_get_proc_bind(void);
int omp_get_num_places(void);
int omp_get_place_num_procs(int);
int omp_get_place_num(void);
void omp_set_default_device(int);
int omp_get_default_device(void);
int omp_get_num_devices(void);
int omp_get_initial_device(void);
int omp_get_num_teams(void);
int omp_get_team_num(void);
int omp_is_initial_device(void);
int omp_get_max_task_priority(void);
void omp_init_lock(omp_lock_t *);
void omp_destroy_lock(omp_lock_t *);
void omp_set_lock(omp_lock_t *);
void omp_unset_lock(omp_lock_t *);
int omp_test_lock(omp_lock_t *);
void omp_init_nest_lock(omp_nest_lock_t *);
void omp_destroy_nest_lock(omp_nest_lock_t *);
void omp_set_nest_lock(omp_nest_lock_t *);
void omp_unset_nest_lock(omp_nest_lock_t *);
int omp_test_nest_lock(omp_nest_lock_t *);
void *omp_target_alloc(__SIZE_TYPE__, int);
void omp_target_free(void *, int);
#endif
)";

} // namespace kasane

// Tests: tests/driver/team.test
