// Tables of cells that are numbers or text, as people and programs read them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace cgt::repl {

struct TextTable {
  struct Column {
    std::string name;
    bool number = false;  // in JSON; also aligned right
    bool right = false;
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> lines;  // as many cells each as there are columns

  // Columns two blanks apart, below their names.
  std::string aligned() const;
  // Names and cells with that between.
  std::string separated(char by) const;
  // An array with an object a line. In columns of numbers what is none ("-", "nan") is null.
  nlohmann::ordered_json json() const;
};

}  // namespace cgt::repl
