// What the examples in the comments of headers use without declaring it: each takes the names of
// the nearest namespace around it. Nothing here is ever called.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <memory>
#include <span>
#include <string>

#include "decomp/db/table.hpp"
#include "decomp/go/record/problem.hpp"
#include "decomp/htn/hddl/read/model.hpp"
#include "decomp/htn/planner/planner.hpp"
#include "decomp/htn/planner/policy.hpp"
#include "decomp/labs/pathology/grid.hpp"
#include "decomp/pob/query.hpp"
#include "decomp/rules/registry.hpp"
#include "decomp/search/expectiminimax.hpp"
#include "decomp/search/games/chess_endgame_state.hpp"
#include "decomp/search/games/eight_puzzle.hpp"
#include "decomp/search/games/kalah.hpp"
#include "decomp/search/games/tree.hpp"
#include "decomp/solve/sums/certificate/certificate.hpp"
#include "decomp/solve/sums/sum_text.hpp"
#include "lang/lang.hpp"

namespace cgt {

struct Given {
  Store& store;
  Budget& budget;
};

}  // namespace cgt

namespace cgt::htn {

struct Given : cgt::Given {
  Domain& domain;
  const Plan& plan;
  TaskId drive;
};

namespace hddl {
struct Given {
  const SourceText& domain;
  const SourceText& problem;
  const Model& model;
};
}  // namespace hddl

}  // namespace cgt::htn

namespace cgt::search {

struct Given : cgt::Given {
  using Board = TreeState;
  using MyEvaluation = UtilityEvaluation<Board>;
  using Chess = chess::EndgameState;
  const Board& board;
  const MyEvaluation& evaluation;
  std::span<const Chess> roots;
};

namespace chess {
struct Given : cgt::Given {
  const Position& position;
};
}  // namespace chess

namespace pathology {
struct Given : cgt::Given {
  const Kalah& board;
  const GridParameters& parameters;
  const Budget::Limits& limits;
  std::atomic<bool>& stop;
  std::string& journal;
  unsigned threads;
  std::uint64_t seed;
  std::size_t b, s, g;  // which of the branchings, similarities, granularities
};
}  // namespace pathology

}  // namespace cgt::search

namespace cgt::pob {

struct Given : cgt::Given {
  using State = search::TreeState;
  struct Evaluation {
    Outcomes<VectorOrder::Element> operator()(const State& /*state*/) const {
      return Outcomes<VectorOrder::Element>::nothing();
    }
  };
  const Evaluation& evaluation;
  const State& state;
};

}  // namespace cgt::pob

namespace cgt::solve {

struct Given : cgt::Given {
  const AnyPosition& position;
  const std::shared_ptr<const Ruleset>& game;
  const db::Table& table;
  htn::Planner& planner;
  const htn::PolicyResult& result;
  const htn::PolicyOptions& options;
  const std::string& version;
  const std::string& command;
  static void write_file(const std::string& /*path*/, const std::string& /*text*/) {}
};

}  // namespace cgt::solve

namespace cgt::repl {

class Listener;

struct Given {
  lang::Session& session;
  Listener& listener;
};

}  // namespace cgt::repl

namespace cgt::lang::plans {

struct Given {
  struct Request {
    bool share = false;
  };
  Context& context;
  Request& request;
  std::span<const Value> arguments;
};

}  // namespace cgt::lang::plans
