// Positions of scripts while a session evaluates: questions that builtins ask about them.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "lang/bindings/scripts/position.hpp"
#include "lang/context.hpp"

namespace cgt::lang {

// Reaches the interpreter of the evaluation that runs. Budgets of searches are parts of that of the
// evaluation, which scripts charge.
class RunningHost final : public ScriptHost {
 public:
  void ask(Budget* budget, const std::function<void(Context&)>& body) override;
  // Is there a Scope?
  bool running() const { return context_ != nullptr; }

  // For as long as it lives, positions ask `context`.
  class Scope {
   public:
    Scope(RunningHost& host, Context& context)
        : host_(host), before_(std::exchange(host.context_, &context)) {}
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { host_.context_ = before_; }

   private:
    RunningHost& host_;
    Context* before_;
  };

 private:
  Context* context_ = nullptr;
};

// That of the session; kept for it.
std::shared_ptr<RunningHost> running_host(Context& context);

// Solvers that ask scripts may be asked again by what they ask: Options of a class may want the
// value of another position. So there is one for each depth, made when it is needed; T is made from
// a Store.
template <class T>
class Nested {
 public:
  // Holds one that nobody else uses.
  class Use {
   public:
    Use(Nested& all, Store& store) : all_(all), place_(all.depth_++) {
      if (place_ < all_.solvers_.size()) return;
      try {
        all_.solvers_.push_back(std::make_unique<T>(store));
      } catch (...) {
        --all_.depth_;
        throw;
      }
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use() { --all_.depth_; }
    T& operator*() const { return *all_.solvers_[place_]; }
    T* operator->() const { return all_.solvers_[place_].get(); }

   private:
    Nested& all_;
    std::size_t place_;
  };

  void clear() {
    if (depth_ == 0) solvers_.clear();
  }

 private:
  std::vector<std::unique_ptr<T>> solvers_;
  std::size_t depth_ = 0;
};

}  // namespace cgt::lang
