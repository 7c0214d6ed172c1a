// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Child.h"

#include <cstdio>
#include <stdexcept>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace llbc::test {

ChildResult runInChild(const std::function<int()> &body) {
  int ends[2];
  if (pipe(ends) != 0)
    throw std::runtime_error("pipe");
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0)
    throw std::runtime_error("fork");
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    _exit(body());
  }
  close(ends[1]);
  ChildResult result;
  char buffer[4096];
  while (const ssize_t count = read(ends[0], buffer, sizeof buffer)) {
    if (count < 0)
      break;
    result.output.append(buffer, static_cast<size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  return result;
}

void say(const std::string &text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t count =
        write(STDOUT_FILENO, text.data() + done, text.size() - done);
    if (count <= 0)
      return;
    done += static_cast<size_t>(count);
  }
}

} // namespace llbc::test
