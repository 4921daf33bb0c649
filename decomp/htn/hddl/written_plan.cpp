#include "cgt/support/json_answer.hpp"
#include "cgt/support/text_input.hpp"
#include "cgt/support/words.hpp"
#include "decomp/htn/hddl/verify.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

namespace cgt::htn::hddl {

WrittenPlan written(const RelationalDomain& domain, const Plan& searched) {
  const Plan plan = domain.without_continuations(searched);
  WrittenPlan out;
  std::vector<std::uint64_t> id(plan.nodes.size());
  std::vector<std::size_t> decomposition(plan.nodes.size());
  std::uint64_t next = plan.steps.size();
  std::vector<std::size_t> step_number(plan.nodes.size());
  for (std::size_t s = 0; s < plan.steps.size(); ++s) step_number[plan.steps[s]] = s;
  out.steps.resize(plan.steps.size());
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i) {
    const PlanNode& node = plan.nodes[i];
    WrittenPlan::Decomposition task;
    task.task = domain.symbol(node.task);
    for (const Index object : domain.arguments(node.task)) {
      task.objects.push_back(domain.objects().of_model(object));
    }
    const bool step = node.method == kNoMethod;
    id[i] = task.id = step ? step_number[i] : next++;
    if (node.parent == kNoNode) {
      out.root.push_back(task.id);
    } else {
      out.decompositions[decomposition[node.parent]].subtasks.push_back(task.id);
    }
    if (step) {
      out.steps[step_number[i]] = std::move(task);
      continue;
    }
    task.method = domain.hierarchy().rules[node.method].method;
    decomposition[i] = out.decompositions.size();
    out.decompositions.push_back(std::move(task));
  }
  return out;
}

std::string ipc_text(const Model& model, const WrittenPlan& plan) {
  std::string out = "==>\n";
  const auto task = [&](const WrittenPlan::Task& each) {
    out += fmt::format("{} {}", each.id, model.tasks[each.task].name);
    for (const Index object : each.objects) out += fmt::format(" {}", model.objects[object].name);
  };
  for (const WrittenPlan::Task& step : plan.steps) {
    task(step);
    out += '\n';
  }
  out += "root";
  for (const std::uint64_t id : plan.root) out += fmt::format(" {}", id);
  out += '\n';
  for (const WrittenPlan::Decomposition& each : plan.decompositions) {
    task(each);
    out += fmt::format(" -> {}", model.methods[each.method].name);
    for (const std::uint64_t id : each.subtasks) out += fmt::format(" {}", id);
    out += '\n';
  }
  return out + "<==\n";
}

std::string json_text(const RelationalDomain& domain, const Plan& searched,
                      const std::string& doubt) {
  const Model& model = domain.model();
  const WrittenPlan plan = written(domain, searched);
  nlohmann::ordered_json out;
  out["domain"] = model.domain;
  out["problem"] = model.problem;
  out["values"] = nlohmann::ordered_json::object();
  for (std::size_t a = 0; a < searched.values.size(); ++a) {
    out["values"][domain.attributes()[a].name] = searched.values[a];
  }
  const auto arguments = [&](const WrittenPlan::Task& task) {
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    for (const Index object : task.objects) names.push_back(model.objects[object].name);
    return names;
  };
  out["steps"] = nlohmann::ordered_json::array();
  for (const WrittenPlan::Task& step : plan.steps) {
    out["steps"].push_back(
        {{"id", step.id}, {"action", model.tasks[step.task].name}, {"arguments", arguments(step)}});
  }
  out["root"] = plan.root;
  out["decompositions"] = nlohmann::ordered_json::array();
  for (const WrittenPlan::Decomposition& each : plan.decompositions) {
    out["decompositions"].push_back({{"id", each.id},
                                     {"task", model.tasks[each.task].name},
                                     {"arguments", arguments(each)},
                                     {"method", model.methods[each.method].name},
                                     {"subtasks", each.subtasks}});
  }
  put_doubt(out, doubt);
  return json_line(out) + "\n";
}

namespace {

// The words of one line.
struct Line {
  std::vector<SourceSpan> words;
  SourceSpan span;
};

class PlanReader {
 public:
  PlanReader(const Model& model, const SourceText& source)
      : model_(model), source_(source), text_(source.text()) {
    for (Index i = 0; i < model.tasks.size(); ++i) tasks_.emplace(model.tasks[i].name, i);
    for (Index i = 0; i < model.objects.size(); ++i) objects_.emplace(model.objects[i].name, i);
    for (Index i = 0; i < model.methods.size(); ++i) {
      methods_.emplace(model.methods[i].name, i);
      methods_of_task_.emplace(std::pair(model.methods[i].name, model.methods[i].task), i);
    }
  }

  WrittenPlan read() {
    bool begun = false;
    bool ended = false;
    bool root = false;
    for (std::size_t at = 0; at < text_.size() && !ended;) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      const Line line = split(at, end);
      at = end + 1;
      if (line.words.empty()) continue;
      const std::string_view first = word(line.words[0]);
      if (!begun) {
        begun = first == "==>";
      } else if (first == "<==") {
        ended = true;
      } else if (first == "root") {
        if (root) fail(line.words[0], "there are two root lines");
        root = true;
        for (std::size_t i = 1; i < line.words.size(); ++i) {
          plan_.root.push_back(number(line.words[i]));
        }
      } else {
        task(line, root);
      }
    }
    if (!begun) fail({0, 1}, "the text has no line ==>", "plans begin with ==> and end with <==");
    if (!root) fail({text_.size() - 1, 1}, "the plan has no root line", "root ID ID ...");
    if (top_ && plan_.root == std::vector<std::uint64_t>{top_->id}) plan_.root = top_->subtasks;
    return std::move(plan_);
  }

 private:
  const Model& model_;
  const SourceText& source_;
  std::string_view text_;
  FlatMap<std::string, Index> tasks_;
  FlatMap<std::string, Index> objects_;
  FlatMap<std::string, Index> methods_;  // the first ones of their names
  std::map<std::pair<std::string, Index>, Index> methods_of_task_;
  std::optional<WrittenPlan::Decomposition> top_;
  WrittenPlan plan_;

  [[noreturn]] void fail(SourceSpan span, std::string message, std::string hint = {}) const {
    throw InputError(source_, {{Severity::kError, std::move(message), std::move(hint), span}});
  }
  std::string_view word(SourceSpan span) const { return text_.substr(span.offset, span.length); }

  Line split(std::size_t begin, std::size_t end) const {
    Line line;
    line.span = {begin, end - begin};
    const auto blank = [&](std::size_t i) {
      return text_[i] == ' ' || text_[i] == '\t' || text_[i] == '\r';
    };
    for (std::size_t i = begin; i < end;) {
      if (blank(i)) {
        ++i;
        continue;
      }
      const std::size_t first = i;
      while (i < end && !blank(i)) ++i;
      line.words.push_back({first, i - first});
    }
    return line;
  }

  std::uint64_t number(SourceSpan span) const {
    const std::string_view digits = word(span);
    const std::optional<std::uint64_t> number = parse_number<std::uint64_t>(digits);
    if (!number) fail(span, fmt::format("expected the number of a task; found \"{}\"", digits));
    return *number;
  }

  Index named(const FlatMap<std::string, Index>& names, SourceSpan span, const char* kind) const {
    const auto it = names.find(std::string(word(span)));
    if (it == names.end()) fail(span, fmt::format("no {} is called \"{}\"", kind, word(span)));
    return it->second;
  }

  // "ID name objects", or with "-> method ids" after it.
  void task(const Line& line, bool after_root) {
    std::size_t arrow = 0;
    while (arrow < line.words.size() && word(line.words[arrow]) != "->") ++arrow;
    if (line.words.size() < 2 || arrow < 2) fail(line.span, "expected ID NAME ARGUMENTS...");
    const bool step = arrow == line.words.size();
    WrittenPlan::Decomposition out;
    out.span = line.span;
    out.id = number(line.words[0]);
    if (!step && word(line.words[1]) == "__top" && !tasks_.contains("__top")) {
      return top(line, arrow, std::move(out));
    }
    out.task = named(tasks_, line.words[1], "task or action");
    if (model_.is_primitive(out.task) != step) {
      fail(line.words[1], step ? "a task needs \"-> METHOD ID...\" after its arguments"
                               : "an action is not decomposed");
    }
    if (step && after_root) fail(line.span, "steps stand before the root line");
    for (std::size_t i = 2; i < arrow; ++i) {
      out.objects.push_back(named(objects_, line.words[i], "object"));
    }
    const std::size_t wanted = model_.tasks[out.task].parameters.size();
    if (out.objects.size() != wanted) {
      fail(line.span, fmt::format("\"{}\" takes {}, not {}", word(line.words[1]),
                                  counted(wanted, "argument"), out.objects.size()));
    }
    if (step) {
      plan_.steps.push_back(std::move(out));
      return;
    }
    if (arrow + 1 == line.words.size()) fail(line.words[arrow], "expected a method after \"->\"");
    out.method = named(methods_, line.words[arrow + 1], "method");
    const auto of_task =
        methods_of_task_.find(std::pair(std::string(word(line.words[arrow + 1])), out.task));
    if (of_task != methods_of_task_.end()) out.method = of_task->second;
    subtasks(line, arrow, out);
    plan_.decompositions.push_back(std::move(out));
  }

  void subtasks(const Line& line, std::size_t arrow, WrittenPlan::Decomposition& out) const {
    for (std::size_t i = arrow + 2; i < line.words.size(); ++i) {
      out.subtasks.push_back(number(line.words[i]));
    }
  }

  // PANDA's task above those of the problem.
  void top(const Line& line, std::size_t arrow, WrittenPlan::Decomposition out) {
    if (top_) fail(line.span, "there are two tasks __top");
    subtasks(line, arrow, out);
    top_ = std::move(out);
  }
};

}  // namespace

WrittenPlan read_plan(const Model& model, const SourceText& source) {
  return PlanReader(model, source).read();
}

}  // namespace cgt::htn::hddl
