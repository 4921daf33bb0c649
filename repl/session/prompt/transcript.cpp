#include "repl/session/prompt/transcript.hpp"

#include <fstream>
#include <iostream>
#include <streambuf>

#include "repl/support/files.hpp"

namespace cgt::repl {
namespace {

constexpr const char* kSaid = "// ";

// The lines of the log; each begins with the mark of who speaks.
class Log {
 public:
  explicit Log(const std::string& path) : out_(path, std::ios::binary | std::ios::trunc) {}

  bool good() const { return out_.good(); }
  void said(char c) {
    if (at_start_) out_ << kSaid;
    out_ << c;
    at_start_ = c == '\n';
  }
  void typed(const std::string& line) {
    if (!at_start_) out_ << '\n';
    at_start_ = true;
    out_ << line << '\n' << std::flush;
  }

 private:
  std::ofstream out_;
  bool at_start_ = true;
};

// Hands everything on to the buffer that a stream had, and writes it to the log.
class Tee : public std::streambuf {
 public:
  Tee(std::ostream& stream, Log& log) : stream_(stream), log_(log), own_(stream.rdbuf(this)) {}
  ~Tee() override { stream_.rdbuf(own_); }

 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    log_.said(traits_type::to_char_type(c));
    return own_->sputc(traits_type::to_char_type(c));
  }
  int sync() override { return own_->pubsync(); }

 private:
  std::ostream& stream_;
  Log& log_;
  std::streambuf* own_;
};

}  // namespace

struct Transcript::Impl {
  explicit Impl(const std::string& path) : log(path), out(std::cout, log), err(std::cerr, log) {}
  Log log;
  Tee out;
  Tee err;
};

Transcript::Transcript(const std::string& path) : path_(path), impl_(std::make_unique<Impl>(path)) {
  if (!impl_->log.good()) throw FileError(path + ": it cannot be written");
}

Transcript::~Transcript() = default;

void Transcript::typed(const std::string& line) { impl_->log.typed(line); }

}  // namespace cgt::repl
