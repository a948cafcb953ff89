package dev.statute.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import dev.statute.json.InputLines;
import dev.statute.json.JsonText;
import dev.statute.logs.SessionLog;
import dev.statute.problem.Place;
import dev.statute.problem.Source;
import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.runtime.Listener;
import dev.statute.runtime.ManualClock;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.session.StartOptions;
import dev.statute.step.Cause;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Step;
import dev.statute.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Session of an agent as the log that it writes, and as the hooks that it calls meanwhile. */
final class SessionComparison {
  private final SampleAgent agent;
  private final List<String> log = new ArrayList<>();
  private final List<String> payloads = new ArrayList<>();
  private int rounds;

  SessionComparison(SampleAgent agent) {
    this.agent = agent;
  }

  /** Recorder of findings, each with the number of calls before it. */
  private static final class FindingRecorder implements SessionListener, Listener {
    private final List<String> findings = new ArrayList<>();
    private int calls;

    private void add(Step step) {
      if (step.cause() instanceof Cause.External given
          && given.input() instanceof Input.Report report
          && "tool_call".equals(report.fields().get("type"))) {
        calls++;
      }
      step.outcome()
          .trace()
          .findings()
          .forEach(
              found ->
                  findings.add(
                      calls
                          + " "
                          + found.finding().level()
                          + " "
                          + found.finding().pattern()
                          + " ×"
                          + found.finding().count()));
    }

    @Override
    public void step(int line, Instant at, Step step) {
      add(step);
    }

    @Override
    public void onHandled(String instance, Instant at, List<Step> steps, Duration took) {
      steps.forEach(this::add);
    }
  }

  /** Adds calls that are made in parallel. */
  void add(List<SampleAgent.Call> round) {
    agent.log(rounds++, round).forEach(line -> log.add(JsonText.write((Map<?, ?>) line)));
    Stream.concat(round.stream().map(agent::before), round.stream().map(agent::after))
        .forEach(payload -> payloads.add(JsonText.write((Map<?, ?>) payload)));
  }

  /** Adds a message of the user. */
  void addPrompt(String text) {
    log.add(JsonText.write((Map<?, ?>) agent.logPrompt(text)));
    payloads.add(JsonText.write((Map<?, ?>) agent.prompt(text)));
  }

  /** Returns the findings of the chart {@code observer} when hooks bring the session. */
  List<String> hooked(Statute statute) {
    FindingRecorder found = new FindingRecorder();
    EngineBuilder builder =
        statute
            .engine()
            .sameThread()
            .clock(new ManualClock(Instant.EPOCH))
            .store(new MemoryStore())
            .listener(found);
    HookService hooks = HookService.on(builder);
    try (Engine engine = builder.build()) {
      for (String payload : payloads) {
        assertThat(hooks.answer("observer", agent.vendor, payload).join()).isEmpty();
      }
      assertThat(engine.instance(agent.vendor + ":s").snapshot()).isNotNull();
    }
    return found.findings;
  }

  /** Returns the findings of the chart {@code observer} when the log is scanned. */
  List<String> scanned(Statute statute) {
    Source source = new Source("log", String.join("\n", log));
    SessionLog read = SessionLog.read(agent.format, source).get();
    Interpreter interpreter = statute.chart("observer");
    FindingRecorder found = new FindingRecorder();
    ChartSession session =
        ChartSession.start(
            interpreter,
            StartOptions.of(interpreter.chart(), List.of(), Map.of(), Instant.EPOCH),
            found);
    Place place = new Place("log", 1, 1);
    read.entries()
        .forEach(
            entry -> session.play(InputLines.parse(entry.line(), entry.fields(), key -> place)));
    return found.findings;
  }
}
