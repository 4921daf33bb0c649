#include "repl/commands/go/advisor.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "cgt/support/error.hpp"
#include "decomp/go/record/decimal.hpp"
#include "repl/commands/gtp/protocol.hpp"
#include "repl/support/interrupt.hpp"

extern char** environ;

namespace cgt::repl {
namespace {

// An answer longer than this is none.
constexpr std::size_t kLongestAnswer = std::size_t{1} << 22U;

class Engine {
 public:
  Engine(std::string command, std::uint64_t milliseconds)
      : command_(std::move(command)), milliseconds_(milliseconds) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (pipe2(in.data(), O_CLOEXEC) != 0) throw Error("cannot talk to another program");
    if (pipe2(out.data(), O_CLOEXEC) != 0) {
      for (const int end : in) close(end);
      throw Error("cannot talk to another program");
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    std::string shell = "sh";
    std::string flag = "-c";
    std::array<char*, 4> words{shell.data(), flag.data(), command_.data(), nullptr};
    const int failed = posix_spawn(&process_, "/bin/sh", &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
    if (failed != 0) process_ = -1;
    // An engine that is gone is told by what it does not answer.
    previous_ = signal(SIGPIPE, SIG_IGN);
  }
  ~Engine() {
    close(to_);
    close(from_);
    if (process_ > 0) {
      kill(process_, SIGTERM);
      while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
    signal(SIGPIPE, previous_);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void send(const std::string& line) {
    const std::string text = line + '\n';
    std::size_t sent = 0;
    while (sent < text.size()) {
      const ssize_t wrote = write(to_, text.data() + sent, text.size() - sent);
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote <= 0) return;
      sent += static_cast<std::size_t>(wrote);
    }
  }

  // What comes until `end`, without it.
  std::string read_until(const std::string& asked, std::string_view end) {
    std::size_t at = heard_.find(end);
    while (at == std::string::npos) {
      pollfd ready{from_, POLLIN, 0};
      const int count =
          poll(&ready, 1, static_cast<int>(std::min<std::uint64_t>(milliseconds_, 3'600'000)));
      if (count < 0 && errno == EINTR) {
        if (interrupt_flag()) throw BudgetExhausted(StopReason::kInterrupted);
        continue;
      }
      std::array<char, 4096> buffer{};
      const ssize_t got = count > 0 ? read(from_, buffer.data(), buffer.size()) : 0;
      if (got <= 0 || heard_.size() > kLongestAnswer) {
        throw Error(fmt::format("{} does not answer {}", command_, asked),
                    "--life-from names a program that speaks GTP: 'gnugo --mode gtp'");
      }
      for (ssize_t i = 0; i < got; ++i) {
        const char c = buffer[static_cast<std::size_t>(i)];
        if (c != '\r') heard_ += c;
      }
      at = heard_.find(end);
    }
    std::string out = heard_.substr(0, at);
    heard_.erase(0, at + end.size());
    return out;
  }

  // The answer without its '=', none for '?'.
  std::optional<std::string> try_asking(const std::string& line) {
    send(line);
    std::string answer = read_until(line, "\n\n");
    answer.erase(0, answer.find_first_not_of(" \n"));
    if (answer.empty() || answer.front() != '=') return std::nullopt;
    answer.erase(0, 1);
    answer.erase(0, answer.find_first_not_of(' '));
    return answer;
  }
  std::string ask(const std::string& line) {
    if (auto answer = try_asking(line)) return *answer;
    throw Error(fmt::format("{} refuses {}", command_, line));
  }

 private:
  std::string command_;
  std::uint64_t milliseconds_;
  pid_t process_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string heard_;
  void (*previous_)(int) = nullptr;
};

// As moves that take nothing: of each block first the stone with a liberty, then those beside it.
void set_up(Engine& engine, const go::Problem& problem) {
  const go::Board& board = problem.board;
  engine.ask(fmt::format("boardsize {}", board.width()));
  engine.ask("clear_board");
  engine.ask("komi " + go::decimal_text(problem.komi));
  std::vector<char> put(static_cast<std::size_t>(board.size()), 0);
  for (std::size_t i = 0; i < put.size(); ++i) {
    const go::Point p = board.point(i);
    if (board[p] == go::Colour::kEmpty || put[i] != 0) continue;
    const auto free = std::ranges::any_of(
        board.neighbours(p), [&](go::Point q) { return board[q] == go::Colour::kEmpty; });
    if (!free) continue;
    std::vector<go::Point> stones{p};
    put[i] = 1;
    for (std::size_t next = 0; next < stones.size(); ++next) {
      engine.ask(fmt::format("play {} {}", board[p] == go::Colour::kBlack ? "b" : "w",
                             board.name(stones[next])));
      for (const go::Point q : board.neighbours(stones[next])) {
        if (board[q] != board[p] || put[board.index(q)] != 0) continue;
        put[board.index(q)] = 1;
        stones.push_back(q);
      }
    }
  }
}

// As many numbers as the board has points, from `text`.
std::optional<std::vector<float>> numbers_in(std::string_view text, std::size_t count) {
  std::istringstream words{std::string(text)};
  std::vector<float> out;
  std::string word;
  while (out.size() < count && words >> word) {
    char* end = nullptr;
    const float number = std::strtof(word.c_str(), &end);
    if (end == word.c_str()) return std::nullopt;
    out.push_back(std::clamp(number, -1.0F, 1.0F));
  }
  if (out.size() < count) return std::nullopt;
  return out;
}

// Whose perspective the numbers have is a setting of the engine; most stones of a game live.
void turn_to_black(const go::Board& board, std::vector<float>& owners) {
  float agreed = 0;
  for (std::size_t i = 0; i < owners.size(); ++i) {
    const go::Colour colour = board[board.point(i)];
    if (colour != go::Colour::kEmpty)
      agreed += colour == go::Colour::kBlack ? owners[i] : -owners[i];
  }
  if (agreed >= 0) return;
  for (float& owner : owners) owner = -owner;
}

std::vector<go::Point> points_in(const std::string& text, const go::Board& board) {
  std::istringstream words(text);
  std::vector<go::Point> out;
  std::string word;
  while (words >> word) {
    const auto vertex = gtp_vertex(word, board);
    if (vertex && vertex->point && board[*vertex->point] != go::Colour::kEmpty) {
      out.push_back(*vertex->point);
    }
  }
  return out;
}

}  // namespace

EngineView ask_engine(const std::string& command, const go::Problem& problem, Player to_play,
                      std::uint64_t milliseconds) {
  const go::Board& board = problem.board;
  if (board.width() != board.height() || board.width() > kMaxGtpSide) {
    throw Error("GTP engines know square boards of at most 25 lines only");
  }
  Engine engine(command, milliseconds);
  EngineView view;
  view.name = engine.ask("name");
  view.name += ' ' + engine.try_asking("version").value_or("");
  const std::string known = '\n' + engine.ask("list_commands") + '\n';
  const auto knows = [&](const char* word) {
    return known.find(fmt::format("\n{}\n", word)) != std::string::npos;
  };
  set_up(engine, problem);
  const auto points = static_cast<std::size_t>(board.size());
  if (knows("kata-raw-nn")) {
    const std::string answer = engine.ask("kata-raw-nn 0");
    constexpr std::string_view kWord = "whiteOwnership";
    const std::size_t at = answer.find(kWord);
    if (at != std::string::npos) {
      if (auto owners = numbers_in(std::string_view(answer).substr(at + kWord.size()), points)) {
        view.owners = std::move(*owners);
      }
    }
  }
  if (view.owners.empty() && knows("kata-analyze")) {
    engine.send(
        fmt::format("kata-analyze {} 50 ownership true", to_play == Player::kLeft ? "b" : "w"));
    constexpr std::string_view kWord = " ownership ";
    std::string line;
    while (line.find(kWord) == std::string::npos) line = engine.read_until("kata-analyze", "\n");
    if (auto owners =
            numbers_in(std::string_view(line).substr(line.find(kWord) + kWord.size()), points)) {
      view.owners = std::move(*owners);
    }
  }
  if (!view.owners.empty()) {
    turn_to_black(board, view.owners);
    return view;
  }
  if (!knows("final_status_list")) {
    throw Error(view.name + " tells neither ownership nor dead stones",
                "it needs kata-raw-nn, kata-analyze or final_status_list");
  }
  view.owners.assign(points, 0);
  for (std::size_t i = 0; i < points; ++i) {
    const go::Colour colour = board[board.point(i)];
    if (colour != go::Colour::kEmpty) view.owners[i] = colour == go::Colour::kBlack ? 1.0F : -1.0F;
  }
  for (const go::Point p : points_in(engine.ask("final_status_list dead"), board)) {
    view.owners[board.index(p)] = board[p] == go::Colour::kBlack ? -1.0F : 1.0F;
  }
  if (const auto seki = engine.try_asking("final_status_list seki")) {
    view.seki = points_in(*seki, board);
  }
  return view;
}

}  // namespace cgt::repl
