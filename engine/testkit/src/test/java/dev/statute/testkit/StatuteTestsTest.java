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
}
