// A store of the C API that is freed, and texts from buffers.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "lang/c/cgt.h"

namespace cgt::testing {

struct Handle {
  Handle() { REQUIRE(cgt_store_new(&store) == CGT_OK); }
  ~Handle() { cgt_store_free(store); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  cgt_store* store = nullptr;
};

// The text that call(buffer, size, &needed) writes: asked for its size first, then for itself.
template <class Call>
std::string text_of(const Call& call) {
  std::size_t needed = 0;
  REQUIRE(call(nullptr, std::size_t{0}, &needed) == CGT_OK);
  REQUIRE(needed > 0);
  std::string text(needed, '?');
  std::size_t again = 0;
  REQUIRE(call(text.data(), text.size(), &again) == CGT_OK);
  CHECK(again == needed);
  CHECK(text.back() == '\0');
  text.pop_back();
  return text;
}

}  // namespace cgt::testing
