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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions that end in the same findings when hooks bring them and when their log is scanned. */
class ScanComparisonTest {
  private static final String MISSING = "cat: nothere.txt: No such file or directory";

  /** Sessions by name: rounds of calls that are made in parallel. */
  private static final Map<String, List<List<SampleAgent.Call>>> SESSIONS = sessions();

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

  private static Map<String, List<List<SampleAgent.Call>>> sessions() {
    Map<String, List<List<SampleAgent.Call>>> sessions = new LinkedHashMap<>();
    List<List<SampleAgent.Call>> loop = new ArrayList<>();
    List<List<SampleAgent.Call>> poll = new ArrayList<>();
    List<List<SampleAgent.Call>> cycle = new ArrayList<>();
    List<List<SampleAgent.Call>> healthy = new ArrayList<>();
    List<List<SampleAgent.Call>> variants = new ArrayList<>();
    List<List<SampleAgent.Call>> better = new ArrayList<>();
    List<List<SampleAgent.Call>> parallel = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      loop.add(List.of(call(i, "cat nothere.txt", MISSING, 1)));
      poll.add(List.of(call(i, "git status", "nothing to commit", 0)));
      cycle.add(
          List.of(
              i % 2 == 0 ? call(i, "cat a", "alpha", 0) : call(i, "sh check.sh", "2 failed", 1)));
      healthy.add(List.of(call(i, "sed -n " + i + "p big.txt", "line " + i + " of it", 0)));
      variants.add(List.of(call(i, "tool" + i + " x", "tool" + i + ": command not found", 127)));
      better.add(
          List.of(
              i % 2 == 0
                  ? call(i, "echo " + i + " > fixed", "", 0)
                  : call(i, "sh check.sh", (12 - i) + " failed", 1)));
      parallel.add(
          List.of(
              call(i * 3, "cat a", "alpha", 0),
              call(i * 3 + 1, "cat a", "alpha", 0),
              call(i * 3 + 2, "cat b" + i, "beta " + i, 0)));
    }
    sessions.put("loop", loop);
    sessions.put("poll", poll);
    sessions.put("cycle", cycle);
    sessions.put("healthy", healthy);
    sessions.put("variants", variants);
    sessions.put("better", better);
    sessions.put("parallel", parallel);
    return sessions;
  }

  private static SampleAgent.Call call(int id, String command, String output, int exit) {
    return new SampleAgent.Call("c" + id, command, output, exit);
  }

  static Stream<Arguments> cases() {
    return Stream.of(SampleAgent.values())
        .flatMap(agent -> SESSIONS.keySet().stream().map(name -> Arguments.of(agent, name)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void hooks_find_what_a_scan_of_the_log_finds(SampleAgent agent, String session) {
    List<List<SampleAgent.Call>> rounds = SESSIONS.get(session);
    try (Statute statute = Statute.fromClassPath("statute/charts/observer.yaml")) {
      List<String> scanned = scan(statute, agent, rounds);
      assertThat(hooks(statute, agent, rounds)).isEqualTo(scanned);
      boolean isFine =
          session.equals("healthy")
              || session.equals("better")
              || (session.equals("variants") && agent == SampleAgent.CODEX);
      assertThat(scanned.isEmpty()).isEqualTo(isFine);
    }
  }

  private static List<String> hooks(
      Statute statute, SampleAgent agent, List<List<SampleAgent.Call>> rounds) {
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
      for (List<SampleAgent.Call> round : rounds) {
        Stream.concat(round.stream().map(agent::before), round.stream().map(agent::after))
            .map(payload -> JsonText.write((Map<?, ?>) payload))
            .forEach(
                payload ->
                    assertThat(hooks.answer("observer", agent.vendor, payload).join()).isEmpty());
      }
      assertThat(engine.instance(agent.vendor + ":s").snapshot()).isNotNull();
    }
    return found.findings;
  }

  private static List<String> scan(
      Statute statute, SampleAgent agent, List<List<SampleAgent.Call>> rounds) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < rounds.size(); i++) {
      agent.log(i, rounds.get(i)).forEach(line -> lines.add(JsonText.write((Map<?, ?>) line)));
    }
    String log = lines.stream().collect(Collectors.joining("\n"));
    SessionLog read = SessionLog.read(agent.format, new Source("log", log)).get();
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
