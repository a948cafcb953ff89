package dev.statute.progress.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.text.ToolOutput;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestResultTest {
  private static TestResult failing(String output) {
    ProgressRecord record = ProgressRecord.of(Map.of("type", "tool_call", "tool", "t"));
    return TestResult.of(record, false, ToolOutput.of(output));
  }

  private static int failed(String output) {
    return failing(output).failed();
  }

  @Test
  void failures_and_errors_are_counted_in_the_words_of_each_program() {
    assertThat(failed("= 1 failed, 6 passed, 1 error in 0.42s =")).isEqualTo(2);
    assertThat(failed("FAILED (failures=2, errors=1)")).isEqualTo(3);
    assertThat(failed("Test Suites: 1 failed, 1 total\nTests:       2 failed, 3 passed"))
        .isEqualTo(2);
    assertThat(failed(" Test Files  1 failed | 1 passed (2)\n      Tests  3 failed | 3 passed (6)"))
        .isEqualTo(3);
    assertThat(failed("  3 passing (12ms)\n  2 failing\n")).isEqualTo(2);
    assertThat(failed("test result: FAILED. 1 passed; 1 failed; 0 ignored")).isEqualTo(1);
    assertThat(failed("[ERROR] Tests run: 5, Failures: 2, Errors: 1, Skipped: 0")).isEqualTo(3);
    assertThat(failed("5 tests completed, 2 failed")).isEqualTo(2);
    assertThat(failed("Failed!  - Failed:     2, Passed:     3, Skipped: 0")).isEqualTo(2);
    assertThat(failed("5 examples, 2 failures")).isEqualTo(2);
    assertThat(failed("Tests: 5, Assertions: 7, Errors: 1, Failures: 2.")).isEqualTo(3);
    assertThat(failed("60% tests passed, 2 tests failed out of 5")).isEqualTo(2);
    assertThat(failed("# tests 5\n# pass 3\n# fail 2")).isEqualTo(2);
    assertThat(failed("5 runs, 7 assertions, 2 failures, 1 errors, 0 skips")).isEqualTo(3);
    assertThat(failed("Found 5 errors in 2 files.")).isEqualTo(5);
    assertThat(failed("could not compile `a` due to 3 previous errors")).isEqualTo(3);
    assertThat(failed("✖ 5 problems (3 errors, 2 warnings)")).isEqualTo(3);
  }

  @Test
  void a_number_in_a_message_or_in_the_name_of_a_test_is_no_count() {
    assertThat(failed("AssertionError: 3 != 4")).isEqualTo(-1);
    assertThat(failed("  ✓ reports 3 errors (5 ms)\n  ✕ adds")).isEqualTo(-1);
    assertThat(failed("ok 1 - tries 2 failed calls")).isEqualTo(-1);
    assertThat(failed("make: *** [Makefile:3: test] Error 2")).isEqualTo(-1);
  }

  @Test
  void an_error_of_unittest_is_a_failed_test_and_its_class_is_a_part_of_its_name() {
    String both = "FAIL: b (c.D)\nERROR: e (c.D)\nRan 5 tests in 0.001s";
    assertThat(failing(both).verdict())
        .isEqualTo(failing(both.replace("0.001", "0.002")).verdict())
        .isNotEqualTo(failing(both.replace("ERROR: e (c.D)\n", "")).verdict());
    assertThat(failing("FAIL: b (c.D)").verdict()).isNotEqualTo(failing("FAIL: b (c.E)").verdict());
  }

  @Test
  void a_test_of_the_test_anything_protocol_is_known_by_its_description() {
    assertThat(failing("not ok 2 - adds one").verdict())
        .isEqualTo(failing("not ok 2 - adds one\n  ---").verdict())
        .isNotEqualTo(failing("not ok 2 - adds two").verdict());
  }

  @Test
  void the_lines_that_run_failed_examples_again_name_them() {
    String once = "5 examples, 1 failure\nRandomized with seed 1\nrspec ./a_spec.rb:3 # adds";
    assertThat(failing(once).verdict())
        .isEqualTo(failing(once.replace("seed 1", "seed 2")).verdict())
        .isNotEqualTo(failing(once.replace(":3", ":9")).verdict());
    assertThat(failing("Run options: --seed 1\nbin/rails test test/a.rb:4").verdict())
        .isEqualTo(failing("Run options: --seed 2\nbin/rails test test/a.rb:4").verdict());
  }

  @Test
  void a_text_reports_failures_by_names_or_numbers() {
    assertThat(TestResult.reportsFailure("--- FAIL: TestX (0.00s)\nFAIL")).isTrue();
    assertThat(TestResult.reportsFailure("1 failed, 3 passed")).isTrue();
    assertThat(TestResult.reportsFailure("ERROR root: no config\n3 passed, 2 xfailed")).isFalse();
    assertThat(TestResult.reportsFailure("test result: ok. 1 passed; 0 failed")).isFalse();
  }
}
