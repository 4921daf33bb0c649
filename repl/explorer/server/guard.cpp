#include "repl/explorer/server/guard.hpp"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "cgt/support/error.hpp"

namespace cgt::repl {
namespace {

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw Error("the system has no random numbers");
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

// Takes as long for every wrong text of this length.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i] ^ b[i]));
  return difference == 0;
}

// The value of a cookie in the header that has them all.
std::string_view cookie_called(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    const std::size_t end = std::min(header.find(';'), header.size());
    std::string_view one = header.substr(0, end);
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.starts_with(name) && one.substr(name.size()).starts_with('='))
      return one.substr(name.size() + 1);
    header.remove_prefix(std::min(end + 1, header.size()));
  }
  return {};
}

bool is_json(std::string_view type) {
  constexpr std::string_view kJson = "application/json";
  return type.starts_with(kJson) && (type.size() == kJson.size() || type[kJson.size()] == ';');
}

}  // namespace

bool is_loopback(const std::string& host) {
  return host == "127.0.0.1" || host == "localhost" || host == "::1";
}

Guard::Guard(const std::string& host, int port)
    : token_(random_token()), name_(fmt::format("cgt_{}", port)) {
  if (!is_loopback(host)) {
    hosts_.push_back(host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port)
                                                         : fmt::format("[{}]:{}", host, port));
  }
  for (const char* own : {"127.0.0.1", "localhost", "[::1]"})
    hosts_.push_back(fmt::format("{}:{}", own, port));
}

std::optional<Refused> Guard::judge_source(const Asked& asked) const {
  if (asked.method != "GET" && asked.method != "HEAD" && asked.method != "POST")
    return Refused{405, "this method is not allowed"};
  if (std::ranges::find(hosts_, asked.host) == hosts_.end())
    return Refused{403, "this is not the name of the explorer"};
  const bool own_origin = asked.origin == "http://" + asked.host;
  if (!asked.origin.empty() && !own_origin)
    return Refused{403, "the request comes from another page"};
  if (asked.method == "POST" && !own_origin)
    return Refused{403, "the request does not say from which page it comes"};
  return std::nullopt;
}

std::optional<Refused> Guard::judge(const Asked& asked) const {
  if (auto refused = judge_source(asked)) return refused;
  if (!asked.site.empty() && asked.site != "same-origin" && asked.site != "none")
    return Refused{403, "the request comes from another site"};
  if (!same_secret(cookie_called(asked.cookie, name_), token_))
    return Refused{403, "open the address that cgt explore has printed: it has the token"};
  if (asked.method == "POST" && !is_json(asked.type))
    return Refused{415, "a request is application/json"};
  return std::nullopt;
}

std::optional<Refused> Guard::judge_first(const Asked& asked, const std::string& token) const {
  if (auto refused = judge_source(asked)) return refused;
  if (!same_secret(token, token_)) return Refused{403, "this is not the token of this explorer"};
  return std::nullopt;
}

std::string Guard::cookie() const {
  return fmt::format("{}={}; Path=/; SameSite=Strict; HttpOnly", name_, token_);
}

}  // namespace cgt::repl
