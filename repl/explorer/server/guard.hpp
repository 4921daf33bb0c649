// Who may ask. The explorer computes for whoever shows it the token, so every request is judged before
// anything else happens:
//
//   the Host is this server's own       or a page of another name that leads here could ask
//                                       (DNS rebinding)
//   the Origin of a POST is own         or any page of the web could send forms; other fetches that
//                                       say that they come from another site are refused, too
//   the cookie is there                 it is given for the token of the first URL, which is random
//   a POST is JSON                      what no form can send
//   methods are GET, HEAD and POST
//
// Thread rule: immutable.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cgt::repl {

// What is judged: headers that are missing are empty.
struct Asked {
  std::string method;
  std::string path;
  std::string host;
  std::string origin;
  std::string site;  // Sec-Fetch-Site
  std::string type;  // Content-Type
  std::string cookie;
};

struct Refused {
  int status = 403;
  std::string message;
};

class Guard {
 public:
  // `host` as in --host. The token has 128 bits from the system's source of randomness.
  Guard(const std::string& host, int port);

  // Nothing: go on.
  std::optional<Refused> judge(const Asked& asked) const;
  // The same for the first request, which has the token and no cookie.
  std::optional<Refused> judge_first(const Asked& asked, const std::string& token) const;

  const std::string& token() const { return token_; }
  // The value of Set-Cookie.
  std::string cookie() const;
  // "http://127.0.0.1:8000"
  std::string address() const { return "http://" + hosts_.front(); }

 private:
  std::optional<Refused> judge_source(const Asked& asked) const;

  std::string token_;
  std::string name_;  // of the cookie: cookies do not tell ports apart
  std::vector<std::string> hosts_;
};

// Is it this machine only: 127.0.0.1, localhost, ::1?
bool is_loopback(const std::string& host);

}  // namespace cgt::repl
