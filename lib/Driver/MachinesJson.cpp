// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MachinesJson.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace kasane {
namespace {

namespace json = llvm::json;

json::Object levelOf(const MemoryLevel &level) {
  return json::Object{{"name", level.name},           {"bytes", level.bytes},     {"shared", level.shared},
                      {"bandwidth", level.bandwidth}, {"latency", level.latency}, {"ways", level.ways}};
}

json::Object groupOf(const GroupLimits &groups) {
  return json::Object{{"items", groups.items},
                      {"axes", json::Array{groups.axes[0], groups.axes[1], groups.axes[2]}},
                      {"items_per_unit", groups.itemsPerUnit},
                      {"groups_per_unit", groups.groupsPerUnit}};
}

json::Object localOf(const LocalMemory &local) {
  return json::Object{{"bytes", local.bytes},
                      {"on_request", local.onRequest},
                      {"per_unit", local.perUnit},
                      {"bandwidth", local.bandwidth}};
}

// The keys of the file, all of them.
json::Object objectOf(const Machine &m) {
  json::Array caches;
  for (const MemoryLevel &cache : m.caches)
    caches.push_back(levelOf(cache));
  const OperationRates &rates = m.operations;
  return json::Object{
      {"name", m.name},
      {"title", m.title},
      {"source", m.source},
      {"class", nameOf(m.kind)},
      {"units", m.units},
      {"width", m.width},
      {"issue_slots", m.issueSlots},
      {"architecture", m.architecture},
      {"line", lineOf(m)},
      {"operations", json::Object{{"f32", rates.f32}, {"f64", rates.f64}, {"i32", rates.i32}}},
      {"group", groupOf(m.groups)},
      {"registers", json::Object{{"per_unit", m.registers.perUnit},
                                 {"per_item", m.registers.perItem},
                                 {"busy_items", m.registers.busyItems},
                                 {"crowded_items", m.registers.crowdedItems}}},
      {"local", localOf(m.local)},
      {"caches", std::move(caches)},
      {"memory",
       json::Object{{"bytes", m.memory.bytes}, {"bandwidth", m.memory.bandwidth}, {"latency", m.memory.latency}}},
      {"launch", m.launch},
      {"barrier", m.barrier},
      {"link", json::Object{{"in", m.link.in}, {"out", m.link.out}, {"latency", m.link.latency}}},
      {"network", json::Object{{"bandwidth", m.network.bandwidth}, {"latency", m.network.latency}}},
      {"paper",
       json::Object{{"bytes_per_flop", m.paper.bytesPerFlop}, {"cache", m.paper.cache}, {"groups", m.paper.groups}}}};
}

} // namespace

std::string machinesJson(const std::vector<Machine> &machines) {
  std::string text;
  llvm::raw_string_ostream out(text);
  json::Array list;
  for (const Machine &machine : machines)
    list.push_back(objectOf(machine));
  json::OStream writer(out, /*IndentSize=*/2);
  writer.value(json::Object{{"version", 1}, {"machines", std::move(list)}});
  out << "\n";
  return out.str();
}

} // namespace kasane
