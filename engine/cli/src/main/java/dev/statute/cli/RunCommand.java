package dev.statute.cli;

import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.json.OutputLines;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = "Runs one instance of a chart: one outcome per input line.",
    mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "CHART", description = "a chart file")
  private @Nullable Path chart;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description = "input lines, JSON; - is the standard input")
  private @Nullable String events;

  @Option(names = "--output", paramLabel = "FORM", description = "text (default) or jsonl")
  private OutputFormat output = OutputFormat.TEXT;

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

  @Mixin private ChartOptions options = new ChartOptions();
  @Mixin private ShadowOptions shadow = new ShadowOptions();
  @Mixin private InstanceOptions instance = new InstanceOptions();
  @Mixin private StoreOptions kept = new StoreOptions();

  private final UnknownRecordTypes strangers = new UnknownRecordTypes();
  private final OtherForm form = new OtherForm();
  private @Nullable DecisionWriter writer;

  RunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    boolean json = output.among(OutputFormat.TEXT, OutputFormat.JSONL) == OutputFormat.JSONL;
    if (decisions == null && !masks.isEmpty()) {
      throw new UsageException(
          "--mask hides values in a decision log: give its file with --decisions");
    }
    Interpreter interpreter =
        shadow.open(InputFiles.chart(Objects.requireNonNull(chart)), options, console);
    if (interpreter == null) {
      return ExitCode.FINDINGS;
    }
    try (InputStream in = InputFiles.open(events, console)) {
      OutputLines lines = new OutputLines();
      ExitCodeListener judging = new ExitCodeListener();
      SessionListener told =
          json
              ? SessionListener.json(lines, this::print)
              : new RunText(console.out(), console.style());
      if (decisions == null) {
        play(interpreter, in, lines, json, SessionListener.all(judging, told));
      } else {
        String name = kept.id(interpreter.chart());
        try (DecisionWriter log = new DecisionWriter(decisions, masks, name)) {
          writer = log;
          play(interpreter, in, lines, json, SessionListener.all(judging, told, log));
          log.idleMasks()
              .forEach(
                  mask ->
                      console.say(
                          "--mask " + mask + " hid nothing: nothing in the log is called so"));
        }
      }
      shadow.say(console);
      return form.found() ? ExitCode.FINDINGS : judging.exit();
    }
  }

  private void play(
      Interpreter interpreter,
      InputStream in,
      OutputLines lines,
      boolean json,
      SessionListener witness)
      throws IOException {
    boolean live = "-".equals(events);
    InputLines input = new InputLines(in, events == null || live ? "input" : events);
    // the clock starts where the first line says, so that is read before the start
    InputLine first = live ? null : input.next();
    if (kept.isGiven()) {
      InputClock clock = InputClock.ofStore(events, console);
      try (StoreOptions.Kept held =
          kept.begin(interpreter, instance, kept.identity(events), clock, refusing(witness))) {
        play(held.session(), input, first, clock, live);
        end(held.session(), lines, json);
      }
    } else {
      InputClock clock = InputClock.ofLines(first);
      ChartSession session =
          ChartSession.start(
              interpreter,
              instance.beginning(interpreter.chart(), clock.begin()),
              refusing(witness));
      play(session, input, first, clock, live);
      end(session, lines, json);
    }
  }

  private void play(
      ChartSession session,
      InputLines input,
      @Nullable InputLine first,
      InputClock clock,
      boolean live)
      throws IOException {
    if (writer != null) {
      writer.of(session);
    }
    flush(live);
    for (InputLine line = first == null ? input.next() : first; line != null; line = input.next()) {
      clock.before(line, session);
      session.play(line);
      flush(live);
      for (String note : new String[] {form.note(line), strangers.note(line)}) {
        if (note != null) {
          console.say(note);
        }
      }
    }
  }

  private void end(ChartSession session, OutputLines lines, boolean json) {
    if (json) {
      print(lines.end(session.snapshot(), session.progress()));
    } else {
      RunText.end(console.out(), console.style(), session);
    }
  }

  /** A resting place that cannot be is wrong use, not a result. */
  private SessionListener refusing(SessionListener witness) {
    SessionListener refuse =
        new SessionListener() {
          @Override
          public void step(int line, Instant at, Step step) {
            if (line == 0 && step.outcome() instanceof Outcome.Rejected rejected) {
              throw new UsageException(rejected.message());
            }
            boolean isBroken = step.outcome() instanceof Outcome.Failed;
            if (line == 0 && isBroken && !instance.at().isEmpty()) {
              throw new UsageException(String.valueOf(step.outcome().message()));
            }
          }
        };
    return SessionListener.all(refuse, witness);
  }

  private void print(String line) {
    console.out().print(line);
    console.out().print('\n');
  }

  /** Whoever writes the lines while we read them sees each answer before the next line. */
  private void flush(boolean live) {
    if (live) {
      console.out().flush();
    }
  }
}
