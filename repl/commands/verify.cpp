// cgt verify: replays certificates of won sums (decomp/solve/sums/certificate/certificate.hpp) and of scores of Dots
// and Boxes (decomp/boxes/certificate.hpp).
#include <fmt/format.h>

#include <iostream>

#include "cgt/support/words.hpp"
#include "decomp/boxes/certificate.hpp"
#include "decomp/solve/sums/certificate/certificate.hpp"
#include "repl/commands/commands.hpp"
#include "repl/support/files.hpp"
#include "repl/support/interrupt.hpp"
#include "repl/support/rulesets.hpp"

namespace cgt::repl {
namespace {

// cgt verify FILE...
struct VerifyOptions {
  CommonOptions common;
  std::vector<std::string> files;
};

Command add_verify(const Command& program, VerifyOptions& options) {
  const Command verify = program.add(
      "verify", "Check certificates of won sums and of scores: replay the strategies in them");
  add_common(verify, options.common);
  verify.option("FILES", options.files, "", "Certificates, or - for standard input").required();
  verify.examples("  cgt verify won.json\n");
  return verify;
}

solve::RulesetCalled called_with(const CommonOptions& common) {
  return [&common](const std::string& name) { return ruleset_called(name, common); };
}

// Texts of the file that are shown: cut if they are long, without what a terminal would obey.
std::string shown(std::string text, std::size_t most) {
  if (text.size() > most) text = text.substr(0, most) + "...";
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = c == '\n' ? ' ' : '?';
  }
  return text;
}

ExitCode verify(const std::string& path, const VerifyOptions& options) {
  const std::string name = display_name(path);
  const auto refuse = [&](const std::string& why) {
    std::cout << fmt::format("{}: refused: {}\n", name, shown(why, 1000));
    return kRuntimeError;
  };
  Budget budget(options.common.limits, &interrupt_flag());
  try {
    const SourceText text(name, read_file(path));
    if (boxes::is_certificate(text)) {
      const boxes::Certificate certificate = boxes::parse_certificate(text);
      if (const auto wrong = boxes::refute(certificate, budget)) return refuse(*wrong);
      std::cout << fmt::format("{}: verified: the score of {} is {:+}, {}\n", name,
                               shown(certificate.board, 100), certificate.score,
                               counted(certificate.steps.size(), "position"));
      return kOk;
    }
    const solve::Certificate certificate = solve::parse_certificate(text);
    Store store;
    const solve::CertificateVerdict verdict =
        solve::check_certificate(store, certificate, budget, called_with(options.common));
    if (!verdict.verified) return refuse(fmt::format("{}: {}", verdict.where, verdict.reason));
    std::cout << fmt::format("{}: verified: {} wins {}, {} moving first, {}\n", name,
                             cgt::name(certificate.winner), shown(certificate.sum, 100),
                             cgt::name(certificate.first),
                             counted(certificate.steps.size(), "position"));
    return kOk;
  } catch (const InputError& error) {
    const SourceText::Place place = error.place();
    return refuse(fmt::format("{}:{}: {}", place.line, place.column, error.message()));
  } catch (const Error& error) {
    return refuse(error.what());
  } catch (const FileError& error) {
    return complain(false, kUsageError, error.what());
  } catch (const BudgetExhausted& error) {
    std::cout << fmt::format("{}: unknown: {}\n", name, error.what());
    return exit_code(error.reason());
  }
}

// Certificates are read as they stand on the command line; the first one that is refused, cannot be
// read or needs more than the budget decides the exit code, the others are looked at all the same.
ExitCode run_verify(const VerifyOptions& options) {
  ExitCode first = kOk;
  for (const std::string& path : options.files) {
    const ExitCode code = verify(path, options);
    std::cout << std::flush;
    if (first == kOk) first = code;
    if (code == kInterrupted) return kInterrupted;
  }
  return first;
}

}  // namespace

void offer_verify(Commands& commands) { commands.offer(add_verify, run_verify); }

}  // namespace cgt::repl
