package dev.statute.cli.internal.input;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.logs.LogFormat;
import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the form of recorded sessions: a shipped one by its name, or a described one. */
public final class FormatOptions {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "what the sessions are written in: statute, or the name of a form, such as claude-code,"
              + " codex, openai-chat or otlp; default: told from each file")
  private @Nullable String format;

  @Option(
      names = "--form",
      paramLabel = "FILE",
      description = "a description of the form that the sessions are in, such as my.log.yaml")
  private @Nullable Path form;

  /**
   * Returns the form of the sessions; null = detect for each file.
   *
   * @throws UsageException if there is no such form, or its description has mistakes
   */
  public @Nullable LogFormat read() throws IOException {
    if (form == null) {
      return SessionFiles.parseFormat(format);
    }
    if (format != null) {
      throw new UsageException("--form and --format both say the form of the sessions");
    }
    Loaded<LogFormat> read = LogFormat.read(new Source(form.toString(), Files.readString(form)));
    LogFormat described = read.value();
    if (described == null) {
      throw new UsageException(
          read.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
    }
    return described;
  }
}
