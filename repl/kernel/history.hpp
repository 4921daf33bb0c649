// The cells of a kernel, for front ends that let one go back to them. (What xeus brings itself gives
// every cell the same number, and outputs in a form that the protocol does not allow.)
//
//   tail      the last n cells
//   range     those with numbers from start to stop - 1; stop <= 0: to the end
//   search    those that match a pattern with * and ?, the last n of them; each once if `unique`
//
// A kernel has one session, which is 1, and 0 as "this one". Entries are [session, number, input], or
// [session, number, [input, output]].
#pragma once

#include <string>
#include <vector>
#include <xeus/xhistory_manager.hpp>

namespace cgt::repl {

class History final : public xeus::xhistory_manager {
 public:
  // `output`: the text of the last result; "" if there was none.
  void add(int number, std::string input, std::string output);

 private:
  using Json = nlohmann::json;
  struct Entry {
    int number = 0;
    std::string input;
    std::string output;
  };

  void configure_impl() override {}
  // The interpreter adds what it ran.
  void store_inputs_impl(int, int, const std::string&, const std::string&) override {}
  Json get_tail_impl(int n, bool raw, bool output) const override;
  Json get_range_impl(int session, int start, int stop, bool raw, bool output) const override;
  Json search_impl(const std::string& pattern, bool raw, bool output, int n,
                   bool unique) const override;
  // The last n of them, all for n <= 0.
  static Json reply(const std::vector<const Entry*>& found, int n, bool output);

  std::vector<Entry> entries_;
};

}  // namespace cgt::repl
