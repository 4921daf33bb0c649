#include "repl/session/conversation/symbols.hpp"

namespace cgt::repl {
namespace {

constexpr SymbolName kSymbolNames[] = {
    {"down", "v"},      {"downarrow", "v"},     {"downstar", "v*"},
    {"fuzzy", "<>"},    {"ge", ">="},           {"geq", ">="},
    {"half", "1/2"},    {"infty", "inf"},       {"le", "<="},
    {"leq", "<="},      {"miny", "Miny("},      {"ne", "!="},
    {"neq", "!="},      {"parallel", "<>"},     {"pm", "+-"},
    {"quarter", "1/4"}, {"star", "*"},          {"tiny", "Tiny("},
    {"to", "->"},       {"triangleleft", "<|"}, {"triangleright", "|>"},
    {"up", "^"},        {"uparrow", "^"},       {"upstar", "^*"},
};

}  // namespace

std::span<const SymbolName> symbol_names() { return kSymbolNames; }

std::string_view symbol_named(std::string_view name) {
  for (const SymbolName& symbol : kSymbolNames) {
    if (name == symbol.name) return symbol.text;
  }
  return {};
}

}  // namespace cgt::repl
