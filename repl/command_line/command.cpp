#include "repl/command_line/command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <map>
#include <sstream>
#include <string_view>

#include "repl/command_line/exit_code.hpp"

namespace cgt::repl {
namespace {

constexpr std::size_t kLeft = 30;  // columns of names
constexpr std::size_t kWidth = 100;

// Words in lines of at most kWidth columns; all but the first begin with `indent` blanks. The text
// stands in column `at` of the first one.
std::string wrapped(std::string_view text, std::size_t at, std::size_t indent) {
  std::string out;
  std::size_t column = at;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (column > at && column + 1 + end > kWidth) {
      out += '\n' + std::string(indent, ' ');
      column = at = indent;
    } else if (column > at) {
      out += ' ';
      ++column;
    }
    out += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + '\n';
}

// "  NAME      what it is for"
std::string line(const std::string& name, const std::string& what) {
  std::string out = "  " + name;
  if (what.empty()) return out + '\n';
  out += out.size() + 1 > kLeft ? '\n' + std::string(kLeft, ' ')
                                : std::string(kLeft - out.size(), ' ');
  return out + wrapped(what, kLeft, kLeft);
}

// The sentence about an option, with what else has to be known.
std::string explained(const CLI::Option* option) {
  std::string what = option->get_description();
  std::vector<std::string> others;  // the set is one of pointers
  for (const CLI::Option* other : option->get_excludes()) others.push_back(other->get_name());
  std::sort(others.begin(), others.end());
  if (!others.empty()) what += fmt::format("; not with {}", fmt::join(others, ", "));
  if (option->get_required() && !option->get_positional()) what += " (required)";
  return what;
}

// Are there several words behind it, or several of it?
bool is_repeatable(const CLI::Option* option) {
  if (option->get_delimiter() != '\0') return false;
  return option->get_expected_max() > 1 ||
         option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
}

// Help of at most kWidth columns: what CLI11 would add to a description by itself (values as
// numbers, whatever they stand for) is left out, for the descriptions say it in words.
class Help : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string name = make_option_name(option, is_positional);
    if (!option->get_type_name().empty()) name += ' ' + option->get_type_name();
    if (option->get_expected_max() > 1 && option->get_delimiter() == '\0') name += " ...";
    return line(name, explained(option));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return line(command->get_name(), command->get_description());
  }
  std::string make_description(const CLI::App* app) const override {
    return wrapped(app->get_description(), 0, 0);
  }
  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    while (!usage.empty() && usage.back() == '\n') usage.pop_back();
    return wrapped(usage, 0, 4);
  }
  std::string make_footer(const CLI::App* app) const override { return app->get_footer(); }
};

void describe(CLI::Option* option, const std::string& more) {
  option->description(option->get_description() + more);
}

template <class T>
void check_range(CLI::Option* option, T least, T most, const std::string& range) {
  option->check(CLI::Validator(
      [least, most, range](std::string& word) {
        T value{};
        const bool good = CLI::detail::lexical_cast(word, value) && value >= least && value <= most;
        return good ? std::string() : fmt::format("{} is not a number {}", word, range);
      },
      ""));
}

}  // namespace

struct Program::Impl {
  CLI::App app;
  std::optional<std::vector<std::string>> line;  // what it will read, if it is known
  struct Action {
    CLI::App* command;
    int depth;  // of commands within commands
    std::function<void()> run;
  };
  struct Need {
    CLI::App* command;
    std::function<const char*()> missing;
  };
  std::vector<Action> actions;
  std::vector<Need> needs;
  std::map<const CLI::Option*, Expected> expected;  // what their values may be

  bool may_name(const std::string& command) const {
    return !line || std::find(line->begin(), line->end(), command) != line->end();
  }
};

CommandOption& CommandOption::required() {
  if (option_ == nullptr) return *this;
  option_->required();
  return *this;
}

CommandOption& CommandOption::excludes(const CommandOption& other) {
  if (option_ == nullptr) return *this;
  option_->excludes(other.option_);
  return *this;
}

template <class T>
CommandOption& CommandOption::between(T least, T most) {
  if (option_ == nullptr) return *this;
  const std::string range = fmt::format("{} to {}", least, most);
  check_range(option_, least, most, "from " + range);
  describe(option_, ", " + range);
  return *this;
}
template CommandOption& CommandOption::between(int, int);
template CommandOption& CommandOption::between(std::int64_t, std::int64_t);
template CommandOption& CommandOption::between(double, double);

CommandOption& CommandOption::positive() {
  if (option_ == nullptr) return *this;
  check_range(option_, std::int64_t{1}, std::numeric_limits<std::int64_t>::max(), "> 0");
  return *this;
}

CommandOption& CommandOption::with_default() {
  if (option_ == nullptr) return *this;
  option_->capture_default_str();
  describe(option_, fmt::format(" (default: {})", option_->get_default_str()));
  return *this;
}

CommandOption& CommandOption::words(int least, int most) {
  if (option_ == nullptr) return *this;
  option_->expected(least, most);
  return *this;
}

CommandOption& CommandOption::file(std::initializer_list<const char*> endings) {
  if (option_ == nullptr) return *this;
  program_->impl_->expected[option_] = {Expected::Kind::kFile, {endings.begin(), endings.end()}};
  return *this;
}

CommandOption& CommandOption::ruleset() {
  if (option_ == nullptr) return *this;
  program_->impl_->expected[option_] = {Expected::Kind::kRuleset, {}};
  return *this;
}

Program::Program(const char* name, const char* what, const std::string& version,
                 std::optional<std::vector<std::string>> line)
    : impl_(new Impl) {
  impl_->line = std::move(line);
  CLI::App& app = impl_->app;
  app.description(what);
  app.name(name);
  app.set_version_flag("--version", version);
  app.set_help_flag("-h,--help", "Print this help");
  app.require_subcommand(0, 1);
  app.formatter(std::make_shared<Help>());
}

Program::~Program() = default;

Command Program::command() { return {*this, impl_->app, true}; }

std::optional<int> Program::parse(std::vector<std::string> words) {
  const std::vector<std::string> given = words;
  // CLI11 reads its words from the back.
  std::reverse(words.begin(), words.end());
  try {
    impl_->app.parse(words);
    for (const Impl::Need& need : impl_->needs) {
      if (!need.command->parsed() || !need.command->get_subcommands().empty()) continue;
      const std::string missing = need.missing();
      if (!missing.empty()) throw CLI::RequiredError(missing);
    }
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      impl_->app.exit(error);
      return kOk;
    }
    if (std::find(given.begin(), given.end(), "--json") != given.end())
      return complain(true, kUsageError, error.what());
    impl_->app.exit(error);
    return kUsageError;
  }
  std::stable_sort(impl_->actions.begin(), impl_->actions.end(),
                   [](const auto& a, const auto& b) { return a.depth > b.depth; });
  for (const Impl::Action& action : impl_->actions) {
    if (action.command->parsed()) action.run();
  }
  return std::nullopt;
}

namespace {

// What a value of this name is, unless the option says more.
Expected expected_of(const std::string& type) {
  for (const char* file : {"FILE", "FILES", "OUT", "PLAN"}) {
    if (type == file) return {Expected::Kind::kFile, {}};
  }
  if (type == "DIR" || type == "FOLDER") return {Expected::Kind::kFolder, {}};
  return {};
}

OptionEntry entry_of(const CLI::Option* option) {
  OptionEntry entry;
  entry.positional = option->get_positional();
  if (entry.positional) entry.names.push_back(option->get_name(true));
  for (const std::string& name : option->get_snames()) entry.names.push_back("-" + name);
  for (const std::string& name : option->get_lnames()) entry.names.push_back("--" + name);
  entry.takes_value = option->get_items_expected_max() > 0;
  entry.list = option->get_delimiter() != '\0';
  entry.repeatable = is_repeatable(option);
  entry.type = option->get_type_name();
  entry.what = explained(option);
  entry.expected = expected_of(entry.positional ? entry.names.front() : entry.type);
  return entry;
}

}  // namespace

CommandEntry Program::table() const {
  struct Open {
    const CLI::App* app;
    CommandEntry* entry;
  };
  const Help help;
  CommandEntry root;
  root.words = {impl_->app.get_name()};
  std::vector<Open> open{{&impl_->app, &root}};
  while (!open.empty()) {
    const auto [app, entry] = open.back();
    open.pop_back();
    entry->what = app->get_description();
    entry->footer = app->get_footer();
    std::istringstream usage(help.make_usage(app, entry->path()));
    for (std::string word; usage >> word;) {
      if (word != "Usage:") entry->usage += (entry->usage.empty() ? "" : " ") + word;
    }
    for (const CLI::Option* option : app->get_options()) {
      OptionEntry found = entry_of(option);
      if (const auto it = impl_->expected.find(option); it != impl_->expected.end())
        found.expected = it->second;
      entry->options.push_back(std::move(found));
    }
    std::stable_partition(entry->options.begin(), entry->options.end(),
                          [](const OptionEntry& option) { return option.positional; });
    const auto commands = app->get_subcommands([](const CLI::App*) { return true; });
    entry->commands.resize(commands.size());
    for (std::size_t i = 0; i < commands.size(); ++i) {
      CommandEntry& inner = entry->commands[i];
      inner.words = entry->words;
      inner.words.push_back(commands[i]->get_name());
      open.push_back({commands[i], &inner});
    }
  }
  return root;
}

bool Program::is_command(const std::string& word) const {
  return !impl_->app
              .get_subcommands([&](const CLI::App* command) { return command->check_name(word); })
              .empty();
}

bool Program::takes_next_word(const std::string& word) const {
  if (word.find('=') != std::string::npos) return false;
  if (word.size() > 2 && word[0] == '-' && word[1] != '-') return false;  // -eEXPR
  const CLI::Option* option = impl_->app.get_option_no_throw(word);
  return option != nullptr && option->get_expected_min() > 0;
}

Command Command::add(const char* name, const char* what) const {
  CLI::App* app = app_->add_subcommand(name, what);
  app->footer("");  // not the examples of the outer one
  return {*program_, *app, whole_ && program_->impl_->may_name(name)};
}

void Command::group(const char* name) const {
  if (*name != '\0') app_->group(name);
}

void Command::require_command() const { app_->require_subcommand(1); }

void Command::examples(const char* lines) const {
  if (whole_) app_->footer(fmt::format("Examples:\n{}", lines));
}

template <class T>
CommandOption Command::option(const char* name, T& value, const char* type,
                              const std::string& what) const {
  if (!whole_) return {*program_, nullptr};
  CLI::Option* option = app_->add_option(name, value, what)->type_name(type);
  if constexpr (std::is_same_v<T, std::vector<int>> || std::is_same_v<T, std::vector<double>>)
    option->delimiter(',');
  return {*program_, option};
}

template CommandOption Command::option(const char*, std::string&, const char*,
                                       const std::string&) const;
template CommandOption Command::option(const char*, int&, const char*, const std::string&) const;
template CommandOption Command::option(const char*, double&, const char*, const std::string&) const;
template CommandOption Command::option(const char*, std::uint32_t&, const char*,
                                       const std::string&) const;
#ifdef __EMSCRIPTEN__  // where neither of the two is std::size_t
template CommandOption Command::option(const char*, std::size_t&, const char*,
                                       const std::string&) const;
#endif
template CommandOption Command::option(const char*, std::uint64_t&, const char*,
                                       const std::string&) const;
template CommandOption Command::option(const char*, std::optional<std::string>&, const char*,
                                       const std::string&) const;
template CommandOption Command::option(const char*, std::optional<int>&, const char*,
                                       const std::string&) const;
template CommandOption Command::option(const char*, std::optional<std::int64_t>&, const char*,
                                       const std::string&) const;
template CommandOption Command::option(const char*, std::optional<double>&, const char*,
                                       const std::string&) const;
template CommandOption Command::option(const char*, std::optional<std::uint32_t>&, const char*,
                                       const std::string&) const;
template CommandOption Command::option(const char*, std::optional<std::uint64_t>&, const char*,
                                       const std::string&) const;
template CommandOption Command::option(const char*, std::vector<std::string>&, const char*,
                                       const std::string&) const;
template CommandOption Command::option(const char*, std::vector<int>&, const char*,
                                       const std::string&) const;
template CommandOption Command::option(const char*, std::vector<double>&, const char*,
                                       const std::string&) const;

CommandOption Command::repeatable(const char* name, std::vector<std::string>& values,
                                  const char* type, const char* what) const {
  if (!whole_) return {*program_, nullptr};
  return {*program_,
          app_->add_option(name, values, what)
              ->type_name(type)
              ->expected(1)
              ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
              // Otherwise "[1,2]" would be taken apart as a list of values of the option.
              ->allow_extra_args(false)};
}

CommandOption Command::flag(const char* name, bool& value, const char* what) const {
  return {*program_, whole_ ? app_->add_flag(name, value, what) : nullptr};
}

CommandOption Command::flag(const char* name, std::function<void()> set, const char* what) const {
  return {*program_, whole_ ? app_->add_flag_callback(name, std::move(set), what) : nullptr};
}

CommandOption Command::choose(const char* name, std::vector<std::string> names, bool several,
                              Taken take, const char* type, const char* what) const {
  if (!whole_) return {*program_, nullptr};
  const auto place = [names](const std::string& word) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), word) - names.begin());
  };
  CLI::Option* option = app_->add_option_function<std::vector<std::string>>(
      name,
      [place, take = std::move(take)](const std::vector<std::string>& words) {
        std::vector<std::size_t> found;
        for (const std::string& word : words) found.push_back(place(word));
        take(found);
      },
      what);
  program_->impl_->expected[option] = {Expected::Kind::kWords, names};
  option->type_name(type)->check(CLI::Validator(
      [place, names](std::string& word) {
        return place(word) < names.size()
                   ? std::string()
                   : fmt::format("{} is none of {}", word, fmt::join(names, ", "));
      },
      ""));
  if (several)
    option->delimiter(',');
  else
    option->expected(1)->allow_extra_args(false);  // a "--" behind it is not its own
  return {*program_, option};
}

void Command::then(std::function<void()> action) const {
  int depth = 0;
  for (const CLI::App* app = app_; app != nullptr; app = app->get_parent()) ++depth;
  program_->impl_->actions.push_back({app_, depth, std::move(action)});
}

void Command::needs(std::function<const char*()> missing) const {
  program_->impl_->needs.push_back({app_, std::move(missing)});
}

}  // namespace cgt::repl
