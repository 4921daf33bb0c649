// The answer of `trace => true`: what a search for one number did, as text, rows and a picture.
#pragma once

#include <string>

#include "decomp/search/trace.hpp"
#include "lang/bindings/search/script_game.hpp"

namespace cgt::lang {

using ScriptTrace = search::Trace<ScriptMove, std::int64_t>;

class TraceObject final : public NativeObject {
 public:
  explicit TraceObject(ScriptTrace t) : trace(std::move(t)) {}
  const char* class_name() const override { return "Search.Trace"; }
  std::string to_text(Context& context, const PrintStyle& style) const override;
  const ScriptTrace trace;
};

// Its rows; `receiver` makes one for their examples.
void add_trace_rows(Package& package, std::string_view receiver);

}  // namespace cgt::lang
