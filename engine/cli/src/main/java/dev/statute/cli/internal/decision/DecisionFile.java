package dev.statute.cli.internal.decision;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.input.RecordedFile;
import dev.statute.json.DecisionLines;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.json.JsonText;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.session.StartOptions;
import dev.statute.step.Interpreter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decision log: the inputs of each instance, for a replay, and their results. */
public final class DecisionFile {
  private static final Set<String> KEYS = Set.of("seq", "revision", "instance", "in", "outcome");

  private final Path file;
  private final Map<String, RecordedInstance> instances = new LinkedHashMap<>();

  /**
   * Instances without a logged start, as after a rotation of the log: number of one of their
   * decisions.
   */
  private final Map<Long, String> instancesWithoutStart = new LinkedHashMap<>();

  private final ProblemCollector problems = new ProblemCollector();
  private long dropped;

  /** First line with missing decisions. */
  private int firstGapLine = Integer.MAX_VALUE;

  /** Last line that says itself that decisions are missing. */
  private int lastGapLine;

  private final List<String> unexplainedGaps = new ArrayList<>();

  private DecisionFile(Path file) {
    this.file = file;
  }

  /**
   * Logged decision.
   *
   * @param revision of the chart and rules that decided
   * @param line of the log
   * @param group the input line that causes it in a replay; 0 = the start
   * @param masked paths of hidden values in its input, such as {@code data.user_id}
   */
  record LoggedDecision(
      long seq,
      String revision,
      int line,
      int group,
      DecisionSummary decided,
      List<String> masked) {}

  /**
   * Recorded instance.
   *
   * @param chart name of its chart
   * @param lostDecisions targets that it sent something to and that were reported as unreachable
   * @param reachedStates targets that it sent something to without such a report
   */
  public record RecordedInstance(
      String chart,
      StartOptions beginning,
      List<InputLine> lines,
      List<LoggedDecision> decisions,
      Set<String> lostDecisions,
      Set<String> reachedStates) {

    /** Limits the interpreter to the targets that the instance could reach. */
    public Interpreter restrict(Interpreter interpreter) {
      return lostDecisions.isEmpty()
          ? interpreter
          : interpreter.withRecipients(
              (from, to) -> !lostDecisions.contains(to) || reachedStates.contains(to));
    }

    /** Index of the decision with this number, from 0. */
    public int indexOf(long seq) {
      for (int i = 0; i < decisions.size(); i++) {
        if (decisions.get(i).seq() == seq) {
          return i;
        }
      }
      return -1;
    }
  }

  /** Reads a log; blank lines are none. Returns null if the first line is not of a decision log. */
  public static @Nullable DecisionFile read(Path file) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(RecordedFile.open(file), UTF_8))) {
      DecisionFile log = null;
      int number = 0;
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        number++;
        if (text.isBlank()) {
          continue;
        }
        if (log == null && !isDecisionLog(JsonText.object(text, file.toString(), 1).value())) {
          return null;
        }
        log = log == null ? new DecisionFile(file) : log;
        log.add(number, text);
      }
      return log;
    }
  }

  private static boolean isDecisionLog(@Nullable Map<String, ?> line) {
    return line != null
        && (line.keySet().containsAll(KEYS) || line.keySet().equals(Set.of("dropped")));
  }

  /** Adds a line; one that cannot be parsed counts as a missing decision. */
  private void add(int number, String text) {
    Map<String, ?> line = JsonText.object(text, file.toString(), number).getOrReport(problems);
    if (line == null) {
      addGap(number, 1);
    } else if (line.get("dropped") instanceof Long count) {
      addGap(number, count);
    } else if (isDecisionLog(line) && line.get("in") instanceof Map<?, ?> in) {
      add(number, line, in);
    } else {
      addUnreadable(number, "this is no line of a decision log");
    }
  }

  private void addGap(int number, long count) {
    dropped += count;
    firstGapLine = Math.min(firstGapLine, number);
    lastGapLine = number;
  }

  /**
   * Adds a gap where a decision begins in other states than those in which the one before it ended.
   * A migration moves an instance without a decision, to a chart of another revision.
   */
  private void checkContinuity(RecordedInstance recorded, LoggedDecision next) {
    if (recorded.decisions().isEmpty()) {
      return;
    }
    LoggedDecision last = recorded.decisions().get(recorded.decisions().size() - 1);
    if (last.line() > lastGapLine
        && last.revision().equals(next.revision())
        && !last.decided().to().equals(next.decided().from())) {
      firstGapLine = Math.min(firstGapLine, next.line() - 1);
      unexplainedGaps.add(
          "decisions of '%s' are missing before line %d, which begins in %s and not in %s"
              .formatted(
                  recorded.beginning().id(),
                  next.line(),
                  String.join(", ", next.decided().from()),
                  String.join(", ", last.decided().to())));
    }
  }

  private void addUnreadable(int number, String message) {
    addGap(number, 1);
    Place place = new Place(file.toString(), number, 1);
    problems.add(Problem.error("L114", place, message, "restore the line, or remove it"));
  }

  private void add(int number, Map<String, ?> line, Map<?, ?> in) {
    String instance = String.valueOf(line.get("instance"));
    Instant at = asInstant(line.get("at"));
    if (at == null) {
      addUnreadable(number, "'at' must be a time, not " + JsonText.write(line.get("at")));
      return;
    }
    boolean starts = Boolean.TRUE.equals(in.get("start"));
    if (starts) {
      RecordedInstance started =
          new RecordedInstance(
              String.valueOf(line.get("chart")),
              new StartOptions(
                  instance, DecisionSummary.texts(in.get("at")), asMap(in.get("data")), at),
              new ArrayList<>(),
              new ArrayList<>(),
              new HashSet<>(),
              new HashSet<>());
      instances.put(instance, started);
    }
    RecordedInstance recorded = instances.get(instance);
    long seq = line.get("seq") instanceof Long value ? value : -1;
    if (recorded == null) {
      instancesWithoutStart.put(seq, instance);
      return;
    }
    if (!starts && !Boolean.TRUE.equals(line.get("follows"))) {
      InputLine given = inputLine(number, in, at);
      if (given instanceof InputLine.Unreadable unreadable) {
        problems.add(unreadable.problem());
        addGap(number, 1);
        return;
      }
      recorded.lines().add(given);
    } else if (advancesClock(recorded, at)) {
      recorded.lines().add(new InputLine.Advance(number, at, Duration.ZERO));
    }
    int size = recorded.lines().size();
    int group = size == 0 ? 0 : recorded.lines().get(size - 1).number();
    List<String> masked = new ArrayList<>();
    collectMasked("", in, masked);
    String revision = String.valueOf(line.get("revision"));
    LoggedDecision logged =
        new LoggedDecision(seq, revision, number, group, DecisionSummary.of(line), masked);
    checkContinuity(recorded, logged);
    recorded.decisions().add(logged);
    boolean isReported =
        DecisionSummary.maps(line.get("transitions")).stream()
            .anyMatch(taken -> "error.communication".equals(taken.get("event")));
    DecisionSummary.maps(line.get("effects")).stream()
        .filter(effect -> effect.get("send") != null && effect.get("to") instanceof String)
        .forEach(
            send ->
                (isReported ? recorded.lostDecisions() : recorded.reachedStates())
                    .add(String.valueOf(send.get("to"))));
  }

  private static void collectMasked(String at, @Nullable Object value, List<String> paths) {
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (key, each) -> collectMasked(at.isEmpty() ? "" + key : at + "." + key, each, paths));
    } else if (value instanceof List<?> list) {
      list.forEach(each -> collectMasked(at, each, paths));
    } else if (value instanceof String text && text.contains(DecisionLines.MASK)) {
      paths.add(at);
    }
  }

  /** Tests for a later consequence, such as a timer, to which a replay must advance the clock. */
  private static boolean advancesClock(RecordedInstance recorded, Instant at) {
    int size = recorded.lines().size();
    Instant last = size == 0 ? recorded.beginning().when() : recorded.lines().get(size - 1).at();
    return last == null || at.isAfter(last);
  }

  /** Creates the input line of a host's input. */
  private InputLine inputLine(int number, Map<?, ?> in, Instant at) {
    Map<String, @Nullable Object> fields = asMap(in);
    fields.put("at", at.toString());
    Place place = new Place(file.toString(), number, 1);
    return InputLines.parse(number, fields, key -> place);
  }

  private static @Nullable Instant asInstant(@Nullable Object value) {
    try {
      return Instant.parse(String.valueOf(value));
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  private static Map<String, @Nullable Object> asMap(@Nullable Object value) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> given) {
      given.forEach((key, each) -> map.put(String.valueOf(key), each));
    }
    return map;
  }

  /** Instances in the order of their starts; of a respawned one, its last life. */
  List<RecordedInstance> instances() {
    return List.copyOf(instances.values());
  }

  /** Paths of hidden values in inputs. */
  Set<String> collectMasked() {
    return instances.values().stream()
        .flatMap(instance -> instance.decisions().stream())
        .flatMap(decision -> decision.masked().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Number of missing decisions. */
  long dropped() {
    return dropped;
  }

  /** Descriptions of places where decisions are missing and no line says so. */
  List<String> unexplainedGaps() {
    return unexplainedGaps;
  }

  /** Problems of unreadable lines; each is a missing decision. */
  public List<Problem> problems() {
    return problems.sorted();
  }

  /** Instances that started before the log, which cannot be replayed. */
  Set<String> instancesWithoutStart() {
    return new LinkedHashSet<>(instancesWithoutStart.values());
  }

  /** Finds the instance of a decision. */
  public RecordedInstance findInstance(long seq) {
    for (RecordedInstance recorded : instances.values()) {
      int index = recorded.indexOf(seq);
      if (index >= 0) {
        if (recorded.decisions().get(index).line() > firstGapLine) {
          throw new UsageException(
              "seq "
                  + seq
                  + " cannot be played again, as decisions before it are missing in "
                  + file
                  + " (line "
                  + firstGapLine
                  + ")");
        }
        return recorded;
      }
    }
    String instance = instancesWithoutStart.get(seq);
    throw new UsageException(
        instance == null
            ? "there is no seq " + seq + " in " + file
            : "seq "
                + seq
                + " cannot be played again, as the start of '"
                + instance
                + "' is not in "
                + file);
  }
}
