// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RowTables.h"

namespace kasane {
namespace {

// Goes through the dimensions from the first axis on.
class Builder {
public:
  Builder(const DraftArray &array, const GroupLayout &group, const std::vector<Poly> &components)
      : array_(array), group_(group), components_(components), member_(array.memberIn(components)),
        type_(member_ ? member_->type : array.elem) {}

  std::optional<RowTable> run() {
    size_t first = dimensionsBefore(group_);
    for (size_t d = 0; d < group_.kinds.size(); ++d) {
      if (d < first) {
        next_ += group_.kinds[d] == DimKind::Component;
        continue;
      }
      dimension(d);
    }
    return ok_ ? std::optional<RowTable>(std::move(table_)) : std::nullopt;
  }

private:
  void dimension(size_t d) {
    if (member_ && array_.isMember(d)) {
      table_.shift += member_->offset / sizeOf(type_);
      return;
    }
    const Poly unit = array_.unitOf(d, type_);
    if (group_.kinds[d] == DimKind::Phase)
      ok_ = false;
    if (group_.kinds[d] == DimKind::Component)
      constant(d, unit, components_[next_++]);
    for (const Slot &slot : group_.slots) {
      if (slot.dim != d || group_.kinds[d] != DimKind::Axis)
        continue;
      if (slot.axis < 0)
        constant(d, unit * slot.stride, components_[next_++]);
      else
        axis(d, unit * slot.stride, slot.axis);
    }
    if (d < array_.tables && array_.followed[d + 1] && !table_.steps.empty())
      table_.steps.back().follow = true;
  }

  void constant(size_t d, const Poly &unit, const Poly &at) {
    std::optional<int64_t> distance = (unit * at).constant();
    if (!distance)
      ok_ = false;
    else if (d >= array_.tables)
      table_.shift += *distance;
    else
      table_.steps.push_back({-1, *distance, 1, false});
  }

  void axis(size_t d, const Poly &unit, int axis) {
    if (d >= array_.tables) {
      table_.inner[axis] = unit;
      return;
    }
    std::optional<int64_t> pointers = unit.constant();
    ok_ &= pointers.has_value();
    table_.steps.push_back({axis, 0, pointers.value_or(1), false});
  }

  const DraftArray &array_;
  const GroupLayout &group_;
  const std::vector<Poly> &components_;
  const DraftMember *const member_; // null: the elements are numbers
  const ScalarType type_;
  size_t next_ = 0; // component
  bool ok_ = true;
  RowTable table_;
};

} // namespace

bool hasRowTable(const DraftArray &array, const GroupLayout &group) { return dimensionsBefore(group) < array.tables; }

size_t dimensionsBefore(const GroupLayout &group) {
  size_t first = 0;
  while (first < group.kinds.size() && group.kinds[first] != DimKind::Axis)
    ++first;
  return first;
}

std::optional<RowTable> rowTableOf(const DraftArray &array, const GroupLayout &group,
                                   const std::vector<Poly> &components) {
  return Builder(array, group, components).run();
}

void addPitches(std::vector<Field> &fields, const std::vector<FieldId> &rotation, std::vector<Param> &params,
                const std::function<std::string(const std::string &)> &take) {
  for (size_t leader = 0; leader < fields.size(); ++leader) {
    Field &field = fields[leader];
    if (!field.rows || !field.stride[0].isZero() || !field.stride[1].isZero() || !field.stride[2].isZero())
      continue;
    bool isFastest = true;
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      if (!field.has[axis])
        continue;
      field.stride[axis] = 1;
      if (!isFastest) {
        std::string name = take(field.name + "_" + std::string(1, "xyz"[axis]) + "_pitch");
        params.push_back({name, ScalarType::I64, ""});
        field.stride[axis] = Poly::symbol(name);
      }
      isFastest = false;
    }
    for (FieldId f = rotation[leader]; f != static_cast<FieldId>(leader); f = rotation[f])
      fields[f].stride = field.stride;
  }
}

} // namespace kasane
