package dev.statute.cli;

import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import dev.statute.scxml.ScxmlImport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    Loaded<String> translated = ScxmlImport.toYaml(new Source(file.toString(), text));
    ProblemText.say(console, translated.problems());
    String yaml = translated.value();
    if (yaml == null) {
      return Exit.FINDINGS;
    }
    console.out().print(yaml);
    return Exit.FINE;
  }
}
