// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Process.h"

#include "support/Catch.h"
#include "support/Child.h"
#include "support/Errors.h"
#include "support/Messages.h"
#include "support/TempFolder.h"

#include <csignal>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace llbc;
using namespace llbc::test;

namespace {

ProcessResult shell(const std::string &script) {
  return valueOf(runProcess("/bin/sh", {"-c", script}));
}

} // namespace

TEST_CASE("a child's output and status come back", "[process]") {
  const ProcessResult result = shell("echo out; echo err >&2; exit 7");
  CHECK(result.status == 7);
  CHECK(contains(result.output, "out\n"));
  CHECK(contains(result.output, "err\n"));
  CHECK(shell("exit 0").status == 0);
  CHECK(shell("exit 0").output.empty());
  CHECK(shell("exit 255").status == 255);
}

TEST_CASE("arguments reach the child as they are", "[process]") {
  const ProcessResult result = valueOf(
      runProcess("/bin/sh", {"-c", "for a; do printf '<%s>' \"$a\"; done", "sh",
                             "a b", "", "*", "$HOME", "'\"\\", "-x", "\xFF"}));
  CHECK(result.output == "<a b><><*><$HOME><'\"\\><-x><\xFF>");
}

TEST_CASE("a child that a signal ends has a negative status", "[process]") {
  const ProcessResult result = shell("echo before; kill -SEGV $$");
  CHECK(result.status < 0);
  CHECK(contains(result.output, "before"));
}

TEST_CASE("a child that prints much does not wait for ever", "[process]") {
  const ProcessResult result =
      shell("head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2");
  CHECK(result.status == 0);
  CHECK(result.output.size() == 6000000);
}

TEST_CASE("a child has no standard input", "[process]") {
  CHECK(shell("read x && echo got; echo end").output == "end\n");
}

TEST_CASE("what a child leaves running does not hold the link up",
          "[process]") {
  const pid_t left = std::stoi(shell("sleep 100 & echo $!").output);
  CHECK(left > 0);
  kill(left, SIGKILL);
}

TEST_CASE("a program that cannot be started is an error that names it",
          "[process]") {
  TempFolder folder;
  writeFile("text", "text");
  writeFile("broken", "#!/nonexistent/interpreter\n");
  chmod("broken", 0755);
  for (const char *program :
       {"/nonexistent/program", "./text", "./broken", "."})
    CHECK(contains(errorText(runProcess(program, {})), program));
}

TEST_CASE("children of several threads do not mix", "[process]") {
  std::vector<std::thread> threads;
  std::vector<std::string> outputs(16);
  for (size_t i = 0; i != outputs.size(); ++i)
    threads.emplace_back([&outputs, i] {
      if (llvm::Expected<ProcessResult> result =
              runProcess("/bin/sh", {"-c", "echo " + std::to_string(i) +
                                               "; exit " + std::to_string(i)}))
        outputs[i] = result->output + std::to_string(result->status);
      else
        llvm::consumeError(result.takeError());
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i != outputs.size(); ++i)
    CHECK(outputs[i] == std::to_string(i) + "\n" + std::to_string(i));
}

TEST_CASE("children run where standard descriptors are closed", "[process]") {
  const ChildResult result = runInChild([] {
    close(0);
    close(2);
    llvm::Expected<ProcessResult> echoed =
        runProcess("/bin/sh", {"-c", "echo out; echo err >&2; cat"});
    if (!echoed) {
      say(llvm::toString(echoed.takeError()));
      return 1;
    }
    say(echoed->output);
    return echoed->status;
  });
  CHECK(result.status == 0);
  CHECK(result.output == "out\nerr\n");
}
