package dev.statute.progress.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShellComplaintTest {
  @Test
  void lines_that_begin_with_a_program_of_the_command_or_a_shell_are_complaints() {
    assertThat(ShellComplaint.matches("cat: a.ini: No such file or directory\n", "cat a.ini"))
        .isTrue();
    assertThat(ShellComplaint.matches("/bin/ls: cannot access 'x'\n", "cd /p && ls x")).isTrue();
    assertThat(ShellComplaint.matches("bash: line 1: foo: command not found", "foo")).isTrue();
  }

  @Test
  void lines_of_a_file_or_of_another_program_are_none() {
    assertThat(ShellComplaint.matches("cat: a: No such file or directory\nmore", "cat log"))
        .isFalse();
    assertThat(ShellComplaint.matches("cat: a: No such file or directory", "tail log")).isFalse();
    assertThat(ShellComplaint.matches(" \n", "cat log")).isFalse();
  }
}
