// What the page shows of a value.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cgt/number/trajectory.hpp"
#include "repl/explorer/api/workspace.hpp"

namespace cgt::repl {

// Texts that are too long to show are told by the size of the value.
std::string value_text(Work& work, const LoopyValue& g);
std::string value_latex(Work& work, const LoopyValue& g);
// "L", "R", "N", "P", and for loopy values "D", "PHat", ...
std::string outcome_letter(Work& work, const LoopyValue& g);

// {"left": [[t, x], ...], "right": ..., "mean", "temperature", "top"}: the corners of the walls from the
// least temperature up to "top", which is above all of them. Exact numbers are texts.
Json json_of(const Thermograph& thermograph);

// text, latex, kind, outcome, mean, temperature, left_stop, right_stop, birthday, size, atomic_weight,
// reduced, cooled (by t), nim_value, loopy, thermograph, svg: those that the value has. What the budget
// does not reach is "unknown", and "unknown" says why. Throws BudgetExhausted if it is interrupted.
Json facts_of(Work& work, const LoopyValue& g, const std::string& title, const Dyadic& t);

// A number such as "3/4" or "-1". Throws Error that names the member.
Dyadic number_in(Work& work, const std::string& text, const char* name);

// out[name] = what fact() returns. "unknown" if the budget ends, nothing if there is no such fact.
void put_fact(Json& out, const char* name, const std::function<Json()>& fact);

// The thermograph of a subject, without its value where that can be.
Thermograph thermograph_of_subject(Work& work, const Subject& subject);

}  // namespace cgt::repl
