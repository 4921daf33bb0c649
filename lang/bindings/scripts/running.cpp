#include "lang/bindings/scripts/running.hpp"

#include "cgt/support/contract.hpp"

namespace cgt::lang {
namespace {

struct Kept {
  explicit Kept(Store&) {}
  std::shared_ptr<RunningHost> host = std::make_shared<RunningHost>();
};

}  // namespace

void RunningHost::ask(Budget*, const std::function<void(Context&)>& body) {
  CGT_EXPECTS(context_ != nullptr, "positions of a script are asked while it runs");
  body(*context_);
}

std::shared_ptr<RunningHost> running_host(Context& context) { return context.kept<Kept>().host; }

}  // namespace cgt::lang
