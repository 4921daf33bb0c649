#include "repl/request.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repl/support/files.hpp"
#include "repl/support/parts/part.hpp"
#include "repl/support/version.hpp"

namespace cgt::repl {
namespace {

// Words after the name of a script belong to the script, whatever they look like. Returns the index
// of the first of them, or words.size() if a command is asked for or there is no script.
std::size_t first_script_argument(const Program& program, const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") return std::min(i + 2, words.size());
    if (word.size() > 1 && word[0] == '-') {
      if (program.takes_next_word(word)) ++i;
      continue;
    }
    return program.is_command(word) ? words.size() : i + 1;
  }
  return words.size();
}

// The commands of the program. The request is that of the innermost command that was given.
class Commands {
 public:
  Commands(Program& program, std::optional<Request>& request)
      : program_(&program), request_(&request) {}

  template <class Options>
  Command offer(Command (*add)(const Command&, Options&)) {
    return offer_in(program_->command(), add);
  }
  template <class Options>
  Command offer_in(const Command& outer, Command (*add)(const Command&, Options&)) {
    const auto options = std::make_shared<Options>();
    const Command command = add(outer, *options);
    command.then([options, request = request_] {
      if (!*request) *request = *options;
    });
    return command;
  }

 private:
  Program* program_;
  std::optional<Request>* request_;
};

// All commands, and where the options go.
struct WholeProgram {
  WholeProgram() {
    add_session(program.command(), session);
    Commands commands(program, request);
    commands.offer(add_batch);
    commands.offer_in(commands.offer(add_go), add_generate);
    commands.offer(add_gtp);
    commands.offer(add_ko);
    commands.offer(add_misere);
    commands.offer(add_octal);
    commands.offer(add_eval);
    commands.offer(add_census);
    commands.offer(add_db);
    commands.offer(add_sum);
    commands.offer(add_bridge);
    commands.offer(add_pathology);
    commands.offer(add_edaps);
    commands.offer(add_explore);
    commands.offer(add_serve);
    commands.offer(add_kernel);
    commands.offer(add_bench);
    commands.offer(add_verify);
    commands.offer(add_htn);
    commands.offer(add_sokoban);
    commands.offer(add_merge);
    const Command mpi = commands.offer(add_mpi);
    commands.offer_in(mpi, add_mpi_census);
    commands.offer_in(mpi, add_mpi_build);
    commands.offer_in(mpi, add_mpi_sum);
    commands.offer(add_info);
    commands.offer(add_docs);
  }

  std::optional<Request> request;
  SessionOptions session;
  Program program{"cgt", "cgt: combinatorial game theory, exactly", version_line()};
};

}  // namespace

CommandEntry command_table() { return WholeProgram().program.table(); }

Request parse_command_line(int argc, const char* const* argv) {
  WholeProgram whole;
  std::optional<Request>& request = whole.request;
  SessionOptions& session = whole.session;
  Program& program = whole.program;
  std::vector<std::string> words(argv + 1, argv + argc);
  const auto script_arguments =
      words.begin() + static_cast<std::ptrdiff_t>(first_script_argument(program, words));
  session.arguments.assign(script_arguments, words.end());
  words.erase(script_arguments, words.end());
  if (const std::optional<int> finished = program.parse(std::move(words))) return *finished;
  if (!request) return session;
  const auto typed = [&] {
    std::string out = "cgt";
    for (int i = 1; i < argc; ++i) out += ' ' + quoted_word(argv[i]);
    return out;
  };
  if (auto* db = std::get_if<DbOptions>(&*request)) db->command = typed();
  std::visit(
      [&](auto& options) {
        if constexpr (requires { options.sharding; }) {
          options.sharding.words.assign(argv + 1, argv + argc);
        }
      },
      *request);
  // The words behind the command, for a program that reads them again.
  const auto words_of = [&] {
    int at = 1;
    while (!program.is_command(argv[at])) at += program.takes_next_word(argv[at]) ? 2 : 1;
    std::vector<std::string> behind(argv + at + 1, argv + argc);
    if (std::string_view(argv[at]) == "serve") behind.emplace_back("--no-open");
    return behind;
  };
  if (auto* explore = std::get_if<ExploreOptions>(&*request)) explore->words = words_of();
  if (auto* mpi = std::get_if<MpiCensusOptions>(&*request)) {
    mpi->words = words_of();
    mpi->census.sharding.words = mpi->words;
  }
  if (auto* mpi = std::get_if<MpiBuildOptions>(&*request)) {
    mpi->words = words_of();
    mpi->db.command = typed();
  }
  if (auto* mpi = std::get_if<MpiSumOptions>(&*request)) {
    mpi->words = words_of();
    mpi->sum.sharding.words = mpi->words;
  }
  if (auto* kernel = std::get_if<KernelOptions>(&*request)) kernel->words = words_of();
  return *request;
}

Request merged_request(const MergeOptions& options) {
  auto parts = std::make_shared<const std::vector<Part>>(read_parts(options.files));
  const std::vector<std::string> words = command_words(parts->front().header.command);
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  Request request = parse_command_line(static_cast<int>(arguments.size()), arguments.data());
  bool known = false;
  std::visit(
      [&](auto& inner) {
        if constexpr (requires { inner.sharding; }) {
          inner.sharding.merged = parts;
          inner.common.quiet = inner.common.quiet || options.common.quiet;
          known = true;
        }
      },
      request);
  if (!known) {
    throw FileError(parts->front().path +
                    ": made by a command that has no shards: " + parts->front().header.command);
  }
  return request;
}

}  // namespace cgt::repl
