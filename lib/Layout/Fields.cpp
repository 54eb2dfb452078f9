// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Layout/Fields.h"

#include "RowTables.h"

#include <algorithm>
#include <sstream>

namespace kasane {
namespace {

constexpr size_t kMaxFields = 2000; // a step that never leads back to where it began makes more and more

class Maker {
public:
  Maker(const Draft &draft, const Layout &layout, Names &names) : draft_(draft), layout_(layout), names_(names) {}

  bool collect(const std::vector<AccessPosition> &positions, Diagnostics &diagnostics) {
    moved_.resize(draft_.arrays.size());
    for (size_t a = 0; a < moved_.size(); ++a)
      moved_[a] = static_cast<int>(a);
    for (auto [name, was] : draft_.moves)
      moved_[name] = was;
    if (!isPermutation(diagnostics))
      return false;
    for (size_t i = 0; i < positions.size(); ++i) {
      for (const std::optional<Poly> &at : positions[i].at)
        if (at && isSelected(*at)) { // only a whole part of an array can be another one in the next step
          diagnostics.add(DiagId::subscript_not_affine, draft_.accesses[i].range,
                          {draft_.arrays[draft_.accesses[i].array].text});
          return false;
        }
      if (!addWithPartners(draft_.accesses[i], positions[i])) {
        diagnostics.add(DiagId::selector_unknown, draft_.accesses[i].range,
                        {draft_.arrays[draft_.accesses[i].array].text});
        return false;
      }
    }
    return true;
  }

  std::optional<FieldTable> make(std::vector<Param> &params, Diagnostics &diagnostics) {
    FieldTable table;
    for (const FieldKey &key : ordered_) {
      if (!rowsAreKnown(key, diagnostics))
        return std::nullopt;
      table.ids[key] = table.fields.size();
      table.fields.push_back(fieldFor(key));
    }
    int64_t step = draft_.time ? draft_.time->step : 0;
    for (const FieldKey &key : ordered_) {
      FieldKey next = key;
      next.array = moved_[key.array];
      next.components = spelled(selectedNext(known_.at(key)));
      int period = group(key).period;
      next.phase = static_cast<int>((key.phase + step) % period);
      table.rotation.push_back(table.ids.at(next));
    }
    addPitches(table.fields, table.rotation, params, [&](const std::string &name) { return names_.take(name); });
    return table;
  }

private:
  std::pair<unsigned, unsigned> lineOf(int name) const {
    auto at = draft_.movedAt.find(name);
    return at == draft_.movedAt.end() ? std::pair(0u, 0u) : std::pair(at->second.begin.line, at->second.begin.column);
  }

  // Else the last assignment is named after which two pointers mean one array.
  bool isPermutation(Diagnostics &diagnostics) const {
    std::optional<int> odd;
    for (size_t name = 0; name < moved_.size(); ++name)
      if (std::count(moved_.begin(), moved_.end(), moved_[name]) > 1 &&
          (!odd || lineOf(static_cast<int>(name)) > lineOf(*odd)))
        odd = static_cast<int>(name);
    if (!odd)
      return true;
    auto at = draft_.movedAt.find(*odd);
    SourceRange loop = draft_.time ? draft_.time->range : draft_.arrays[*odd].range;
    diagnostics.add(DiagId::pointers_not_exchanged, at == draft_.movedAt.end() ? loop : at->second,
                    {draft_.arrays[*odd].text});
    if (draft_.time && at != draft_.movedAt.end())
      diagnostics.last().notes.push_back({DiagId::note_loop_here, loop, {}});
    return false;
  }

  const GroupLayout &group(const FieldKey &key) const { return layout_.groups[layout_.groupOf[key.array]]; }

  void add(const FieldKey &key, const DraftAccess &access, const AccessPosition &position) {
    if (!known_.try_emplace(key, position.components).second)
      return;
    ordered_.push_back(key);
    ranges_[key] = access.range;
  }

  // False: what the access names in further steps doesn't come back to what it names in the first.
  bool addWithPartners(const DraftAccess &access, const AccessPosition &position) {
    FieldKey key = keyOf(access, position);
    add(key, access, position);
    int period = group(key).period;
    bool moves = false;
    int array = access.array;
    AccessPosition at = position;
    std::set<std::pair<int, std::vector<std::string>>> seen;
    do {
      if (!seen.insert({array, spelled(at.components)}).second)
        return false;
      for (int phase = 0; phase < period; ++phase) {
        FieldKey partner{array, spelled(at.components), (key.phase + phase) % period};
        add(partner, access, at);
      }
      array = moved_[array];
      at.components = selectedNext(at.components);
      moves |= array != access.array;
      if (ordered_.size() > kMaxFields)
        return false;
    } while (array != access.array || spelled(at.components) != key.components);
    if (!moves ||
        std::all_of(position.components.begin(), position.components.end(), [](const Poly &c) { return c.isZero(); }))
      return true;
    AccessPosition first = position; // the pointer itself is the address of component 0
    for (Poly &component : first.components)
      component = 0;
    return addWithPartners(access, first);
  }

  static std::vector<std::string> spelled(const std::vector<Poly> &components) {
    std::vector<std::string> texts;
    for (const Poly &component : components)
      texts.push_back(component.str());
    return texts;
  }

  bool isSelected(const Poly &poly) const {
    std::set<std::string> symbols = poly.symbols();
    return std::any_of(symbols.begin(), symbols.end(), [&](const std::string &s) { return draft_.selected.count(s); });
  }

  // What stands in the next step for the arrays that these components select in this one.
  std::vector<Poly> selectedNext(std::vector<Poly> components) const {
    for (Poly &component : components)
      component = component.substitute([&](const std::string &symbol) -> std::optional<Poly> {
        auto it = draft_.selected.find(symbol);
        return it != draft_.selected.end() ? std::optional<Poly>(it->second) : std::nullopt;
      });
    return components;
  }

  std::string phaseText(int phase, const GroupLayout &g) const {
    Poly first = draft_.time->lo + Poly(phase) - draft_.phaseOrigin.value_or(0);
    if (g.falls)
      first = Poly(0) - first;
    if (std::optional<int64_t> lo = first.constant())
      return std::to_string((*lo % g.period + g.period) % g.period);
    std::string modulo = " % " + std::to_string(g.period), text = "(" + callText(first, draft_.params) + ")" + modulo;
    return draft_.timeDescends || g.falls ? "(" + text + " + " + std::to_string(g.period) + ")" + modulo : text;
  }

  // Does one value of the components serve for all fields of the array? Then it is no part of the name.
  bool oneComponent(const FieldKey &key, size_t component) const {
    return std::all_of(ordered_.begin(), ordered_.end(), [&](const FieldKey &other) {
      return layout_.groupOf[other.array] != layout_.groupOf[key.array] ||
             other.components[component] == key.components[component];
    });
  }

  // Of ((double *[]){u, v}), a table of arrays that the step chooses: u or v.
  static std::string elementOf(const std::string &text, int64_t phase) {
    const size_t brace = text.rfind("){");
    if (text.rfind("((", 0) != 0 || brace == std::string::npos)
      return "";
    std::istringstream elements(text.substr(brace + 2, text.size() - brace - 4));
    std::string element;
    for (int64_t k = 0; k <= phase; ++k)
      std::getline(elements >> std::ws, element, ',');
    return element;
  }

  std::string nameFor(const FieldKey &key) const {
    const DraftArray &array = draft_.arrays[key.array];
    if (const std::string element = elementOf(array.text, key.phase);
        !element.empty() && key.components.empty() && group(key).period > 1)
      return element;
    std::string name = array.name;
    for (size_t c = 0; c < key.components.size(); ++c)
      if (c + 1 == key.components.size() && array.isMixed())
        name += "_" + array.memberIn(known_.at(key))->path.substr(1);
      else if (!oneComponent(key, c))
        name += "_" + key.components[c];
    if (group(key).period > 1)
      name += "_" + std::to_string(key.phase);
    return name;
  }

  bool rowsAreKnown(const FieldKey &key, Diagnostics &diagnostics) const {
    const DraftArray &array = draft_.arrays[key.array];
    bool isMoved = array.pointed && moved_[key.array] != key.array;
    size_t before = dimensionsBefore(group(key));
    bool ok = hasRowTable(array, group(key)) ? rowTableOf(array, group(key), known_.at(key)) && !(isMoved && before > 0)
                                             : !(isMoved && array.tables > 0); // the pointer is no field's address
    if (!ok)
      diagnostics.add(DiagId::row_pointers, ranges_.at(key), {array.text});
    return ok;
  }

  // &A[2][0][0]: zero on every axis; the flat pointer's own name where that is the same.
  std::string baseFor(const FieldKey &key, const DraftArray &array) const {
    const GroupLayout &g = group(key);
    const std::vector<Poly> &components = known_.at(key);
    std::string text = array.pointer() + array.origin;
    size_t next = 0;
    bool allZero = true;
    bool table = hasRowTable(array, g);
    for (size_t d = 0; d < (table ? dimensionsBefore(g) : g.kinds.size()); ++d) {
      std::string index = "0";
      if (g.kinds[d] == DimKind::Phase)
        index = phaseText(key.phase, g);
      else if (g.kinds[d] == DimKind::Component)
        index = callText(components[next++], draft_.params);
      else
        for (const Slot &slot : g.slots)
          if (slot.dim == d && slot.axis < 0)
            index = callText(components[next++], draft_.params);
      allZero &= index == "0";
      if (array.plane && d > 0) // both dimensions are one subscript
        break;
      if (array.plane && index != "0")
        index = "(" + index + ") * (" + callText(*array.plane, draft_.params) + ")";
      text += array.isMember(d) ? array.members[std::stoull(index)].path : "[" + index + "]";
    }
    if (table)
      return text;
    if (std::string before = beforeText(g); !before.empty())
      return "&" + array.pointer() + "[-(" + before + ")]" +
             (array.members.empty() ? "" : array.members[std::stoull(key.components.back())].path);
    return allZero && (g.kinds.size() == 1 || array.plane) && array.origin.empty() ? array.text : "&" + text;
  }

  // Elements between the first that the region uses and the pointer; "": none.
  std::string beforeText(const GroupLayout &g) const {
    Poly before = 0;
    for (const Slot &slot : g.slots)
      if (slot.axis >= 0)
        before = before + slot.stride * Poly(g.before[slot.axis]);
    return before.isZero() ? "" : callText(before, draft_.params, true);
  }

  void addAxes(const FieldKey &key, const DraftArray &array, Field &field) const {
    const GroupLayout &g = group(key);
    for (size_t s = 0; s < g.slots.size(); ++s) {
      const Slot &slot = g.slots[s];
      if (slot.axis < 0)
        continue;
      Poly unit = array.unitOf(slot.dim, field.elem);
      field.has[slot.axis] = true;
      field.stride[slot.axis] = field.rows ? Poly(0) : unit * slot.stride; // rows: their pitches
      bool slowest = s == 0 || g.slots[s - 1].dim != slot.dim;
      bool whole = slot.stride == Poly(1);
      if (!slowest)
        field.extent[slot.axis] = g.slots[s - 1].stride.dividedBy(slot.stride);
      else if (array.extents[slot.dim])
        field.extent[slot.axis] = whole ? array.extents[slot.dim] : array.extents[slot.dim]->dividedBy(slot.stride);
    }
  }

  // The array's own name, unless another array in scope of the region has it too.
  std::string objectName(const DraftArray &array) const {
    bool shared = std::any_of(draft_.arrays.begin(), draft_.arrays.end(), [&](const DraftArray &other) {
      return other.text == array.text && other.key != array.key;
    });
    return shared ? array.key : array.text;
  }

  Field fieldFor(const FieldKey &key) {
    const DraftArray &array = draft_.arrays[key.array];
    const std::vector<Poly> &components = known_.at(key);
    bool numeric =
        std::all_of(components.begin(), components.end(), [](const Poly &c) { return c.constant().has_value(); });
    bool zero = std::all_of(components.begin(), components.end(), [](const Poly &c) { return c.isZero(); });
    Field field{names_.take(nameFor(key)),
                array.memberIn(components) ? array.memberIn(components)->type : array.elem,
                array.hidden ? "" : baseFor(key, array),
                {},
                {},
                {},
                "",
                "",
                false,
                ranges_.at(key),
                false,
                array.hidden,
                array.ofStep};
    if (hasRowTable(array, group(key)))
      field.rows = rowTableOf(array, group(key), components);
    addAxes(key, array, field);
    if (array.isObject && array.tables == 0 && numeric && allComponentsNumeric(key)) {
      field.object = objectName(array);
      for (const std::string &component : key.components)
        field.object += "." + component;
      if (group(key).period > 1)
        field.object += "/" + std::to_string(key.phase);
    }
    const bool moves = array.pointed && !array.keepsPointer && moved_[key.array] != key.array;
    if (zero && moves)
      field.pointer = array.text;
    if (auto owner = draft_.owners.find(array.key); zero && moves && owner != draft_.owners.end())
      field.owner = owner->second;
    field.besidePointer = !zero && moves;
    field.before = field.pointer.empty() ? "" : beforeText(group(key));
    const bool hasRows = !group(key).isFlat() && !(array.walked && array.extents.size() > 1);
    field.wholeObject = (array.isObject || (array.extents.size() > 1 && !array.plane)) && array.tables == 0 && hasRows;
    field.wholeObject |= field.rows.has_value(); // the copy of its box is
    field.leaf = array.leaf;
    field.leaves = array.leaves;
    if (const std::optional<int64_t> within = withinOf(key, array)) {
      field.array = array.text;
      field.within = *within;
    }
    return field;
  }

  // Elements from where the array begins, or a block of it, to the field's element zero.
  std::optional<int64_t> withinOf(const FieldKey &key, const DraftArray &array) const {
    const GroupLayout &g = group(key);
    if (array.hidden || array.tables > 0 || !array.members.empty() || g.period > 1 || objectName(array) != array.text ||
        std::ranges::any_of(g.slots, [](const Slot &slot) { return slot.axis < 0; }) || !beforeText(g).empty())
      return std::nullopt;
    Poly within = 0;
    size_t next = 0;
    for (size_t d = 0; d < g.kinds.size(); ++d) {
      if (g.kinds[d] != DimKind::Component)
        continue;
      Poly unit = known_.at(key)[next++];
      for (size_t e = d + 1; e < array.extents.size(); ++e)
        unit = unit * array.extents[e].value_or(Poly::symbol("?"));
      within = within + unit;
    }
    return within.constant();
  }

  bool allComponentsNumeric(const FieldKey &key) const {
    return std::all_of(known_.begin(), known_.end(), [&](const auto &entry) {
      return entry.first.array != key.array || std::all_of(entry.second.begin(), entry.second.end(),
                                                           [](const Poly &c) { return c.constant().has_value(); });
    });
  }

  const Draft &draft_;
  const Layout &layout_;
  Names &names_;
  std::vector<int> moved_; // array -> array whose buffer it names after a step
  std::vector<FieldKey> ordered_;
  std::map<FieldKey, std::vector<Poly>> known_;
  std::map<FieldKey, SourceRange> ranges_;
};

} // namespace

FieldKey keyOf(const DraftAccess &access, const AccessPosition &position) {
  FieldKey key{access.array, {}, position.phase};
  for (const Poly &component : position.components)
    key.components.push_back(component.str());
  return key;
}

std::optional<FieldTable> fieldsOf(const Draft &draft, const Layout &layout,
                                   const std::vector<AccessPosition> &positions, Names &names,
                                   std::vector<Param> &params, Diagnostics &diagnostics) {
  Maker maker(draft, layout, names);
  if (!maker.collect(positions, diagnostics))
    return std::nullopt;
  return maker.make(params, diagnostics);
}

std::string callText(const Poly &poly, const std::vector<Param> &params, bool asNumbers) {
  if (std::optional<int64_t> value = poly.constant())
    return std::to_string(*value);
  auto textOf = [&](const std::string &name) {
    for (const Param &param : params)
      if (param.name == name)
        return asNumbers && !isSigned(param.type) && sizeOf(param.type) >= 4 ? "(long long)" + param.text : param.text;
    return name;
  };
  std::vector<std::pair<Poly::Monomial, int64_t>> terms(poly.terms().begin(), poly.terms().end());
  std::stable_sort(terms.begin(), terms.end(),
                   [](const auto &a, const auto &b) { return a.first.size() > b.first.size(); });
  std::string out;
  for (const auto &[monomial, coefficient] : terms) {
    std::string term;
    for (const std::string &name : monomial)
      term += (term.empty() ? "" : " * ") + textOf(name);
    int64_t magnitude = coefficient < 0 ? -coefficient : coefficient;
    if (term.empty() || magnitude != 1)
      term = std::to_string(magnitude) + (term.empty() ? "" : " * " + term);
    out += out.empty() ? (coefficient < 0 ? "-" : "") + term : (coefficient < 0 ? " - " : " + ") + term;
  }
  return out;
}

} // namespace kasane
