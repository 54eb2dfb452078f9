// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of the parts in a generated file.
#include "kasane/Emit/Emission.h"

#include "HostText.h"
#include "LongLines.h"
#include "OfferText.h"
#include "kasane/Support/Check.h"

#include <algorithm>
#include <map>

namespace kasane {
namespace {

const emission::TargetText &textOf(const TargetInfo &target) {
  // By the name in the registry.
  static const std::map<std::string, const emission::TargetText &(*)()> kTexts = {{"cuda", emission::cudaText},
                                                                                  {"openacc", emission::openaccText},
                                                                                  {"opencl", emission::openclText},
                                                                                  {"openmp", emission::openmpText}};
  const auto text = kTexts.find(target.name);
  KASANE_CHECK(text != kTexts.end());
  return text->second();
}

} // namespace

void Emission::add(const LoopNest &nest) {
  const emission::TargetText &text = textOf(target_);
  heads_.push_back(nest);
  if (std::string head = text.prelude(heads_); head != head_ || heads_.size() == 1)
    head_ = std::move(head);
  else
    heads_.pop_back();
  const std::string before = argumentBlock(nest) + std::string(text.linkage) + "int " + nest.name + "_" + nest.target +
                             "(struct " + nest.name + "_args *);\n\n" + text.kernels(nest, options_);
  const std::string region = emission::regionFunction(text, nest, options_) + "\n";
  text_ += before + (options_.ranks ? emission::offerText(text, nest, before + region) : "") + region;
  for (EmittedFile &file : text.further({nest}, options_)) {
    const auto same = std::find_if(further_.begin(), further_.end(),
                                   [&](const EmittedFile &f) { return f.extension == file.extension; });
    if (same == further_.end())
      further_.push_back(std::move(file));
    else
      same->text += file.text;
  }
}

std::vector<EmittedFile> Emission::files() const {
  const std::string head =
      "/* " + options_.banner +
      " */\n#include <math.h>\n#include <stdbool.h>\n#include <stdlib.h>\n\n#include \"kasane_rt.h\"\n" +
      (options_.ranks ? "#include \"kasane_ranks.h\"\n\n" + std::string(textOf(target_).loaderText) : "\n");
  std::vector<EmittedFile> files = {{target_.extension, withShortLines(head + head_ + text_)}};
  for (const EmittedFile &file : further_)
    files.push_back({file.extension, withShortLines(file.text)});
  return files;
}

std::vector<EmittedFile> emit(const TargetInfo &target, const std::vector<LoopNest> &nests,
                              const EmitOptions &options) {
  Emission emission(target, options);
  for (const LoopNest &nest : nests)
    emission.add(nest);
  return emission.files();
}

} // namespace kasane
