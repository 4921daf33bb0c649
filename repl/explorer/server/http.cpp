#include "repl/explorer/server/http.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <httplib.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <functional>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "repl/explorer/api/request.hpp"
#include "repl/explorer/server/guard.hpp"
#include "repl/explorer/server/tabs.hpp"

namespace cgt::repl {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostBytes = 1U << 20U;  // of a body
constexpr std::size_t kMostThreads = 512;      // a connection that is open has one
constexpr int kMostStreams = 48;
// Connections that wait to be let in. One that finds no room tries again after a second; the library's five are fewer
// than a page opens.
constexpr int kWaiting = 256;
constexpr int kReadSeconds = 2;
constexpr int kIdleSeconds = 5;
// How often a thread that waits for an answer looks whether anybody still does.
constexpr auto kTick = 100ms;
// The longest that a poll waits.
constexpr auto kPoll = 900ms;
// The first words of a stream, or its refusal, are there by then.
constexpr auto kFirstWords = 300ms;

constexpr const char* kJson = "application/json";

// No script, style, picture or font that is not of this server, none that stands in the page itself, no
// frames, no forms that go elsewhere.
const httplib::Headers& all_headers() {
  static const httplib::Headers headers{
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
       "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
       "frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"X-Frame-Options", "DENY"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cache-Control", "no-store"},
  };
  return headers;
}

void refuse(httplib::Response& response, int status, const std::string& message) {
  response.status = status;
  response.set_content(error_text(message), kJson);
}

// Our end of the connection that a request came by, which the library keeps to itself: the socket with
// that other end. -1: it is gone.
int socket_of(const httplib::Request& request) {
  for (int socket = STDERR_FILENO + 1; socket < 1024; ++socket) {
    sockaddr_storage other{};
    socklen_t length = sizeof other;
    if (getpeername(socket, reinterpret_cast<sockaddr*>(&other), &length) != 0) continue;
    std::array<char, INET6_ADDRSTRLEN> name{};
    int port = 0;
    if (other.ss_family == AF_INET) {
      const auto* const four = reinterpret_cast<const sockaddr_in*>(&other);
      port = ntohs(four->sin_port);
      inet_ntop(AF_INET, &four->sin_addr, name.data(), name.size());
    } else if (other.ss_family == AF_INET6) {
      const auto* const six = reinterpret_cast<const sockaddr_in6*>(&other);
      port = ntohs(six->sin6_port);
      inet_ntop(AF_INET6, &six->sin6_addr, name.data(), name.size());
    }
    if (port == request.remote_port && request.remote_addr == name.data()) return socket;
  }
  return -1;
}

// Has the browser hung up?
bool is_gone(int socket) {
  char next = 0;
  const ssize_t got = recv(socket, &next, 1, MSG_PEEK | MSG_DONTWAIT);
  return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

Asked asked_of(const httplib::Request& request) {
  return {request.method,
          request.path,
          request.get_header_value("Host"),
          request.get_header_value("Origin"),
          request.get_header_value("Sec-Fetch-Site"),
          request.get_header_value("Content-Type"),
          request.get_header_value("Cookie")};
}

// Threads as connections need them: those that say nothing keep nobody waiting.
class Threads final : public httplib::TaskQueue {
 public:
  void enqueue(std::function<void()> task) override {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    if (tasks_.size() <= idle_ || threads_.size() == kMostThreads) {
      ready_.notify_one();
    } else {
      threads_.emplace_back([this] { work(); });
    }
  }

  void shutdown() override {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    ready_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      ++idle_;
      ready_.wait(lock, [this] { return ending_ || !tasks_.empty(); });
      --idle_;
      if (tasks_.empty()) return;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  bool ending_ = false;
};

class Site {
 public:
  explicit Site(const ServerOptions& options) : options_(options), tabs_(options.worker) {
    listen();
    guard_.emplace(options_.host, port_);
  }

  void run() {
    std::vector<std::thread> threads;
    for (const auto& server : servers_) {
      routes(*server);
      threads.emplace_back([&server] { server->listen_after_bind(); });
    }
    const std::string url =
        fmt::format("{}/?token={}{}", guard_->address(), guard_->token(), options_.fragment);
    std::cout << url << std::endl;
    if (options_.open) open_browser(url);
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    int signal = 0;
    while (sigwait(&ends, &signal) != 0) {
    }
    ending_ = true;
    for (const auto& server : servers_) server->stop();
    tabs_.end();
    // Connections that idle keep their threads for some seconds more; nobody is there to wait for them.
    std::cout.flush();
    _exit(0);
  }

 private:
  using Handler = void (Site::*)(const httplib::Request&, httplib::Response&);

  // 127.0.0.1 and, where the machine has it, ::1 at the same port; or what --host says.
  void listen() {
    const auto make = [this] {
      auto server = std::make_unique<httplib::Server>();
      server->new_task_queue = [] { return new Threads; };
      server->set_payload_max_length(kMostBytes);
      server->set_read_timeout(kReadSeconds);
      server->set_write_timeout(kReadSeconds);
      server->set_keep_alive_timeout(kIdleSeconds);
      server->set_keep_alive_max_count(10'000);
      server->set_tcp_nodelay(true);
      server->set_default_headers(all_headers());
      // Two servers at one port are a mistake, not something to share.
      server->set_socket_options([this](int socket) {
        socket_ = socket;
        const int yes = 1;
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
      });
      return server;
    };
    const bool loopback = is_loopback(options_.host);
    const std::string first = loopback && options_.host != "::1" ? "127.0.0.1" : options_.host;
    servers_.push_back(make());
    port_ = options_.port;
    const bool bound = port_ == 0 ? (port_ = servers_[0]->bind_to_any_port(first)) > 0
                                  : servers_[0]->bind_to_port(first, port_);
    if (!bound) {
      throw Error(fmt::format("cannot listen on {}, port {}", first, options_.port),
                  "another program may have the port; --port 0 takes any that is free");
    }
    ::listen(socket_, kWaiting);
    if (!loopback) return;
    auto second = make();
    second->set_address_family(first == "::1" ? AF_INET : AF_INET6);
    if (second->bind_to_port(first == "::1" ? "127.0.0.1" : "::1", port_)) {
      ::listen(socket_, kWaiting);
      servers_.push_back(std::move(second));
    }
  }

  void routes(httplib::Server& server) {
    const auto to = [this](Handler handler) {
      return [this, handler](const httplib::Request& request, httplib::Response& response) {
        (this->*handler)(request, response);
      };
    };
    server.Get(".*", to(&Site::get));
    server.Post(".*", to(&Site::post));
    // Refused by the guard, all of them.
    server.Put(".*", to(&Site::get));
    server.Patch(".*", to(&Site::get));
    server.Delete(".*", to(&Site::get));
    server.Options(".*", to(&Site::get));
    server.set_error_handler([](const httplib::Request&, httplib::Response& response) {
      if (!response.body.empty()) return;
      const char* const message = response.status == 413   ? "a request has at most 1 MB"
                                  : response.status == 404 ? "there is nothing at this address"
                                                           : "this is not a request";
      refuse(response, response.status, message);
    });
    server.set_exception_handler(
        [](const httplib::Request&, httplib::Response& response, std::exception_ptr) {
          refuse(response, 500, "the server failed");
        });
  }

  void open_browser(const std::string& url) {
    for (const char* name : {"xdg-open", "sensible-browser", "open"}) {
      std::string program = name;
      std::string argument = url;
      std::array<char*, 3> words{program.data(), argument.data(), nullptr};
      pid_t process = -1;
      if (posix_spawnp(&process, name, nullptr, nullptr, words.data(), environ) != 0) continue;
      std::thread([process] { waitpid(process, nullptr, 0); }).detach();
      return;
    }
    std::cerr << "no browser was found: open the address above\n";
  }

  // --- files ---

  void get(const httplib::Request& request, httplib::Response& response) {
    const Asked asked = asked_of(request);
    const bool first = request.path == "/" && request.has_param("token");
    const auto refused =
        first ? guard_->judge_first(asked, request.get_param_value("token")) : guard_->judge(asked);
    if (refused) {
      if (refused->status == 405) response.set_header("Allow", "GET, HEAD, POST");
      return refuse(response, refused->status, refused->message);
    }
    if (first) {
      response.set_header("Set-Cookie", guard_->cookie());
      return response.set_redirect("/", 303);
    }
    if (request.path == "/api/alive") return alive_stream(request, response);
    const auto found = asset_at(request.path, options_.page);
    if (!found) return refuse(response, 404, "there is nothing at this address");
    // Fonts and libraries change with the program only, which has another port and cookie each time.
    if (request.path.starts_with("/lib/"))
      response.set_header("Cache-Control", "private, max-age=3600");
    response.set_content(found->text, found->type);
  }

  void alive_stream(const httplib::Request& request, httplib::Response& response) {
    const std::string tab = request.get_param_value("tab");
    if (!is_tab(tab)) return refuse(response, 400, "a stream needs the name of its tab");
    if (streams_.fetch_add(1) >= kMostStreams) {
      --streams_;
      return refuse(response, 503, "too many tabs are open");
    }
    tabs_.stream_opened(tab);
    auto begin = std::make_shared<Clock::time_point>();
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, begin](std::size_t, httplib::DataSink& sink) {
          // Beats each second; looks more often whether somebody is there.
          if (Clock::now() - *begin >= 1s) {
            *begin = Clock::now();
            constexpr std::string_view kBeat = "data: alive\n\n";
            if (!sink.write(kBeat.data(), kBeat.size())) return false;
          }
          std::this_thread::sleep_for(kTick);
          if (ending_) return false;
          return sink.is_writable();
        },
        [this, tab](bool) {
          tabs_.stream_closed(tab);
          --streams_;
        });
  }

  // --- requests ---

  void post(const httplib::Request& request, httplib::Response& response) {
    if (const auto refused = guard_->judge(asked_of(request)))
      return refuse(response, refused->status, refused->message);
    constexpr std::string_view kApi = "/api/";
    if (!request.path.starts_with(kApi)) return refuse(response, 404, "there is no such request");
    const std::string name = request.path.substr(kApi.size());
    RequestHead head;
    try {
      head = read_head(request.body);
    } catch (const Error& error) {
      return refuse(response, 400, error.what());
    }
    if (name == "cancel") {
      tabs_.cancel(head.tab);
      return response.set_content("{\"cancelled\":true}", kJson);
    }
    if (name == "close") {
      tabs_.close(head.tab);
      return response.set_content("{\"closed\":true}", kJson);
    }
    if (name == "alive") {
      return response.set_content(
          fmt::format("{{\"alive\":true,\"fresh\":{}}}", tabs_.alive(head.tab)), kJson);
    }
    if (name == "wait") {
      const JobPointer job = tabs_.polled(head.tab);
      if (job == nullptr) return refuse(response, 400, "this tab waits for nothing");
      return poll(request, response, job);
    }
    if (name == "info" && !options_.initial.empty()) {
      // What the program was started with is known here alone.
      return answer(
          request, response,
          tabs_.start(head.tab, name, with_member(request.body, "initial", options_.initial),
                      head.budget, head.poll),
          head);
    }
    answer(request, response, tabs_.start(head.tab, name, request.body, head.budget, head.poll),
           head);
  }

  void answer(const httplib::Request& request, httplib::Response& response, const JobPointer& job,
              const RequestHead& head) {
    if (job == nullptr)
      return refuse(response, 503, "too much is being computed; close a tab, or wait");
    if (head.poll) return poll(request, response, job);
    const int socket = socket_of(request);
    if (job->name == "sheet/run") return stream(response, job, socket);
    while (!tabs_.wait(*job, kTick)) {
      const auto held = tabs_.lock();
      job->lines.clear();
      if (ending_ || is_gone(socket)) job->cancelled = true;
    }
    const auto held = tabs_.lock();
    response.status = job->status;
    response.set_content(job->reply, kJson);
  }

  // Answers within a second, with what there is.
  void poll(const httplib::Request& request, httplib::Response& response, const JobPointer& job) {
    const int socket = socket_of(request);
    const auto end = Clock::now() + kPoll;
    while (!tabs_.wait(*job, kTick)) {
      if (ending_ || is_gone(socket)) tabs_.give_up(*job);
      const auto held = tabs_.lock();
      if (Clock::now() >= end || !job->lines.empty()) break;
    }
    const auto held = tabs_.lock();
    std::string lines;
    for (const std::string& line : job->lines) lines += (lines.empty() ? "" : ",") + line;
    job->lines.clear();
    if (!job->done) {
      response.status = 202;
      return response.set_content(fmt::format("{{\"pending\":true,\"lines\":[{}]}}", lines), kJson);
    }
    response.status = job->status;
    if (job->name == "sheet/run" && job->status == 200) {
      return response.set_content(fmt::format("{{\"done\":true,\"lines\":[{}]}}", lines), kJson);
    }
    response.set_content(job->reply, kJson);
  }

  // One object a line, as they come.
  void stream(httplib::Response& response, const JobPointer& job, int socket) {
    tabs_.wait(*job, kFirstWords);
    {
      const auto held = tabs_.lock();
      if (job->done && job->status != 200) {
        response.status = job->status;
        return response.set_content(job->reply, kJson);
      }
    }
    response.set_chunked_content_provider(
        "application/x-ndjson",
        [this, job, socket](std::size_t, httplib::DataSink& sink) {
          const bool done = tabs_.wait(*job, kTick);
          std::string text;
          {
            const auto held = tabs_.lock();
            for (const std::string& line : job->lines) text += line + "\n";
            job->lines.clear();
            if (done && job->status != 200) text += job->reply + "\n";
            if (ending_ || is_gone(socket)) job->cancelled = true;
          }
          if (!text.empty() && !sink.write(text.data(), text.size())) {
            tabs_.give_up(*job);
            return false;
          }
          if (done) sink.done();
          return true;
        },
        [this, job](bool) { tabs_.give_up(*job); });
  }

  const ServerOptions options_;
  Tabs tabs_;
  int port_ = 0;
  std::optional<Guard> guard_;
  std::vector<std::unique_ptr<httplib::Server>> servers_;
  int socket_ = -1;  // of the one that was made last
  std::atomic<bool> ending_ = false;
  std::atomic<int> streams_ = 0;
};

}  // namespace

void serve(const ServerOptions& options) { Site(options).run(); }

}  // namespace cgt::repl
