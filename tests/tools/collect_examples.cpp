// Collects the examples in the comments of headers into one source, so that the compiler reads
// them:
//
//   collect_examples OUTPUT ROOT FOLDER...
//
// CONTRIBUTING.md says what an example is; tests/headers/examples_test.cpp finds them a second
// time, by other means, and compares. The examples of one comment are the body of one function, in
// the namespace of the header and a member of the nearest `Given` (given.hpp): they may use what
// the header's own code may, and the names that Given declares. An example with a main is a
// program: a namespace of its own, with `main` as a plain function. Lines keep their numbers, so
// that errors of the compiler point into the header.
//
// The output is written only if it changes.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Line {
  std::size_t number = 0;
  std::string text;
};

// The examples of one comment.
struct Example {
  std::string header;
  std::string scope;  // the namespace
  std::vector<Line> lines;
  bool program = false;
};

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

std::string without_comment(std::string line) {
  line = line.substr(0, line.find(" //"));
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

bool is_code(const std::vector<Line>& block) {
  return std::any_of(block.begin(), block.end(), [](const Line& line) {
    const std::string code = without_comment(line.text);
    return code.size() > 1 && code.back() == ';' &&
           (code[code.size() - 2] == ')' || code[code.size() - 2] == '}');
  });
}

// The namespace of the header, which it opens last (the others declare names of elsewhere); cgt if
// it opens none.
std::string scope_of(const std::vector<std::string>& lines) {
  const std::string opening = "namespace cgt";
  std::string scope = "cgt";
  for (const std::string& line : lines) {
    if (starts_with(line, opening) && line.back() == '{')
      scope = line.substr(10, line.find(' ', 10) - 10);
  }
  return scope;
}

void examples_of(const fs::path& root, const std::string& header, std::vector<Example>& out) {
  std::vector<std::string> lines;
  std::istringstream text(read(root / header));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  const std::string scope = scope_of(lines);

  Example example{header, scope, {}, false};
  std::vector<Line> block;
  const auto end_block = [&] {
    if (is_code(block)) example.lines.insert(example.lines.end(), block.begin(), block.end());
    block.clear();
  };
  const auto end_comment = [&] {
    end_block();
    if (!example.lines.empty()) out.push_back(example);
    example = {header, scope, {}, false};
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t slashes = lines[i].find_first_not_of(' ');
    if (slashes == std::string::npos || lines[i].compare(slashes, 2, "//") != 0) {
      end_comment();
      continue;
    }
    const std::string comment = lines[i].substr(slashes + 2);
    if (comment.empty()) {
      if (!block.empty()) block.push_back({i + 1, ""});
    } else if (starts_with(comment, "   ")) {
      block.push_back({i + 1, comment.substr(3)});
      if (starts_with(comment, "   int main(")) example.program = true;
    } else {
      end_block();
    }
  }
  end_comment();
}

std::string identifier(const std::string& path) {
  std::string out;
  for (const char c : path) out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return out;
}

std::string source_of(const std::vector<Example>& examples) {
  std::set<std::string> includes;
  for (const Example& example : examples) {
    includes.insert("#include \"" + example.header + "\"");
    for (const Line& line : example.lines) {
      if (starts_with(line.text, "#include")) includes.insert(line.text);
    }
  }
  std::ostringstream out;
  out << "// Made by tests/tools/collect_examples.cpp.\n#include \"tests/headers/given.hpp\"\n\n"
      << "#include \"tests/headers/examples.hpp\"\n";
  for (const std::string& include : includes) out << include << "\n";
  std::vector<std::string> places;
  std::map<std::string, int> in_header;
  for (const Example& example : examples) {
    places.push_back(example.header + ":" + std::to_string(example.lines.front().number));
    const int before = in_header[example.header]++;
    const std::string name =
        identifier(example.header) + (before == 0 ? "" : "_" + std::to_string(before + 1));
    out << "\nnamespace " << example.scope << " { namespace " << name << " {\n";
    if (!example.program) out << "struct Example : Given { void run(); };\nvoid Example::run() {\n";
    std::size_t next = 0;
    for (const Line& line : example.lines) {
      if (line.number != next) out << "#line " << line.number << " \"" << example.header << "\"\n";
      next = line.number + 1;
      out << (starts_with(line.text, "#include") ? "" : line.text) << "\n";
    }
    if (!example.program) out << "}\n";
    out << "} }\n";
  }
  out << "\n#line 1 \"places\"\nconst std::vector<std::string>& cgt::testing::compiled_examples() "
         "{\n"
      << "  static const std::vector<std::string> places{\n";
  for (const std::string& place : places) out << "      \"" << place << "\",\n";
  out << "  };\n  return places;\n}\n";
  return out.str();
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) {
    std::cerr << "usage: collect_examples OUTPUT ROOT FOLDER...\n";
    return 2;
  }
  try {
    const fs::path output = arguments[1];
    const fs::path root = arguments[2];
    std::vector<std::string> headers;
    for (int i = 3; i < count; ++i) {
      for (const auto& entry : fs::recursive_directory_iterator(root / arguments[i])) {
        if (entry.path().extension() == ".hpp")
          headers.push_back(entry.path().lexically_relative(root).generic_string());
      }
    }
    std::sort(headers.begin(), headers.end());
    std::vector<Example> examples;
    for (const std::string& header : headers) examples_of(root, header, examples);
    const std::string source = source_of(examples);
    if (!fs::exists(output) || read(output) != source) std::ofstream(output) << source;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
