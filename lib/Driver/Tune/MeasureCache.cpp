// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tune/MeasureCache.h"

#include "Options/OptionValues.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

#include <algorithm>
#include <set>
#include <thread>

namespace kasane {
namespace {

namespace json = llvm::json;
namespace fs = llvm::sys::fs;

std::string environment(const char *name) { return llvm::sys::Process::GetEnv(name).value_or(""); }

std::string firstLine(const std::string &file) {
  const auto buffer = llvm::MemoryBuffer::getFileAsStream(file);
  return buffer ? (*buffer)->getBuffer().split('\n').first.trim().str() : "";
}

std::string processorName() {
  if (const auto buffer = llvm::MemoryBuffer::getFileAsStream("/proc/cpuinfo")) {
    const llvm::StringRef text = (*buffer)->getBuffer();
    if (const size_t at = text.find("model name"); at != llvm::StringRef::npos)
      return text.substr(at).split('\n').first.split(':').second.trim().str();
  }
  return llvm::sys::getHostCPUName().str();
}

// By their numbers on the bus, which need no driver.
std::string displayControllers() {
  std::set<std::string> found;
  std::error_code error;
  for (fs::directory_iterator it("/sys/bus/pci/devices", error), end; it != end && !error; it.increment(error))
    if (llvm::StringRef(firstLine(it->path() + "/class")).starts_with("0x03"))
      found.insert(firstLine(it->path() + "/vendor") + ":" + firstLine(it->path() + "/device"));
  return llvm::join(found, " ");
}

json::Array triple(const std::array<int64_t, 3> &values) { return json::Array{values[0], values[1], values[2]}; }

json::Object timedOf(const Timed &timed) {
  const Schedule &s = timed.candidate.schedule;
  return json::Object{{"family", nameOf(s.family)},
                      {"tile", triple(s.tile)},
                      {"group", triple(s.group)},
                      {"depth", s.depth},
                      {"samples", json::Array(timed.samples)}};
}

// As it stands in the file.
std::string spelled(const json::Object &entry) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  for (const char *name : {"family", "tile", "group", "depth"})
    if (const json::Value *value = entry.get(name))
      stream << *value << " ";
  return stream.str();
}

std::optional<Timed> timedFrom(const json::Object &entry, const std::vector<Candidate> &candidates) {
  const json::Array *samples = entry.getArray("samples");
  for (const Candidate &candidate : candidates) {
    if (!samples || samples->empty() || spelled(timedOf({candidate, {}})) != spelled(entry))
      continue;
    Timed out{candidate, {}};
    for (const json::Value &sample : *samples)
      if (const auto seconds = sample.getAsNumber(); seconds && *seconds > 0)
        out.samples.push_back(*seconds);
    if (out.samples.size() == samples->size())
      return out;
  }
  return std::nullopt;
}

} // namespace

std::string keyText(const MeasureKey &key) {
  std::string out = "kasane " KASANE_VERSION "\ntune " + std::string(nameOf(key.tune)) + "\ntarget " + key.target +
                    "\nfp " + key.fp + "\ncompiler " + key.compiler + "\ndevice " + key.device + "\nsizes";
  for (const auto &[name, value] : key.sizes)
    out += " " + name + "=" + std::to_string(value);
  out += "\nsteps " + std::to_string(key.steps) + "\nmachine " + key.machine + "\nprogram\n" + key.program;
  for (const Schedule &schedule : key.schedules)
    out += print(schedule);
  return out;
}

std::string keyDigest(const MeasureKey &key) {
  const std::string text = keyText(key);
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(text)), /*LowerCase=*/true);
}

std::string deviceName(bool workGroups) {
  std::string threads = environment("OMP_NUM_THREADS");
  if (threads.empty())
    threads = std::to_string(std::thread::hardware_concurrency());
  std::string out = processorName() + ", " + threads + (threads == "1" ? " thread" : " threads");
  if (!workGroups)
    return out;
  const std::string device = environment("KASANE_DEVICE"), type = environment("ACC_DEVICE_TYPE"),
                    controllers = displayControllers();
  return out + (controllers.empty() ? "" : ", display " + controllers) +
         (device.empty() ? "" : ", KASANE_DEVICE=" + device) + (type.empty() ? "" : ", ACC_DEVICE_TYPE=" + type);
}

std::string cacheFile(const MeasureKey &key) {
  const std::string cache = environment("XDG_CACHE_HOME"), home = environment("HOME");
  std::string folder;
  if (llvm::sys::path::is_absolute(cache)) // the specification wants relative ones ignored
    folder = cache;
  else if (!home.empty())
    folder = home + "/.cache";
  return folder.empty() ? "" : folder + "/kasane/tune/" + keyDigest(key) + ".json";
}

std::optional<Kept> readKept(const std::string &file, const MeasureKey &key, const std::vector<Candidate> &candidates) {
  const auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return std::nullopt;
  auto value = json::parse((*buffer)->getBuffer());
  if (!value) {
    llvm::consumeError(value.takeError());
    return std::nullopt;
  }
  const json::Object *object = value->getAsObject();
  const json::Array *timed = object ? object->getArray("timed") : nullptr;
  if (!timed || timed->empty() || object->getString("key") != llvm::StringRef(keyDigest(key)))
    return std::nullopt;
  Kept out;
  out.failed = static_cast<size_t>(object->getInteger("failed").value_or(0));
  for (const json::Value &entry : *timed) {
    const auto one = entry.getAsObject() ? timedFrom(*entry.getAsObject(), candidates) : std::nullopt;
    if (!one)
      return std::nullopt;
    out.timed.push_back(*one);
  }
  return out;
}

std::string keptText(const Kept &kept, const MeasureKey &key) {
  json::Array timed;
  for (const Timed &one : kept.timed)
    timed.push_back(timedOf(one));
  json::Object sizes;
  for (const auto &[name, value] : key.sizes)
    sizes[name] = value;
  std::string out;
  llvm::raw_string_ostream stream(out);
  json::OStream writer(stream, /*IndentSize=*/1);
  writer.value(json::Object{{"version", 1},
                            {"key", keyDigest(key)},
                            {"kasane", KASANE_VERSION},
                            {"program", llvm::StringRef(key.program).split('\n').first},
                            {"target", key.target},
                            {"compiler", llvm::StringRef(key.compiler).split('\n').first},
                            {"device", key.device},
                            {"sizes", std::move(sizes)},
                            {"failed", static_cast<int64_t>(kept.failed)},
                            {"timed", std::move(timed)}});
  stream << "\n";
  return stream.str();
}

} // namespace kasane
