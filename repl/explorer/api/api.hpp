// What the page of the explorer may ask: docs/explorer.md lists it. A request is a name and an object of
// JSON, a reply a status of HTTP and an object. Bad input, however wrong, is answered with status 400 and
// a message; a spent budget is an answer, in which what was not found is "unknown".
//
//   Api api;
//   api.answer("value", R"({"expr": "{3||2|1}"})", {}).body;
//
// Thread rule: that of a lang::Session.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace cgt::repl {

struct ApiReply {
  int status = 200;
  std::string body;
};

class Api {
 public:
  Api();
  ~Api();
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  // `say` gets lines, objects of JSON, while a request runs that has something to say. Never throws.
  ApiReply answer(const std::string& name, const std::string& body,
                  const std::function<void(const std::string&)>& say);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cgt::repl
