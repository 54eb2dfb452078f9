// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Machine/MachineFile.h"

#include "Nesting.h"
#include "kasane/Machine/Units.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/YAMLTraits.h"

#include <algorithm>
#include <filesystem>
#include <type_traits>

namespace kasane {
namespace {

template <Unit U> constexpr bool kWhole = U == Unit::Count || U == Unit::Bytes;

// A figure while it is read or written; the unit chooses its texts.
template <Unit U> struct Quantity {
  std::conditional_t<kWhole<U>, int64_t, double> value = 0;
  friend bool operator==(const Quantity &, const Quantity &) = default;
};

using Count = Quantity<Unit::Count>;

struct Kind {
  MachineClass value = MachineClass::Cpu;
};

const char *expectedOf(Unit unit) {
  switch (unit) {
  case Unit::Number:
    return "expected a number, as in 0.14";
  case Unit::Count:
    return "expected a whole number, as in 1024";
  case Unit::Bytes:
    return "expected bytes, as in 48 KiB; the units are B, kB, MB, GB, TB, KiB, MiB, GiB and TiB";
  case Unit::Bandwidth:
    return "expected bytes a second, as in 4.29 TB/s; the units are B/s, kB/s, MB/s, GB/s, TB/s, KiB/s, MiB/s, GiB/s "
           "and TiB/s";
  case Unit::Rate:
    return "expected operations a second, as in 65.3 Tops/s; the units are ops/s, kops/s, Mops/s, Gops/s and Tops/s";
  case Unit::Seconds:
    return "expected a time, as in 3 us; the units are s, ms, us and ns";
  }
  return "";
}

} // namespace
} // namespace kasane

LLVM_YAML_IS_FLOW_SEQUENCE_VECTOR(kasane::Count)
LLVM_YAML_IS_SEQUENCE_VECTOR(kasane::MemoryLevel)

namespace llvm::yaml {

using namespace kasane;

template <Unit U> struct ScalarTraits<Quantity<U>> {
  static void output(const Quantity<U> &quantity, void *, raw_ostream &out) {
    if constexpr (kWhole<U>)
      out << printWhole(quantity.value, U);
    else
      out << printQuantity(quantity.value, U);
  }

  static StringRef input(StringRef text, void *, Quantity<U> &quantity) {
    if constexpr (kWhole<U>) {
      const auto value = readWhole(text, U);
      if (!value)
        return expectedOf(U);
      quantity.value = *value;
    } else {
      const auto value = readQuantity(text, U);
      if (!value)
        return expectedOf(U);
      quantity.value = *value;
    }
    return quantity.value < 0 ? "must not be negative" : forgottenUnit(text, static_cast<double>(quantity.value), U);
  }

  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct ScalarTraits<Kind> {
  static void output(const Kind &kind, void *, raw_ostream &out) { out << nameOf(kind.value); }

  static StringRef input(StringRef text, void *, Kind &kind) {
    for (const MachineClass known : {MachineClass::Gpu, MachineClass::Phi, MachineClass::Cpu})
      if (text == nameOf(known)) {
        kind.value = known;
        return "";
      }
    return "unknown class; it is gpu, phi or cpu";
  }

  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

namespace {

template <Unit U, class T> void optional(IO &io, const char *key, T &value) {
  Quantity<U> quantity{value};
  io.mapOptional(key, quantity, Quantity<U>{});
  value = quantity.value;
}

// What no machine is without; 0 would say that the file doesn't know.
template <Unit U, class T> void required(IO &io, const char *key, T &value) {
  Quantity<U> quantity{value};
  io.mapRequired(key, quantity);
  value = quantity.value;
}

template <class T> void section(IO &io, const char *key, T &value) { io.mapOptional(key, value, T{}); }

void extents(IO &io, const char *key, std::array<int64_t, 3> &values) {
  std::vector<Count> list;
  if (io.outputting())
    for (const int64_t value : values)
      list.push_back({value});
  io.mapRequired(key, list);
  if (list.size() != values.size())
    io.setError(Twine("'") + key + "' needs three extents, x first");
  for (size_t a = 0; a < std::min(list.size(), values.size()); ++a)
    values[a] = list[a].value;
}

} // namespace

template <> struct MappingTraits<MemoryLevel> {
  static void mapping(IO &io, MemoryLevel &level) {
    io.mapOptional("name", level.name, std::string());
    required<Unit::Bytes>(io, "bytes", level.bytes);
    io.mapOptional("shared", level.shared, true);
    optional<Unit::Bandwidth>(io, "bandwidth", level.bandwidth);
    optional<Unit::Seconds>(io, "latency", level.latency);
    optional<Unit::Count>(io, "ways", level.ways);
  }
  static std::string validate(IO &, MemoryLevel &level) { return level.bytes > 0 ? "" : "'bytes' must be positive"; }
};

template <> struct MappingTraits<OperationRates> {
  static void mapping(IO &io, OperationRates &rates) {
    required<Unit::Rate>(io, "f32", rates.f32);
    optional<Unit::Rate>(io, "f64", rates.f64);
    optional<Unit::Rate>(io, "i32", rates.i32);
  }
  static std::string validate(IO &, OperationRates &rates) { return rates.f32 > 0 ? "" : "'f32' must be positive"; }
};

template <> struct MappingTraits<GroupLimits> {
  static void mapping(IO &io, GroupLimits &groups) {
    required<Unit::Count>(io, "items", groups.items);
    extents(io, "axes", groups.axes);
    optional<Unit::Count>(io, "items_per_unit", groups.itemsPerUnit);
    optional<Unit::Count>(io, "groups_per_unit", groups.groupsPerUnit);
  }
  static std::string validate(IO &, GroupLimits &groups) {
    const bool positive = groups.items > 0 && std::ranges::all_of(groups.axes, [](int64_t n) { return n > 0; });
    return positive ? "" : "'items' and 'axes' of a work-group must be positive";
  }
};

template <> struct MappingTraits<Registers> {
  static void mapping(IO &io, Registers &registers) {
    optional<Unit::Count>(io, "per_unit", registers.perUnit);
    optional<Unit::Count>(io, "per_item", registers.perItem);
    optional<Unit::Count>(io, "busy_items", registers.busyItems);
    optional<Unit::Count>(io, "crowded_items", registers.crowdedItems);
  }
};

template <> struct MappingTraits<LocalMemory> {
  static void mapping(IO &io, LocalMemory &local) {
    required<Unit::Bytes>(io, "bytes", local.bytes);
    optional<Unit::Bytes>(io, "on_request", local.onRequest);
    optional<Unit::Bytes>(io, "per_unit", local.perUnit);
    optional<Unit::Bandwidth>(io, "bandwidth", local.bandwidth);
  }
  static std::string validate(IO &, LocalMemory &local) {
    if (local.onRequest && local.onRequest < local.bytes)
      return "'on_request' is less than 'bytes', which every group gets";
    return local.perUnit && local.perUnit < std::max(local.bytes, local.onRequest)
               ? "'per_unit' is less than what one group may have"
               : "";
  }
};

template <> struct MappingTraits<HostLink> {
  static void mapping(IO &io, HostLink &link) {
    required<Unit::Bandwidth>(io, "in", link.in);
    required<Unit::Bandwidth>(io, "out", link.out);
    optional<Unit::Seconds>(io, "latency", link.latency);
  }
};

template <> struct MappingTraits<NetworkLink> {
  static void mapping(IO &io, NetworkLink &network) {
    required<Unit::Bandwidth>(io, "bandwidth", network.bandwidth);
    optional<Unit::Seconds>(io, "latency", network.latency);
  }
};

template <> struct MappingTraits<PaperLimits> {
  static void mapping(IO &io, PaperLimits &paper) {
    required<Unit::Number>(io, "bytes_per_flop", paper.bytesPerFlop);
    required<Unit::Bytes>(io, "cache", paper.cache);
    required<Unit::Count>(io, "groups", paper.groups);
  }
  static std::string validate(IO &, PaperLimits &paper) {
    const bool positive = paper.bytesPerFlop > 0 && paper.cache > 0 && paper.groups > 0;
    return positive ? "" : "'bytes_per_flop', 'cache' and 'groups' must be positive";
  }
};

template <> struct MappingTraits<Machine> {
  static void mapping(IO &io, Machine &machine) {
    Kind kind{machine.kind};
    io.mapRequired("title", machine.title);
    io.mapRequired("source", machine.source);
    io.mapRequired("class", kind);
    machine.kind = kind.value;
    required<Unit::Count>(io, "units", machine.units);
    required<Unit::Count>(io, "width", machine.width);
    optional<Unit::Bytes>(io, "line", machine.line);
    optional<Unit::Count>(io, "issue_slots", machine.issueSlots);
    io.mapOptional("architecture", machine.architecture, std::string());
    io.mapRequired("operations", machine.operations);
    section(io, "group", machine.groups);
    section(io, "registers", machine.registers);
    section(io, "local", machine.local);
    io.mapOptional("caches", machine.caches);
    io.mapRequired("memory", machine.memory);
    optional<Unit::Seconds>(io, "launch", machine.launch);
    optional<Unit::Seconds>(io, "barrier", machine.barrier);
    section(io, "link", machine.link);
    section(io, "network", machine.network);
    section(io, "paper", machine.paper);
  }

  static std::string validate(IO &, Machine &machine) {
    if (machine.title.empty() || machine.source.empty())
      return "'title' and 'source' must say something";
    if (machine.units <= 0 || machine.width <= 0)
      return "'units' and 'width' must be positive";
    if (!machine.architecture.empty() && !llvm::Regex("^sm_[1-9][0-9]+[af]?$").match(machine.architecture))
      return "'architecture' is the name that NVIDIA's compilers have for a card, as in sm_90";
    if (machine.memory.bandwidth <= 0)
      return "'bandwidth' of the memory must be given, and positive";
    return machine.kind != MachineClass::Cpu && machine.groups == GroupLimits()
               ? "missing required key 'group': a gpu and a phi run work-groups"
               : "";
  }
};

} // namespace llvm::yaml

namespace kasane {
namespace {

struct Reading {
  std::string path;
  MachineError *error;
};

const std::vector<std::string> kKeys = {
    "title",     "source",   "class",        "units",       "width",      "operations",     "f32",
    "f64",       "i32",      "group",        "items",       "axes",       "items_per_unit", "groups_per_unit",
    "registers", "per_unit", "per_item",     "local",       "bytes",      "on_request",     "bandwidth",
    "caches",    "name",     "shared",       "memory",      "launch",     "barrier",        "link",
    "in",        "out",      "latency",      "network",     "paper",      "bytes_per_flop", "cache",
    "groups",    "line",     "architecture", "issue_slots", "busy_items", "crowded_items",  "ways"};

// What LLVM says, with the key that a misspelt one probably meant.
std::string withNearest(llvm::StringRef message) {
  llvm::StringRef key = message;
  if (!key.consume_front("unknown key '") || !key.consume_back("'"))
    return message.str();
  std::string best;
  unsigned bestDistance = static_cast<unsigned>(key.size()) / 3 + 2;
  for (const std::string &known : kKeys) {
    const unsigned distance = key.edit_distance(known, /*AllowReplacements=*/true, bestDistance);
    if (distance < bestDistance) {
      best = known;
      bestDistance = distance;
    }
  }
  if (best == key)
    return message.str() + " here; it belongs elsewhere in the file";
  return best.empty() ? message.str() : message.str() + "; did you mean '" + best + "'?";
}

// The first error alone: those behind it follow from it.
void keepFirst(const llvm::SMDiagnostic &diagnostic, void *context) {
  const auto &reading = *static_cast<Reading *>(context);
  if (!reading.error->text.empty())
    return;
  const int line = std::max(diagnostic.getLineNo(), 1), column = std::max(diagnostic.getColumnNo(), 0) + 1;
  reading.error->place = reading.path + ":" + std::to_string(line) + ":" + std::to_string(column);
  reading.error->text = withNearest(diagnostic.getMessage());
}

// A key that is missing because it is misspelt: where, and as what.
std::string misspelt(llvm::StringRef message, const std::string &text) {
  llvm::StringRef missing = message;
  if (!missing.consume_front("missing required key '") || !missing.consume_back("'"))
    return "";
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text).split(lines, '\n');
  for (size_t l = 0; l < lines.size(); ++l) {
    const auto [word, value] = lines[l].split(':');
    const llvm::StringRef key = word.trim(" -");
    if (std::ranges::find(kKeys, key) == kKeys.end() && key.edit_distance(missing) <= missing.size() / 3)
      return "; line " + std::to_string(l + 1) + " has '" + key.str() + "'";
  }
  return "";
}

std::string placeOf(const std::string &text, size_t offset, const std::string &path) {
  const llvm::StringRef before = llvm::StringRef(text).take_front(offset);
  const size_t line = before.count('\n') + 1, column = before.size() - (before.rfind('\n') + 1) + 1;
  return path + ":" + std::to_string(line) + ":" + std::to_string(column);
}

} // namespace

std::optional<Machine> readMachine(const std::string &text, const std::string &path, MachineError &error) {
  error = {};
  size_t broken = 0;
  if (!llvm::json::isUTF8(text, &broken)) {
    error = {placeOf(text, broken, path), "this is not UTF-8"};
    return std::nullopt;
  }
  if (const std::optional<size_t> deep = tooDeepAt(text)) {
    error = {placeOf(text, *deep, path), "sections within sections, far deeper than a machine's are"};
    return std::nullopt;
  }
  Reading reading{path, &error};
  Machine machine;
  llvm::yaml::Input input(text, nullptr, keepFirst, &reading);
  llvm::yaml::EmptyContext none;
  const bool some = input.setCurrentDocument();
  if (some && !input.error()) // else there is no node to read
    llvm::yaml::yamlize(input, machine, /*Required=*/true, none);
  if (error.text.empty() && (input.error() || !some))
    error = {path + ":1:1", "no machine is described here"};
  if (error.text.empty() && input.nextDocument())
    error = {path + ":1:1", "more than one document; a file describes one machine"};
  if (!error.text.empty()) {
    error.text += misspelt(error.text, text);
    return std::nullopt;
  }
  machine.name = llvm::sys::path::stem(path).str();
  return machine;
}

std::optional<Machine> loadMachine(const std::string &path, MachineError &error) {
  const auto buffer = llvm::MemoryBuffer::getFile(path);
  if (buffer)
    return readMachine((*buffer)->getBuffer().str(), path, error);
  error = {path, "cannot be read: " + buffer.getError().message()};
  return std::nullopt;
}

std::string writeMachine(const Machine &machine) {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::yaml::Output writer(out, nullptr, /*WrapColumn=*/0);
  Machine copy = machine;
  writer << copy;
  llvm::StringRef body = out.str();
  body.consume_front("---\n");
  body.consume_back("...\n");
  return body.str();
}

std::vector<std::string> machinesIn(const std::string &folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().extension() == ".yaml")
      names.push_back(it->path().stem().string());
  std::ranges::sort(names);
  return names;
}

} // namespace kasane
