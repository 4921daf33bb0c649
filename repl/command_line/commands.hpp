// Commands as rows: what reads the options of a command, and what runs it.
//
//  Command add_batch(const Command& program, BatchOptions& options);
//  ExitCode run_batch(const BatchOptions& options);
//
//  void offer_batch(Commands& commands) { commands.offer(add_batch, run_batch); }
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "repl/command_line/command.hpp"

namespace cgt::repl {

struct CommonOptions;
struct Sharding;

// What a command line asks for: the innermost command that was given. Null where the command has no
// such options.
struct Request {
  using Words = std::vector<std::string>;
  std::function<int(const Words&)> run;  // of the words `behind`; null: no command
  Words behind;                          // the first command, as they were given
  CommonOptions* common = nullptr;
  Sharding* sharding = nullptr;
  bool json = false;  // --json
};

struct NoOptions {};

class Commands {
 public:
  Commands(Command program, Request& request) : program_(program), request_(&request) {}

  // Of the commands that are offered from now on: the heading above them in --help.
  void group(const char* name) { group_ = name; }

  // `run` takes the options, and may take the words behind the first command.
  template <class Options, class Run>
  Command offer(Command (*add)(const Command&, Options&), Run run) {
    return offer_in(program_, add, run);
  }
  template <class Options, class Run>
  Command offer_in(const Command& outer, Command (*add)(const Command&, Options&), Run run) {
    const auto options = std::make_shared<Options>();
    const Command command = add(outer, *options);
    command.group(group_);
    command.then([options, run, request = request_] {
      if (request->run) return;
      request->run = [options, run](const Request::Words& words) {
        if constexpr (std::is_invocable_v<Run, Options&, const Request::Words&>) {
          return static_cast<int>(run(*options, words));
        } else {
          return static_cast<int>(run(*options));
        }
      };
      if constexpr (requires { options->common; }) request->common = &options->common;
      if constexpr (requires { options->sharding; }) request->sharding = &options->sharding;
      if constexpr (requires { options->json; }) request->json = options->json;
    });
    return command;
  }

 private:
  Command program_;
  const char* group_ = "";
  Request* request_;
};

}  // namespace cgt::repl
