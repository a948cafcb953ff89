package dev.statute.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The picture in the README is what the command beside it draws of the chart above it. */
class ReadmePictureTest {
  private static final Path ROOT = Path.of("../..");

  @TempDir private Path folder;

  @Test
  void the_picture_is_that_of_the_chart() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    String opening = "```yaml\n# file: agent.yaml\n";
    int start = readme.indexOf(opening);
    assertThat(start).as("the chart in the README").isNotNegative();
    int from = start + opening.length();
    Path chart = folder.resolve("agent.yaml");
    Files.writeString(chart, readme.substring(from, readme.indexOf("```", from)));
    CommandResult drawn = CommandResult.run("", "render", chart.toString(), "--format", "svg");
    assertThat(drawn.err()).isEmpty();
    Path picture = ROOT.resolve("samples/readme/agent.svg");
    if (Boolean.getBoolean("docs.write")) {
      Files.writeString(picture, drawn.out());
    }
    assertThat(drawn.out()).isEqualTo(Files.readString(picture));
  }
}
