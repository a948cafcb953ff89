package dev.statute.server.internal.journal;

import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.json.JsonText;
import dev.statute.json.OutputLines;
import dev.statute.problem.Place;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.session.StartOptions;
import dev.statute.step.ExplainedStep;
import dev.statute.step.Interpreter;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replay of a decision log up to one step. The interpreter is a pure function, so that the same
 * inputs at the same instants give the same steps, now with explanations and the snapshot after the
 * step. Immutable.
 */
public final class StepReplay {
  private final List<ReplayLine> lines;
  private final StartOptions start;
  private final Set<String> unreachable;

  /**
   * Line of the log.
   *
   * @param input what is played for it; null = it follows from the line before
   */
  private record ReplayLine(long seq, Map<String, ?> logged, @Nullable InputLine input) {}

  /**
   * Step of a replay.
   *
   * @param logged the line of the log
   * @param explained the step with what every rule concluded
   * @param json the object of {@code explain --output json}
   */
  public record ReplayedStep(
      long seq, Map<String, ?> logged, Instant at, ExplainedStep explained, String json) {
    /** Snapshot after the step. */
    public Snapshot snapshot() {
      return explained.step().snapshot();
    }

    /** Tests whether the replay came to the logged outcome and states. */
    public boolean isReproduced() {
      Step step = explained.step();
      return step.outcome().kind().equals(logged.get("outcome"))
          && step.outcome().configuration().equals(logged.get("to"));
    }
  }

  private StepReplay(List<ReplayLine> lines, StartOptions start, Set<String> unreachable) {
    this.lines = lines;
    this.start = start;
    this.unreachable = unreachable;
  }

  /**
   * Reads a log up to a step.
   *
   * @return null if the log lacks the start or a step before, so that it cannot be replayed
   */
  public static @Nullable StepReplay of(List<String> log, long seq) {
    List<ReplayLine> lines = new ArrayList<>();
    Set<String> unreachable = new HashSet<>();
    Set<String> reached = new HashSet<>();
    StartOptions start = null;
    Instant last = Instant.MIN;
    for (int i = 0; i < log.size(); i++) {
      Map<String, @Nullable Object> line = JsonText.object(log.get(i), "log", i + 1).value();
      if (line == null || !(line.get("seq") instanceof Long number)) {
        return null;
      }
      Instant at = Instant.parse(String.valueOf(line.get("at")));
      Map<?, ?> in = line.get("in") instanceof Map<?, ?> map ? map : Map.of();
      if (Boolean.TRUE.equals(in.get("start"))) {
        start = start(line, in, at);
        lines.add(new ReplayLine(number, line, null));
      } else if (start == null) {
        return null;
      } else {
        lines.add(new ReplayLine(number, line, input(i + 1, line, in, at, last)));
      }
      last = at;
      collectRecipients(line, unreachable, reached);
      if (number == seq) {
        unreachable.removeAll(reached);
        return new StepReplay(lines, start, unreachable);
      }
    }
    return null;
  }

  /** Returns the start that a line describes. */
  static StartOptions start(Map<String, ?> line, Map<?, ?> in, Instant at) {
    return new StartOptions(
        String.valueOf(line.get("instance")), texts(in.get("at")), map(in.get("data")), at);
  }

  /** Returns the input of a line; of what followed by itself, the passing of time if any. */
  static @Nullable InputLine input(
      int number, Map<String, ?> line, Map<?, ?> in, Instant at, Instant last) {
    if (Boolean.TRUE.equals(line.get("follows"))) {
      return at.isAfter(last) ? new InputLine.Advance(number, at, Duration.ZERO) : null;
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>(map(in));
    fields.put("at", at.toString());
    return InputLines.parse(number, fields, key -> new Place("log", number, 1));
  }

  /** Collects the recipients that the instance could not reach when it sent something. */
  private static void collectRecipients(
      Map<String, ?> line, Set<String> unreachable, Set<String> reached) {
    boolean failed =
        maps(line.get("transitions")).stream()
            .anyMatch(each -> "error.communication".equals(each.get("event")));
    for (Map<?, ?> effect : maps(line.get("effects"))) {
      if (effect.get("send") != null && effect.get("to") instanceof String to) {
        (failed ? unreachable : reached).add(to);
      }
    }
  }

  /** Replays the log with a chart and its rules; null if the replay has fewer steps. */
  public @Nullable ReplayedStep run(Interpreter given) {
    Interpreter interpreter =
        unreachable.isEmpty()
            ? given
            : given.withRecipients((from, to) -> !unreachable.contains(to));
    ReplayLine wanted = lines.get(lines.size() - 1);
    int last = lines.size() - 1;
    while (last > 0 && lines.get(last).input() == null) {
      last--;
    }
    OutputLines numbered = new OutputLines();
    StepWitness witness = new StepWitness(lines.size() - 1, numbered);
    SessionListener listener =
        SessionListener.all(SessionListener.json(numbered, unused -> {}), witness);
    ChartSession session =
        last == 0
            ? ChartSession.startExplained(interpreter, start, listener)
            : ChartSession.start(interpreter, start, listener);
    session.withoutDeadlines();
    for (int i = 1; i <= last; i++) {
      InputLine input = lines.get(i).input();
      if (input != null) {
        session.explain(i == last);
        session.play(input);
      }
    }
    return witness.explained == null
        ? null
        : new ReplayedStep(
            wanted.seq(), wanted.logged(), witness.at, witness.explained, witness.json);
  }

  /** Listener that keeps the step with this number; steps alone are counted. */
  private static final class StepWitness implements SessionListener {
    private final long wanted;
    private final OutputLines numbered;
    private long next;
    private @Nullable ExplainedStep explained;
    private Instant at = Instant.EPOCH;
    private String json = "";

    StepWitness(long wanted, OutputLines numbered) {
      this.wanted = wanted;
      this.numbered = numbered;
    }

    @Override
    public void explained(int line, Instant when, ExplainedStep step) {
      if (next == wanted) {
        explained = step;
        at = when;
        json = numbered.explained(line, when, step);
      }
    }

    @Override
    public void step(int line, Instant when, Step step) {
      next++;
    }
  }

  private static List<Map<?, ?>> maps(@Nullable Object list) {
    List<Map<?, ?>> all = new ArrayList<>();
    for (Object each : list instanceof List<?> items ? items : List.of()) {
      if (each instanceof Map<?, ?> map) {
        all.add(map);
      }
    }
    return all;
  }

  private static List<String> texts(@Nullable Object list) {
    return list instanceof List<?> items ? items.stream().map(String::valueOf).toList() : List.of();
  }

  static Map<String, @Nullable Object> map(@Nullable Object value) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> given) {
      given.forEach((key, each) -> map.put(String.valueOf(key), each));
    }
    return map;
  }
}
