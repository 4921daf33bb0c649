#include "repl/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "repl/bench/bench.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/commands/commands.hpp"
#include "repl/package/package.hpp"
#include "repl/support/shards.hpp"

namespace cgt::repl {
namespace {

using Words = std::vector<std::string>;

// cgt help [COMMAND]
struct HelpOptions {
  Words command;
};

Command add_help(const Command& program, HelpOptions& options) {
  const Command help = program.add("help", "What a command does and which options it has");
  help.option("COMMAND", options.command, "", "As in cgt help db build; nothing: all commands")
      .words(0, -1);
  help.examples("  cgt help db build   the same as cgt db build --help\n");
  return help;
}

int run_help(HelpOptions& options) {
  options.command.emplace_back("--help");
  return parse_command_line(options.command, nullptr).run({});
}

Request read_command(const Words& words) { return parse_command_line(words, nullptr); }

// All commands, and where the options go.
struct WholeProgram {
  explicit WholeProgram(std::optional<Words> line = std::nullopt)
      : program("cgt", "cgt: combinatorial game theory, exactly", version_line(), std::move(line)) {
    add_session(program.command(), session);
    Commands commands(program.command(), request);
    commands.group("Values");
    offer_batch(commands);
    offer_eval(commands);
    offer_census(commands);
    offer_extremes(commands);
    offer_ko(commands);
    offer_octal(commands);
    offer_misere(commands);
    commands.group("Positions and sums");
    offer_sum(commands);
    offer_verify(commands);
    offer_prove(commands);
    offer_db(commands);
    offer_boxes(commands);
    commands.group("Go");
    offer_go(commands);
    offer_semeai(commands);
#ifndef __EMSCRIPTEN__  // reads its input in a thread
    offer_gtp(commands);
#endif
#ifndef __EMSCRIPTEN__  // starts other programs
    commands.group("Play and look");
    offer_programs(commands);
#endif
    commands.group("Research");
#ifdef CGT_LABS
    offer_pathology(commands);
    offer_bridge(commands);
#endif
#ifndef __EMSCRIPTEN__
    offer_bench(commands);
    offer_mpi(commands);
#endif
    commands.group("Planning");
    offer_htn(commands);
#ifdef CGT_LABS
    offer_edaps(commands);
    offer_sokoban(commands);
#endif
    commands.group("Files");
    offer_info(commands);
    offer_merge(commands, read_command);
    offer_docs(commands, command_table);
#ifndef __EMSCRIPTEN__  // the suites run there whole
    offer_selftest(commands);
#endif
    commands.offer(add_help, run_help);
  }

  Request request;
  SessionOptions session;
  Program program;
};

// Words after the name of a script belong to the script, whatever they look like. Returns the index
// of the command, and of the first word of the script or words.size().
struct Places {
  std::size_t command;
  std::size_t script;
};
Places places_in(const Program& program, const Words& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") return {words.size(), std::min(i + 2, words.size())};
    if (word.size() > 1 && word[0] == '-') {
      if (program.takes_next_word(word)) ++i;
      continue;
    }
    return program.is_command(word) ? Places{i, words.size()} : Places{words.size(), i + 1};
  }
  return {words.size(), words.size()};
}

// A word that is neither a command nor a file may be a slip, or an expression.
void look_for_slip(const std::string& word) {
  std::error_code ignored;
  if (word == "-" || word.ends_with(".cgs") || std::filesystem::exists(word, ignored)) return;
  Words names;
  for (const CommandEntry& command : command_table().commands)
    names.push_back(command.words.back());
  const std::string near = closest(word, names);
  std::string hint;
  if (!near.empty()) {
    hint = fmt::format("did you mean cgt {}?", near);
  } else if (word.find_first_of("+*^{}()|=") != std::string::npos) {
    hint = fmt::format("to evaluate an expression: cgt -e {}", quoted_word(word));
  }
  throw UsageError(fmt::format("there is no command and no file {}", word), hint);
}

}  // namespace

CommandEntry command_table() { return WholeProgram().program.table(); }

Request parse_command_line(const Words& given, RunSession run_session) {
  WholeProgram whole(given);
  const Places places = places_in(whole.program, given);
  const auto script = given.begin() + static_cast<std::ptrdiff_t>(places.script);
  whole.session.arguments.assign(script, given.end());
  const std::optional<int> finished = whole.program.parse(Words(given.begin(), script));
  Request& request = whole.request;
  if (finished) {
    request = {};
    request.run = [code = *finished](const Words&) { return code; };
  } else if (!request.run) {
    if (whole.session.file) look_for_slip(*whole.session.file);
    if (run_session == nullptr) throw UsageError("there is no such command", "cgt --help");
    request.run = [run_session, session = whole.session](const Words&) {
      return run_session(session);
    };
  } else {
    request.behind.assign(
        given.begin() + static_cast<std::ptrdiff_t>(std::min(places.command + 1, given.size())),
        given.end());
  }
  if (request.sharding != nullptr) request.sharding->words = given;
  return std::move(request);
}

}  // namespace cgt::repl
