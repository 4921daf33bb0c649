# The formula for Homebrew. HOMEBREW_CGT_ARCHIVE names an archive of the tree, such as
# `git archive --prefix=cgt-0.1.0/ -o cgt-0.1.0.tar.gz HEAD` writes:
#   HOMEBREW_CGT_ARCHIVE=file:///tmp/cgt-0.1.0.tar.gz brew install --formula repl/package/ports/cgt.rb
class Cgt < Formula
  desc "Combinatorial game theory toolkit"
  homepage "https://cgt.invalid"
  url ENV.fetch("HOMEBREW_CGT_ARCHIVE")
  version "0.1.0"
  # The program is linked with readline.
  license all_of: ["MIT", "GPL-3.0-or-later"]

  depends_on "boost" => :build
  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "fmt"
  depends_on "gmp"
  depends_on "readline"
  uses_from_macos "sqlite"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DCGT_TESTS=OFF", "-DCGT_PYTHON=OFF",
           *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_equal "3/4\n", shell_output("#{bin}/cgt -e 1/2+1/4")
  end
end
