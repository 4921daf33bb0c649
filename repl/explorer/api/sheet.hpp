// A worksheet: cells of the language, one session a tab. A cell is taken as the prompt takes lines
// (Conversation); what it prints and gives is told line by line while it runs. Commands that read or write
// files are refused: what comes from a page stays in the sandbox of the language.
//
// Places in texts are counted as the page does: in units of UTF-16, columns and lines from 1.
//
// Thread rule: that of a lang::Session.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "repl/explorer/api/request.hpp"

namespace cgt::repl {

class Sheet {
 public:
  using Say = std::function<void(const std::string& line)>;

  Sheet();
  ~Sheet();
  Sheet(const Sheet&) = delete;
  Sheet& operator=(const Sheet&) = delete;

  // sheet/run: the lines are told to `say`; the reply has "ok".
  Json run(const Json& request, const Say& say);
  Json complete(const Json& request) const;
  Json check(const Json& request) const;
  Json inspect(const Json& request) const;
  // Begins anew.
  Json reset();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// sheet/export and sheet/import: texts of scripts (.cgs), in which "// %%" begins a cell. Notebooks are
// JSON, which the page reads and writes itself: their pictures may be larger than a request.
Json export_sheet(const Json& request);
Json import_sheet(const Json& request);

}  // namespace cgt::repl
