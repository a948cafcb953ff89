package dev.statute.cli;

import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import dev.statute.scxml.ScxmlImport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "import",
    description = "Prints a state chart in W3C SCXML as a chart in YAML.",
    mixinStandardHelpOptions = true)
final class ImportCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "FILE.scxml", description = "an SCXML document")
  private @Nullable Path document;

  ImportCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Path file = Inputs.readable(Objects.requireNonNull(document));
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    Loaded<Map<String, String>> translated =
        ScxmlImport.toCharts(new Source(file.toString(), text), name -> beside(file, name));
    ProblemText.say(console, translated.problems());
    Map<String, String> charts = translated.value();
    if (charts == null) {
      return Exit.FINDINGS;
    }
    console.out().print(String.join("---\n", charts.values()));
    return Exit.FINE;
  }

  /** A file in the document's folder; nothing else is read. */
  static @Nullable Source beside(Path document, String name) {
    try {
      Path file = document.resolveSibling(name).normalize();
      boolean here = Objects.equals(file.getParent(), document.normalize().getParent());
      return here && Files.isRegularFile(file) ? new Source(name, Files.readString(file)) : null;
    } catch (InvalidPathException | IOException e) {
      return null;
    }
  }
}
