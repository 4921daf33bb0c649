// Objects that change: mutable collections and random sources. Each is equal to itself only.
//
// They may hold each other, and themselves, so counting references would not free them. A session
// therefore keeps a list of those alive (Context::own) and empties them when its scope ends.
#pragma once

#include <boost/intrusive/list.hpp>

#include <vector>

#include "lang/value.hpp"

namespace cgt::lang {

class MutableObject : public NativeObject,
                      public boost::intrusive::list_base_hook<
                          boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {
 public:
  bool is_mutable() const final { return true; }
  // Moves all values that it holds to `out`.
  virtual void release(std::vector<Value>& out) const = 0;
};

using MutableObjects =
    boost::intrusive::list<MutableObject, boost::intrusive::constant_time_size<false>>;

}  // namespace cgt::lang
