#include "repl/support/shards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "cgt/support/text_input.hpp"
#include "decomp/db/checksum.hpp"
#include "repl/command_line/exit_code.hpp"
#include "repl/support/files.hpp"

namespace cgt::repl {
namespace {

constexpr std::string_view kPartFirst = "cgt part 1\n";
constexpr unsigned kMostShards = 1'000'000;

std::string hex_checksum(std::string_view bytes) {
  return fmt::format("{:016x}", db::Checksum().bytes(bytes).value());
}

// "2/3". What has to stand there, or "".
std::string read_share(std::string_view text, Share& out) {
  const std::size_t slash = text.find('/');
  const auto index = parse_number<std::uint64_t>(text.substr(0, slash));
  const auto of = parse_number<std::uint64_t>(
      slash == std::string_view::npos ? std::string_view() : text.substr(slash + 1));
  if (!index || !of) return fmt::format("I/N, such as 2/3, not \"{}\"", text);
  if (*of == 0 || *of > kMostShards) {
    return fmt::format("I/N with N from 1 to {}, not {}", kMostShards, text);
  }
  if (*index == 0 || *index > *of) return fmt::format("I/N with I from 1 to N, not {}", text);
  out = {static_cast<unsigned>(*index), static_cast<unsigned>(*of)};
  return "";
}

// One line "name value" off the front; nothing if it has another name.
std::optional<std::string> take_line(std::string_view& text, std::string_view name) {
  if (!text.starts_with(name) || text.size() <= name.size() || text[name.size()] != ' ') {
    return std::nullopt;
  }
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  std::string value(text.substr(name.size() + 1, end - name.size() - 1));
  text.remove_prefix(end + 1);
  return value;
}

// A line is a line, whatever a name of a file has in it.
std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string none_if_empty(const std::string& text) { return text.empty() ? "-" : one_line(text); }
std::string empty_if_none(std::string text) { return text == "-" ? "" : text; }

// "--name" or "--name=value": which of the names it is.
template <std::size_t N>
bool option_among(const std::string& word, const std::array<const char*, N>& names,
                  bool& has_value) {
  const std::string name = word.substr(0, word.find('='));
  has_value = name.size() != word.size();
  return std::ranges::find(names, name) != names.end();
}

std::string shards_text(const std::vector<unsigned>& shards, unsigned of) {
  std::string out = shards.size() == 1 ? "shard " : "shards ";
  for (std::size_t i = 0; i < shards.size(); ++i) {
    constexpr std::size_t kMostNamed = 10;
    if (i == kMostNamed) return out + fmt::format(" and {} more", shards.size() - i);
    out += fmt::format("{}{}/{}", i > 0 ? ", " : "", shards[i], of);
  }
  return out;
}

}  // namespace

std::string PartHeader::text() const {
  std::string out(kPartFirst);
  out += fmt::format("kind {}\nversion {}\ncommand {}\nruleset {}\nseed {}\nshard {}\nunits {}\n",
                     kind, version, one_line(command), none_if_empty(ruleset), none_if_empty(seed),
                     share.text(), units);
  for (const auto& [hash, path] : inputs) out += fmt::format("input {} {}\n", hash, one_line(path));
  return out + fmt::format("header {}\n", hex_checksum(out));
}

bool is_part(std::string_view text) { return text.starts_with("cgt part "); }

Part parse_part(const std::string& path, std::string_view text) {
  const std::string_view whole = text;
  if (!is_part(text)) {
    throw FileError(path + ": no checkpoint, journal or shard of cgt: it has no header");
  }
  if (!text.starts_with(kPartFirst)) {
    throw FileError(path + ": written by another version of cgt, in another form");
  }
  text.remove_prefix(kPartFirst.size());
  const auto damaged = [&]() -> FileError { return FileError(path + ": its header is damaged"); };
  const auto take = [&](std::string_view name) {
    std::optional<std::string> value = take_line(text, name);
    if (!value) throw damaged();
    return std::move(*value);
  };
  Part out;
  out.path = path;
  PartHeader& h = out.header;
  h.kind = take("kind");
  h.version = take("version");
  h.command = take("command");
  h.ruleset = empty_if_none(take("ruleset"));
  h.seed = empty_if_none(take("seed"));
  if (!read_share(take("shard"), h.share).empty()) throw damaged();
  const auto units = parse_number<std::uint64_t>(take("units"));
  if (!units) throw damaged();
  h.units = *units;
  while (const std::optional<std::string> input = take_line(text, "input")) {
    const std::size_t blank = input->find(' ');
    if (blank == std::string::npos) throw damaged();
    h.inputs.emplace_back(input->substr(0, blank), input->substr(blank + 1));
  }
  const std::string_view lines = whole.substr(0, whole.size() - text.size());
  if (take("header") != hex_checksum(lines)) throw damaged();
  out.body = text;
  return out;
}

Part read_part(const std::string& path) { return parse_part(display_name(path), read_file(path)); }

void add_sharding(const Command& command, Sharding& sharding, const char* state_help,
                  bool own_file) {
  if (own_file) command.option("--state", sharding.state, "FILE", state_help);
  command.option("--shard", sharding.shard, "I/N",
                 own_file ? "Only this share of the work, into --state FILE; cgt merge joins them"
                          : "Only this share of the work; cgt merge joins them");
  // What is wrong is told while the line is read, and has to live longer than the lambda.
  command.needs([&sharding, own_file, wrong = std::make_shared<std::string>()] {
    if (sharding.shard.empty()) return "";
    *wrong = read_share(sharding.shard, sharding.share);
    if (!wrong->empty()) {
      *wrong = "--shard " + *wrong + ",";
      return wrong->c_str();
    }
    sharding.given = true;
    if (own_file && sharding.state.empty()) return "--state FILE, for --shard,";
    return "";
  });
}

std::string quoted_word(const std::string& word) {
  constexpr const char* kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./%@";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

namespace {

// Words that make the same results.
std::vector<std::string> kept_words(const std::vector<std::string>& words) {
  static constexpr std::array kWithValue{"--shard", "--state", "--threads", "--save-every"};
  static constexpr std::array<std::string_view, 1> kFlags{"--publish"};
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    bool has_value = false;
    if (std::find(kFlags.begin(), kFlags.end(), words[i]) != kFlags.end()) continue;
    if (!option_among(words[i], kWithValue, has_value)) {
      out.push_back(words[i]);
    } else if (!has_value) {
      ++i;
    }
  }
  return out;
}

}  // namespace

std::string command_text(const std::vector<std::string>& words) {
  std::string out = "cgt";
  for (const std::string& word : kept_words(words)) out += ' ' + quoted_word(word);
  return out;
}

std::vector<std::string> command_words(const std::string& command) {
  std::vector<std::string> out;
  std::string word;
  bool quoted = false;
  bool any = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\'') {
      quoted = !quoted;
      any = true;
    } else if (!quoted && c == '\\' && i + 1 < command.size()) {
      word += command[++i];
    } else if (!quoted && c == ' ') {
      if (any || !word.empty()) out.push_back(std::move(word));
      word.clear();
      any = false;
    } else {
      word += c;
    }
  }
  if (any || !word.empty()) out.push_back(std::move(word));
  return out;
}

PartHeader new_header(const Sharding& sharding, std::string kind) {
  PartHeader out;
  out.kind = std::move(kind);
  out.version = version_line();
  out.command = command_text(sharding.words);
  out.share = sharding.share;
  return out;
}

std::pair<std::string, std::string> input_of(const std::string& path, std::string_view bytes) {
  return {hex_checksum(bytes), display_name(path)};
}

void check_same(const Part& part, const PartHeader& wanted, bool command) {
  const PartHeader& there = part.header;
  const auto differ = [&](const char* what, const std::string& theirs, const std::string& ours) {
    if (theirs == ours) return;
    throw FileError(fmt::format("{}: {} \"{}\", not \"{}\"\nhint: another file, or the same job",
                                part.path, what, theirs, ours));
  };
  differ("made as", there.kind, wanted.kind);
  differ("made by", there.version, wanted.version);
  differ("of the ruleset", there.ruleset, wanted.ruleset);
  differ("with seed", there.seed, wanted.seed);
  if (command) differ("made with", there.command, wanted.command);
  const auto of_inputs = [](const PartHeader& header) {
    std::string out;
    for (const auto& [hash, path] : header.inputs) out += (out.empty() ? "" : " ") + hash;
    return out;
  };
  differ("from inputs with checksums", of_inputs(there), of_inputs(wanted));
  differ("with units", std::to_string(there.units), std::to_string(wanted.units));
}

std::vector<Part> read_parts(const std::vector<std::string>& paths) {
  std::vector<Part> parts;
  for (const std::string& path : paths) parts.push_back(read_part(path));
  const PartHeader first = parts.front().header;
  if (first.version != version_line()) {
    throw FileError(fmt::format("{}: made by \"{}\", and this is \"{}\"", parts.front().path,
                                first.version, version_line()));
  }
  for (const Part& part : parts) {
    check_same(part, first, true);
    if (part.header.share.of != first.share.of) {
      throw FileError(fmt::format("{}: shard {}, but {} is {}", part.path, part.header.share.text(),
                                  parts.front().path, first.share.text()));
    }
  }
  std::ranges::stable_sort(parts, {}, [](const Part& part) { return part.header.share.index; });
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].header.share == parts[i - 1].header.share) {
      throw FileError(fmt::format("shard {} is there twice: {} and {}",
                                  parts[i].header.share.text(), parts[i - 1].path, parts[i].path));
    }
  }
  std::vector<unsigned> missing;
  unsigned next = 1;
  for (const Part& part : parts) {
    for (; next < part.header.share.index; ++next) missing.push_back(next);
    ++next;
  }
  for (; next <= first.share.of; ++next) missing.push_back(next);
  if (!missing.empty()) {
    throw FileError(shards_text(missing, first.share.of) +
                    (missing.size() == 1 ? " is missing" : " are missing"));
  }
  return parts;
}

}  // namespace cgt::repl
