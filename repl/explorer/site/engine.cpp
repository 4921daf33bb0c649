// The requests of the explorer as a module for workers of a page: what stands behind the server, without it.
#include <emscripten.h>

#include <string>

#include "repl/explorer/api/api.hpp"

// What a request says while it runs, and its reply, which comes last.
EM_JS(void, cgt_say, (const char* line), { Module.onLine(UTF8ToString(line)); });
EM_JS(void, cgt_reply, (int status, const char* body),
      { Module.onReply(status, UTF8ToString(body)); });

extern "C" EMSCRIPTEN_KEEPALIVE void cgt_answer(const char* name, const char* body) {
  static cgt::repl::Api api;
  const cgt::repl::ApiReply reply =
      api.answer(name, body, [](const std::string& line) { cgt_say(line.c_str()); });
  cgt_reply(reply.status, reply.body.c_str());
}
