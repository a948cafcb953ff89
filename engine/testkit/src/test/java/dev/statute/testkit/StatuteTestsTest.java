package dev.statute.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatuteTestsTest {
  @TempDir private Path folder;

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  @Test
  void a_path_that_does_not_exist_is_named_in_full() {
    Path relative = Path.of("no-such-folder");
    assertThatThrownBy(() -> StatuteTests.in(relative))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no file or folder " + relative.toAbsolutePath());
  }

  @Test
  void a_test_that_fails_says_what_was_expected_and_what_happened() throws IOException {
    write("lamp.yaml", "chart: lamp\nstates: { off: { on: { press: on } }, on: {} }\n");
    write(
        "lamp.test.yaml",
        """
        chart: lamp.yaml
        tests:
          - name: dark
            steps: [ { event: press, expect: { to: [off] } } ]
        """);
    write("lost.test.yaml", "chart: nowhere.yaml\ntests: []\n");
    List<DynamicNode> nodes = StatuteTests.in(folder).toList();
    DynamicTest dark =
        (DynamicTest) ((DynamicContainer) nodes.get(0)).getChildren().findFirst().orElseThrow();
    assertThat(dark.getDisplayName()).isEqualTo("dark");
    assertThatThrownBy(dark.getExecutable()::execute)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("lamp.test.yaml")
        .hasMessageContaining("\nwhat happened:\n  ");
    assertThatThrownBy(((DynamicTest) nodes.get(1)).getExecutable()::execute)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("there is no chart 'nowhere.yaml'");
  }

  @Test
  void a_list_of_one_is_expected_by_its_member_and_an_empty_list_by_null() throws Throwable {
    write(
        "bell.yaml",
        """
        chart: bell
        data: { rung: [] }
        states: { up: { on: { ring: { do: [ { emit: { ding: { n: 1 } } } ] } } } }
        """);
    write(
        "bell.test.yaml",
        """
        chart: bell.yaml
        tests:
          - name: one
            steps: [ { event: ring, expect: { effects: { emit: ding } } } ]
          - name: none
            steps: [ { event: ping, expect: { effects: null, findings: , rule: null } } ]
          - name: another
            steps: [ { event: ring, expect: { effects: { emit: dong } } } ]
          - name: not none
            steps: [ { event: ring, expect: { effects: null } } ]
          - name: not absent
            steps: [ { event: ping, expect: { data: { rung: null } } } ]
        """);
    DynamicContainer file = (DynamicContainer) StatuteTests.in(folder).toList().get(0);
    List<DynamicTest> tests = file.getChildren().map(DynamicTest.class::cast).toList();
    tests.get(0).getExecutable().execute();
    tests.get(1).getExecutable().execute();
    assertThatThrownBy(tests.get(2).getExecutable()::execute)
        .hasMessageContaining("effects.emit: expected 'dong', but came 'ding'");
    assertThatThrownBy(tests.get(3).getExecutable()::execute)
        .hasMessageContaining("effects: expected nothing, but came [{ emit: ding");
    assertThatThrownBy(tests.get(4).getExecutable()::execute)
        .hasMessageContaining("data.rung: expected nothing, but came []");
  }
}
