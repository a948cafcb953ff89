package dev.statute.cli.internal.scan;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.CountedNoun;
import dev.statute.cli.internal.console.EndSignal;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.JsonLinesOption;
import dev.statute.cli.internal.console.ProgressBar;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.FormatOptions;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.input.InstanceOptions;
import dev.statute.cli.internal.input.OutputFiles;
import dev.statute.cli.internal.input.RecordedSession;
import dev.statute.cli.internal.input.SessionFiles;
import dev.statute.cli.internal.input.ShadowOptions;
import dev.statute.cli.internal.input.UnknownRecordTypes;
import dev.statute.json.OutputLines;
import dev.statute.json.ScannedSession;
import dev.statute.logs.LogFormat;
import dev.statute.logs.SessionLog;
import dev.statute.step.Interpreter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "scan",
    description =
        "Plays recorded sessions, each as an instance of its own, and says what it found.",
    footer = "Ctrl-C ends it with what was found until then, and exit code 1.",
    mixinStandardHelpOptions = true)
public final class ScanCommand implements Callable<Integer> {
  private final Console console;
  private final EndSignal stopSignal;
  private final UnknownRecordTypes unknownTypes = new UnknownRecordTypes();

  @Parameters(
      index = "0",
      paramLabel = "CHART",
      description = "a chart file, such as charts/observer.yaml, which is for the log of any agent")
  private @Nullable Path chart;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "PATH",
      description = "recorded sessions, or folders of them")
  private List<Path> paths = List.of();

  @SuppressWarnings("deprecation") // the only option of picocli that waives the parameters
  @Option(
      names = "--describe",
      paramLabel = "FILE",
      help = true,
      description =
          "print the begin of a description for the form of a log that is not read, for --form")
  private @Nullable Path described;

  @Option(
      names = "--explain",
      description = "print the evidence of every finding: rule, facts, and the lines that show it")
  private boolean explain;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "write a page with a timeline per session, all in one file")
  private @Nullable Path html;

  @Mixin private FormatOptions formats = new FormatOptions();
  @Mixin private JsonLinesOption output = new JsonLinesOption();
  @Mixin private ChartOptions options = new ChartOptions();
  @Mixin private ShadowOptions shadow = new ShadowOptions();
  @Mixin private InstanceOptions instance = new InstanceOptions();

  public ScanCommand(Console console) {
    this(console, new EndSignal());
  }

  ScanCommand(Console console, EndSignal stopSignal) {
    this.console = console;
    this.stopSignal = stopSignal;
  }

  @Override
  public Integer call() throws IOException {
    int code = ExitCode.INTERNAL;
    try {
      code = scan();
    } finally {
      console.out().flush();
      stopSignal.end(code);
    }
    return code;
  }

  private int scan() throws IOException {
    if (described != null) {
      console.out().print(SessionLog.draft(RecordedSession.source(described)));
      return ExitCode.SUCCESS;
    }
    boolean json = output.isJson();
    Path chartFile = InputFiles.requireChart(Objects.requireNonNull(chart));
    Interpreter interpreter = shadow.open(chartFile, options, console);
    if (interpreter == null) {
      return ExitCode.FINDINGS;
    }
    LogFormat written = formats.read();
    SessionFiles found = SessionFiles.of(paths, written);
    List<Path> files = found.files();
    found.unread().forEach(console::printNotice);
    List<ScannedSession> sessions = new ArrayList<>();
    ScanTable table = new ScanTable(console);
    ScanEvidence evidence = new ScanEvidence(console.out(), console.style());
    if (html != null) {
      List<Path> inputs = new ArrayList<>(files);
      inputs.add(chartFile);
      OutputFiles.requireOther("--html", html, inputs);
      OutputFiles.checkWritable("--html", html);
    }
    ScanPage page = html == null ? null : new ScanPage(interpreter.chart().name());
    boolean[] failed = {!found.unread().isEmpty()};
    stopSignal.register(console, () -> {}, "the findings are not complete");
    boolean keepsEntries = html != null || (explain && !json);
    new SessionScan(interpreter, instance, written, keepsEntries)
        .scanAll(
            files,
            stopSignal,
            new ProgressBar(console, files.size()),
            scanned -> {
              ScannedSession session = scanned.session();
              sessions.add(session);
              table.add(scanned);
              if (explain && !json) {
                evidence.print(scanned);
              }
              if (page != null) {
                page.add(scanned);
              }
              failed[0] |= scanned.hasFindings();
              scanned.notes().forEach(console::printNotice);
              for (String type : scanned.unknownTypes()) {
                String note = unknownTypes.note(type);
                if (note != null) {
                  console.printNotice(note);
                }
              }
              if (json) {
                console.printLine(OutputLines.session(session));
              }
            });
    if (json) {
      console.printLine(OutputLines.total(sessions));
    } else {
      table.print(found.unread().size());
    }
    if (page != null && html != null) {
      Files.writeString(html, page.text());
      console.printNotice("wrote " + html);
    }
    int missing = files.size() - sessions.size();
    if (missing > 0) {
      console.printNotice(
          "stopped: " + CountedNoun.of(missing, "file") + " of " + files.size() + " not read");
    }
    String leftOut = found.skippedNote();
    if (leftOut != null) {
      console.printNotice(leftOut);
    }
    shadow.printSummary(console);
    return failed[0] || missing > 0 ? ExitCode.FINDINGS : ExitCode.SUCCESS;
  }
}
