package dev.statute.progress.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands of a line that do no work, and those that do. */
class IdleCommandTest {
  @Test
  void pauses_and_words_make_no_other_call() {
    for (String line :
        List.of(
            "sleep 5; cat x",
            "sleep 0.5 && cat x",
            "cat x; sleep 10m",
            "wait; cat x",
            "true && cat x",
            ": 3; cat x",
            "echo try 3; cat x",
            "echo \"try 3\" && cat x; echo done",
            "printf '%s\\n' here\ncat x",
            "cat x || true",
            "sleep 1; echo 2; cat x & wait")) {
      assertThat(IdleCommand.remove(line)).as(line).isEqualTo("cat x");
    }
  }

  @Test
  void what_does_work_stays() {
    for (String line :
        List.of(
            "cat x",
            "sleep 5",
            "echo a; sleep 3",
            "cd a && cat x",
            "echo a > x; cat x",
            "echo $(make); cat x",
            "echo $HOME; cat x",
            "echo y | apt-get install z",
            "cat x | sleep 5",
            "echo 'open; cat x",
            "(sleep 5; cat x)",
            "for i in 1 2; do sleep 5; done",
            "sleeper 5; cat x",
            "git commit -m 'echo a; sleep 5'",
            "cat <<E; sleep 5\nE",
            "cat x 2>&1")) {
      assertThat(IdleCommand.remove(line)).as(line).isEqualTo(line);
    }
  }
}
