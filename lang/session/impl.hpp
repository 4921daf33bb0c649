// The inside of a Session, shared by its source files.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lang/machine/vm.hpp"
#include "lang/session.hpp"
#include "lang/syntax/parser.hpp"
#include "lang/values/function.hpp"
#include "lang/values/positions.hpp"

namespace cgt::lang {

// Class files of one session.
inline constexpr std::size_t kMaxLoaded = 10'000;

// A text was refused before it ran.
struct LoadFailure {
  Result result;
};

// A file as it was when it was loaded.
struct FileStamp {
  std::filesystem::file_time_type time;
  std::uintmax_t size = 0;
  bool operator==(const FileStamp&) const = default;
};
// None if there is no such file.
std::optional<FileStamp> stamp_of(const std::filesystem::path& file);
// None if it cannot be read.
std::optional<SourceText> read_source(const std::filesystem::path& file);

Result refuse(const ParseResult& parsed);
Result refuse(const Program& program, const std::vector<Diagnostic>& diagnostics);

struct Session::Impl {
  // Null: in a store of its own.
  explicit Impl(Store* games);

  Store store;
  std::optional<Forms> forms;
  std::optional<Store::Mark> start;  // what clear() returns to
  Registry registry;
  Positions positions;
  PrintStyle style;
  Format format = Format::kText;
  std::string directory;
  std::map<std::string, std::string> provided;  // files that need not exist
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::string_view)> sink;
  bool history_on = false;
  std::vector<Value> history;
  MutableObjects mutables;
  KeptByPackages kept;
  MutableInstances instances;
  std::shared_ptr<Globals> globals = std::make_shared<Globals>();
  FlatMap<std::string, ClassDeclaration*> loaded;  // classes from files and the library, by path
  // Those of them that are files, as they were when they were read.
  struct WatchedFile {
    std::string path;  // of the class
    std::filesystem::path file;
    FileStamp stamp;
  };
  std::vector<WatchedFile> watched;
  std::map<std::string, std::set<std::string>> constants;  // of packages that were asked for
  std::map<std::string, FileStamp> files;                  // that texts have loaded, by real path
  std::vector<std::shared_ptr<Program>> programs;          // that hold them
  // Help on classes of scripts and their members, by full name: "shapes.Square.Area".
  std::map<std::string, std::string> documents;
  std::vector<CountedPointer<ClassInfo>> retired;  // of earlier scopes: values may have them
  std::size_t loading = 0;                         // files that wait for others
  std::string output;                              // of the running evaluation
  Statistics statistics;
  Host host;

  Value recall(std::int64_t which) const;
  // Takes variables, results and programs away, and what objects hold of each other. Throws std::bad_alloc.
  void empty();
  Result run(const SourceText& source, Budget& budget);
  // Help from the documentation comments of a class.
  void document(const Program& program, const ClassDeclaration& declaration);
  // In the format of the session. Throws Error where it has no picture, and what a script throws.
  std::string written(Machine& machine, const Value& value, const PrintStyle& in_style) const;
  // The result of body(), or what its exceptions say, with what was printed meanwhile. `source` is
  // for errors that name no place of their own.
  Result guarded(const SourceText& source, const Budget::Limits& limits,
                 const std::function<Result(Budget&)>& body);
  // Loads what the program asks for; then resolves, compiles and runs it. Throws LoadFailure,
  // ScriptFailure or BudgetExhausted.
  Value run_program(const std::shared_ptr<Program>& program, Budget& budget);
  // Runs what the program loads: each file once, until it is changed. Throws as run_program() does;
  // LoadFailure at `load` where a file cannot be read.
  void load_files(const std::shared_ptr<Program>& program, Budget& budget);
  void load_file(const std::shared_ptr<Program>& program, const Program::Load& load,
                 Budget& budget);
  // The class "pkg.Name" from the file pkg/Name.cgs below the folder of the script; the built-in one
  // if the file says that its code is elsewhere. Null if there is none.
  const ClassInfo* load_class(const std::string& path, Budget& budget);
  // Does the singleton in the file pkg/constants.cgs have a member Name? Its text is read, not run.
  bool is_constant(const std::string& path);
  std::optional<SourceText> class_source(const std::string& path) const;
  std::filesystem::path class_file(const std::string& path) const;
  // If a class file was changed or taken away, reads all class files anew, since they may need each
  // other. Values keep the classes that they were made of. Throws as run_program() does.
  void reload_changed_files(Budget& budget);
  const ClassInfo* load_source(const std::string& path, SourceText source, Budget& budget);
  // The row that a topic names: "Cool", "Game.Cool", "game.go.Region"; all rows of that name.
  std::vector<const Builtin*> rows(std::string_view topic) const;
};

HelpEntry help_entry(const Builtin& builtin);

}  // namespace cgt::lang
