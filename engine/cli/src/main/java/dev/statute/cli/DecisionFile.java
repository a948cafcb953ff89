package dev.statute.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.statute.json.DecisionLines;
import dev.statute.json.InputLine;
import dev.statute.json.InputLines;
import dev.statute.json.JsonText;
import dev.statute.problem.Place;
import dev.statute.step.Interpreter;
import dev.statute.testkit.Beginning;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A decision log: what each instance was given, so that it can be played again, and what came of
 * it.
 */
final class DecisionFile {
  private static final Set<String> KEYS = Set.of("seq", "revision", "instance", "in", "outcome");

  private final Path file;
  private final Map<String, Recorded> instances = new LinkedHashMap<>();
  private long dropped;

  private DecisionFile(Path file) {
    this.file = file;
  }

  /**
   * A decision as it was logged.
   *
   * @param line of the log
   * @param group the input line that leads to it when it is played again; 0 = the start
   * @param masked what of its input the log hides: paths such as {@code data.user_id}
   */
  record Logged(long seq, int line, int group, Decided decided, List<String> masked) {}

  /**
   * What is known of an instance.
   *
   * @param chart name of its chart
   * @param lost whom it could not reach when it sent something, and heard of it
   * @param reached whom it sent something without hearing so
   */
  record Recorded(
      String chart,
      Beginning beginning,
      List<InputLine> lines,
      List<Logged> decisions,
      Set<String> lost,
      Set<String> reached) {

    /** That interpreter among those whom the instance could reach. */
    Interpreter among(Interpreter interpreter) {
      return lost.isEmpty()
          ? interpreter
          : interpreter.among((from, to) -> !lost.contains(to) || reached.contains(to));
    }

    /** Which of its decisions has this number, from 0. */
    int index(long seq) {
      for (int i = 0; i < decisions.size(); i++) {
        if (decisions.get(i).seq() == seq) {
          return i;
        }
      }
      return -1;
    }
  }

  /** The log, or null if the file is none; told from its first line. */
  static @Nullable DecisionFile read(Path file) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(RecordedFile.open(file), UTF_8))) {
      String text = reader.readLine();
      Map<String, ?> first = text == null ? null : object(text);
      if (first == null || !first.keySet().containsAll(KEYS)) {
        return null;
      }
      DecisionFile log = new DecisionFile(file);
      for (int number = 1; text != null; number++) {
        Map<String, ?> line = object(text);
        if (line == null) {
          throw new WrongUse(file + ":" + number + " is no line of a decision log");
        }
        log.add(number, line);
        text = reader.readLine();
      }
      return log;
    }
  }

  private static @Nullable Map<String, ?> object(String text) {
    try {
      return JsonText.object(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private void add(int number, Map<String, ?> line) {
    if (line.get("dropped") instanceof Long missing) {
      dropped += missing;
      return;
    }
    if (!line.keySet().containsAll(KEYS) || !(line.get("in") instanceof Map<?, ?> in)) {
      throw new WrongUse(file + ":" + number + " is no line of a decision log");
    }
    String instance = String.valueOf(line.get("instance"));
    Instant at = Instant.parse(String.valueOf(line.get("at")));
    if (Boolean.TRUE.equals(in.get("start"))) {
      Recorded begun =
          new Recorded(
              String.valueOf(line.get("chart")),
              new Beginning(instance, texts(in.get("at")), map(in.get("data")), at),
              new ArrayList<>(),
              new ArrayList<>(),
              new HashSet<>(),
              new HashSet<>());
      instances.put(instance, begun);
    }
    Recorded recorded = instances.get(instance);
    if (recorded == null) {
      throw new WrongUse(
          file + ":" + number + ": the start of '" + instance + "' is not in this log");
    }
    boolean starts = Boolean.TRUE.equals(in.get("start"));
    if (!starts && !Boolean.TRUE.equals(line.get("follows"))) {
      recorded.lines().add(given(number, in, at));
    } else if (isLater(recorded, at)) {
      recorded.lines().add(new InputLine.Advance(number, at, Duration.ZERO));
    }
    int size = recorded.lines().size();
    int group = size == 0 ? 0 : recorded.lines().get(size - 1).number();
    long seq = line.get("seq") instanceof Long value ? value : -1;
    List<String> masked = new ArrayList<>();
    masked("", in, masked);
    recorded.decisions().add(new Logged(seq, number, group, Decided.of(line), masked));
    boolean heard =
        maps(line.get("transitions"))
            .anyMatch(taken -> "error.communication".equals(taken.get("event")));
    maps(line.get("effects"))
        .filter(effect -> effect.get("send") != null && effect.get("to") instanceof String)
        .forEach(
            send ->
                (heard ? recorded.lost() : recorded.reached()).add(String.valueOf(send.get("to"))));
  }

  private static void masked(String at, @Nullable Object value, List<String> paths) {
    if (value instanceof Map<?, ?> map) {
      map.forEach((key, each) -> masked(at.isEmpty() ? "" + key : at + "." + key, each, paths));
    } else if (value instanceof List<?> list) {
      list.forEach(each -> masked(at, each, paths));
    } else if (value instanceof String text && text.contains(DecisionLines.MASK)) {
      paths.add(at);
    }
  }

  private static Stream<Map<?, ?>> maps(@Nullable Object list) {
    return list instanceof List<?> all
        ? all.stream().filter(Map.class::isInstance).map(each -> (Map<?, ?>) each)
        : Stream.empty();
  }

  /** What followed by itself later, such as a timer, needs the clock to get there. */
  private static boolean isLater(Recorded recorded, Instant at) {
    int size = recorded.lines().size();
    Instant last = size == 0 ? recorded.beginning().when() : recorded.lines().get(size - 1).at();
    return last == null || at.isAfter(last);
  }

  /** The input line of what a host gave. */
  private InputLine given(int number, Map<?, ?> in, Instant at) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    in.forEach((key, value) -> fields.put(String.valueOf(key), value));
    fields.put("at", at.toString());
    Place place = new Place(file.toString(), number, 1);
    return InputLines.understand(number, fields, key -> place);
  }

  private static Map<String, ?> map(@Nullable Object value) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> given) {
      given.forEach((key, each) -> map.put(String.valueOf(key), each));
    }
    return map;
  }

  private static List<String> texts(@Nullable Object value) {
    return value instanceof List<?> list ? list.stream().map(String::valueOf).toList() : List.of();
  }

  /** The instances in the order they began; of one that began again, its last life. */
  List<Recorded> instances() {
    return List.copyOf(instances.values());
  }

  /** Paths into inputs of which the log hides a value. */
  Set<String> masked() {
    return instances.values().stream()
        .flatMap(instance -> instance.decisions().stream())
        .flatMap(decision -> decision.masked().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** How many decisions are missing. */
  long dropped() {
    return dropped;
  }

  /** The instance that a decision is of. */
  Recorded with(long seq) {
    for (Recorded recorded : instances.values()) {
      if (recorded.index(seq) >= 0) {
        if (dropped > 0) {
          throw new WrongUse(file + " lacks " + dropped + " decisions and cannot be played again");
        }
        return recorded;
      }
    }
    throw new WrongUse("there is no seq " + seq + " in " + file);
  }
}
