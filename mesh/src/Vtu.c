// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One unstructured grid of pixels or voxels, data raw behind the XML. A leaf has (B + 1)^rank points of its own,
// so that nothing has to be found that leaves share.
#include "Cells.h"
#include "Error.h"
#include "Stores.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
  FILE *file;
  const ksm_mesh *m;
  uint64_t offset; // of the next array in the raw data
  int isGood;
} writer;

static void put(writer *w, const void *data, size_t bytes) {
  w->isGood = w->isGood && fwrite(data, 1, bytes, w->file) == bytes;
}

static int isLittleEndian(void) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first;
}

static uint64_t power(int base, int rank) { return (uint64_t)base * (uint64_t)base * (uint64_t)(rank == 2 ? 1 : base); }
static uint64_t cellsOf(const writer *w) {
  return (uint64_t)w->m->leaves * power(w->m->domain.cells, w->m->domain.rank);
}
static uint64_t pointsOf(const writer *w) {
  return (uint64_t)w->m->leaves * power(w->m->domain.cells + 1, w->m->domain.rank);
}

static void head(writer *w, const char *type, const char *name, int components, uint64_t bytes) {
  const int said = fprintf(w->file,
                           "        <DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" "
                           "offset=\"%llu\"/>\n",
                           type, name, components, (unsigned long long)w->offset);
  w->isGood = w->isGood && said > 0;
  w->offset += bytes + sizeof bytes;
}

static void line(writer *w, const char *text) { w->isGood = w->isGood && fputs(text, w->file) >= 0; }

static const char *typeOf(const ksm_store *store) { return store->type == KSM_F32 ? "Float32" : "Float64"; }

static void putHeads(writer *w, const int *of) {
  const struct ksm_state *const s = w->m->state;
  const uint64_t cells = cellsOf(w), points = pointsOf(w);
  const int said =
      fprintf(w->file,
              "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" "
              "byte_order=\"%s\" header_type=\"UInt64\">\n  <UnstructuredGrid>\n    <Piece "
              "NumberOfPoints=\"%llu\" NumberOfCells=\"%llu\">\n      <Points>\n",
              isLittleEndian() ? "LittleEndian" : "BigEndian", (unsigned long long)points, (unsigned long long)cells);
  w->isGood = w->isGood && said > 0;
  head(w, "Float64", "Points", 3, points * 3 * sizeof(double));
  line(w, "      </Points>\n      <Cells>\n");
  head(w, "Int64", "connectivity", 1, cells * (uint64_t)ksm_children(w->m) * sizeof(int64_t));
  head(w, "Int64", "offsets", 1, cells * sizeof(int64_t));
  head(w, "UInt8", "types", 1, cells);
  line(w, "      </Cells>\n      <CellData>\n");
  head(w, "UInt8", "level", 1, cells);
  head(w, "Int32", "leaf", 1, cells * sizeof(int32_t));
  for (int n = 0; n < s->count; n++) {
    const ksm_store *const store = &s->stores[of[n]];
    head(w, typeOf(store), s->holders[n].name, store->components,
         cells * (uint64_t)store->components * ksm_size_of(store->type));
  }
  line(w, "      </CellData>\n    </Piece>\n  </UnstructuredGrid>\n  <AppendedData encoding=\"raw\">\n_");
}

static void putSize(writer *w, uint64_t bytes) { put(w, &bytes, sizeof bytes); }

static void putPoints(writer *w) {
  const ksm_mesh *const m = w->m;
  const int b = m->domain.cells, layers = m->domain.rank == 2 ? 1 : b + 1;
  putSize(w, pointsOf(w) * 3 * sizeof(double));
  for (int leaf = 0; leaf < m->leaves && w->isGood; leaf++)
    for (int k = 0; k < layers; k++)
      for (int j = 0; j <= b; j++)
        for (int i = 0; i <= b; i++) {
          const double *const c = m->corner[leaf], h = m->h[leaf];
          const double point[3] = {c[0] + i * h, c[1] + j * h, m->domain.rank == 2 ? 0 : c[2] + k * h};
          put(w, point, sizeof point);
        }
}

// The corners of each cell, x fastest, as pixels and voxels have them.
static void putCells(writer *w) {
  const ksm_mesh *const m = w->m;
  const int b = m->domain.cells, layers = m->domain.rank == 2 ? 1 : b, count = ksm_children(m);
  const int64_t points = (int64_t)power(b + 1, m->domain.rank), cells = (int64_t)cellsOf(w);
  const int64_t row = b + 1, plane = row * row;
  putSize(w, (uint64_t)(cells * count) * sizeof(int64_t));
  for (int leaf = 0; leaf < m->leaves && w->isGood; leaf++)
    for (int k = 0; k < layers; k++)
      for (int j = 0; j < b; j++)
        for (int i = 0; i < b; i++) {
          int64_t corners[KSM_CHILDREN];
          for (int n = 0; n < count; n++)
            corners[n] = leaf * points + (k + n / 4) * plane + (j + n / 2 % 2) * row + i + n % 2;
          put(w, corners, (size_t)count * sizeof *corners);
        }
  putSize(w, (uint64_t)cells * sizeof(int64_t));
  for (int64_t n = 1; n <= cells && w->isGood; n++) {
    const int64_t end = n * count;
    put(w, &end, sizeof end);
  }
  putSize(w, (uint64_t)cells);
  enum { kPixel = 8, kVoxel = 11 };
  const unsigned char type = m->domain.rank == 2 ? kPixel : kVoxel;
  for (int64_t n = 0; n < cells && w->isGood; n++)
    put(w, &type, 1);
}

static void putPlaces(writer *w) {
  const ksm_mesh *const m = w->m;
  const uint64_t cells = power(m->domain.cells, m->domain.rank);
  putSize(w, cellsOf(w));
  for (int32_t leaf = 0; leaf < m->leaves; leaf++) {
    const unsigned char level = (unsigned char)m->level[leaf];
    for (uint64_t n = 0; n < cells && w->isGood; n++)
      put(w, &level, sizeof level);
  }
  putSize(w, cellsOf(w) * sizeof(int32_t));
  for (int32_t leaf = 0; leaf < m->leaves; leaf++)
    for (uint64_t n = 0; n < cells && w->isGood; n++)
      put(w, &leaf, sizeof leaf);
}

static void putArray(writer *w, const ksm_store *store) {
  const ksm_mesh *const m = w->m;
  const ksm_reading r = {.m = m, .like = store};
  const size_t size = ksm_size_of(store->type);
  const int b = m->domain.cells;
  int cell[3];
  putSize(w, cellsOf(w) * (uint64_t)store->components * size);
  for (int leaf = 0; leaf < m->leaves && w->isGood; leaf++)
    for (cell[2] = 0; cell[2] < (m->domain.rank == 2 ? 1 : b); cell[2]++)
      for (cell[1] = 0; cell[1] < b; cell[1]++)
        for (cell[0] = 0; cell[0] < b; cell[0]++)
          for (int c = 0; c < store->components; c++)
            put(w, ksm_element(&r, store->memory, leaf, c, cell), size);
}

int ksm_write_vtu(const ksm_mesh *m, const char *path) {
  if (!m || !path)
    return ksm_fail("ksm_write_vtu: there is no %s, but NULL", m ? "path" : "mesh");
  int *const of = malloc(((size_t)m->state->count + 1) * sizeof *of);
  if (!of)
    return ksm_fail("ksm_write_vtu: memory ends");
  if (ksm_pair("ksm_write_vtu", m, of) != 0) {
    free(of);
    return -1;
  }
  writer w = {.file = fopen(path, "wb"), .m = m, .isGood = 1};
  if (w.file) {
    putHeads(&w, of);
    putPoints(&w);
    putCells(&w);
    putPlaces(&w);
    for (int n = 0; n < m->state->count; n++)
      putArray(&w, &m->state->stores[of[n]]);
    line(&w, "\n  </AppendedData>\n</VTKFile>\n");
  }
  free(of);
  const int isWritten = w.file && w.isGood;
  if ((w.file && fclose(w.file) != 0) || !isWritten)
    return ksm_fail("ksm_write_vtu: %s: %s", path, strerror(errno));
  return 0;
}
