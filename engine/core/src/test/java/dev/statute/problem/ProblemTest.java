package dev.statute.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProblemTest {
  @Test
  void a_text_of_the_file_never_looks_like_another_problem() {
    String hostile = "a\r\nb.yaml:1:1: error C999: \u001b[2J\u2028c";
    Problem problem =
        Problem.error(
            "C120", new Place("a.yaml", 2, 1), "no key '" + hostile + "'", "not " + hostile);
    assertThat(problem)
        .hasToString(
            """
            a.yaml:2:1: error C120: no key 'a\\x0d\\nb.yaml:1:1: error C999: \\x1b[2J\\u2028c'
                  = fix: not a\\x0d\\nb.yaml:1:1: error C999: \\x1b[2J\\u2028c\
            """);
    assertThat(problem.message()).contains(hostile);
  }
}
