package dev.statute.cli.internal.session;

import dev.statute.cli.internal.console.Console;
import dev.statute.cli.internal.console.ExitCode;
import dev.statute.cli.internal.console.JsonLinesOption;
import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.decision.DecisionWriter;
import dev.statute.cli.internal.input.ChartOptions;
import dev.statute.cli.internal.input.ForeignFormatDetector;
import dev.statute.cli.internal.input.InputClock;
import dev.statute.cli.internal.input.InputFiles;
import dev.statute.cli.internal.input.InstanceOptions;
import dev.statute.cli.internal.input.LiveLines;
import dev.statute.cli.internal.input.OutputFiles;
import dev.statute.cli.internal.input.ShadowOptions;
import dev.statute.cli.internal.input.UnknownRecordTypes;
import dev.statute.cli.internal.store.StoreOptions;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.json.OutputLines;
import dev.statute.runtime.Clock;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.step.Interpreter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = "Runs one instance of a chart: one outcome per input line.",
    mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "CHART", description = "a chart file")
  private @Nullable Path chart;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description = "input lines, JSON; - is the standard input")
  private @Nullable String events;

  @Option(
      names = "--decisions",
      paramLabel = "FILE",
      description = "also writes a decision log, for explain and replay")
  private @Nullable Path decisions;

  @Option(
      names = "--mask",
      paramLabel = "PATH",
      description = "hides what stands under this name in the decision log; repeatable")
  private List<String> masks = List.of();

  @Mixin private JsonLinesOption output = new JsonLinesOption();
  @Mixin private ChartOptions options = new ChartOptions();
  @Mixin private ShadowOptions shadow = new ShadowOptions();
  @Mixin private InstanceOptions instance = new InstanceOptions();
  @Mixin private StoreOptions storedRun = new StoreOptions();

  private final UnknownRecordTypes unknownTypes = new UnknownRecordTypes();
  private final ForeignFormatDetector formatDetector = new ForeignFormatDetector();
  private @Nullable DecisionWriter writer;

  public RunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    boolean json = output.isJson();
    if (decisions == null && !masks.isEmpty()) {
      throw new UsageException(
          "--mask hides values in a decision log: give its file with --decisions");
    }
    Path chartFile = InputFiles.requireChart(Objects.requireNonNull(chart));
    Interpreter interpreter = shadow.open(chartFile, options, console);
    if (interpreter == null) {
      return ExitCode.FINDINGS;
    }
    try (InputStream in = InputFiles.open(events, console)) {
      OutputLines lines = new OutputLines();
      ExitCodeListener judging = new ExitCodeListener();
      SessionListener printer =
          json
              ? SessionListener.json(lines, console::printLine)
              : new RunText(console.out(), console.style());
      SessionListener all = SessionListener.all(new StartRefusal(instance), judging, printer);
      if (decisions == null) {
        playLines(interpreter, in, lines, json, all);
      } else {
        OutputFiles.requireOther("--decisions", decisions, inputFiles(chartFile));
        String name = storedRun.id(interpreter.chart());
        try (DecisionWriter log = new DecisionWriter(decisions, masks, name)) {
          writer = log;
          playLines(interpreter, in, lines, json, SessionListener.all(all, log));
          log.unusedMasks()
              .forEach(
                  mask ->
                      console.printNotice(
                          "--mask " + mask + " hid nothing: nothing in the log is called so"));
        }
      }
      shadow.printSummary(console);
      return formatDetector.isFound() ? ExitCode.FINDINGS : judging.exitCode();
    }
  }

  private List<Path> inputFiles(Path chartFile) {
    List<Path> files = new ArrayList<>(List.of(chartFile));
    files.addAll(options.rules());
    files.addAll(shadow.rules());
    Stream.of(events, storedRun.store())
        .filter(Objects::nonNull)
        .forEach(file -> files.add(Path.of(file)));
    return files;
  }

  private void playLines(
      Interpreter interpreter,
      InputStream in,
      OutputLines lines,
      boolean json,
      SessionListener listener)
      throws IOException {
    boolean live = "-".equals(events);
    InputLines input = new InputLines(in, events == null || live ? "input" : events);
    // the clock starts at the first line's instant, so that line is read before the start if it is
    // there
    InputLine first = live && in.available() == 0 ? null : input.next();
    if (storedRun.isPresent()) {
      InputClock clock = InputClock.ofStore(events, console);
      try (StoreOptions.OpenStoredSession held =
          storedRun.start(interpreter, instance, storedRun.newIdentity(events), clock, listener)) {
        playLines(held.session(), input, first, clock, live);
        printEnd(held.session(), lines, json);
      }
    } else {
      InputClock clock =
          live ? InputClock.ofLive(first, Clock.system()) : InputClock.ofLines(first);
      ChartSession session =
          ChartSession.start(
              interpreter, instance.startOptions(interpreter.chart(), clock.start()), listener);
      playLines(session, input, first, clock, live);
      printEnd(session, lines, json);
    }
  }

  private void playLines(
      ChartSession session,
      InputLines input,
      @Nullable InputLine first,
      InputClock clock,
      boolean live)
      throws IOException {
    if (writer != null) {
      writer.attach(session);
    }
    flush(live);
    LiveLines lines = live ? new LiveLines(input) : null;
    Runnable waiting =
        () -> {
          clock.fireDue(session);
          flush(live);
        };
    InputLine line = first;
    if (line == null) {
      line = lines == null ? input.next() : lines.next(waiting);
    }
    for (; line != null; line = lines == null ? input.next() : lines.next(waiting)) {
      clock.advance(line, session);
      session.play(line);
      flush(live);
      for (String note : new String[] {formatDetector.note(line), unknownTypes.note(line)}) {
        if (note != null) {
          console.printNotice(note);
        }
      }
    }
  }

  private void printEnd(ChartSession session, OutputLines lines, boolean json) {
    if (json) {
      console.printLine(lines.end(session.snapshot(), session.progress()));
    } else {
      RunText.printEnd(console.out(), console.style(), session);
    }
  }

  /** Flushes each answer before the next line, for an interactive writer of lines. */
  private void flush(boolean live) {
    if (live) {
      console.out().flush();
    }
  }
}
