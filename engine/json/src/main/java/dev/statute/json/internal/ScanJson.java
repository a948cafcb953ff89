package dev.statute.json.internal;

import dev.statute.json.ScannedSession;
import dev.statute.problem.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Output lines of {@code scan}. */
public final class ScanJson {
  private static final List<String> LEVELS = List.of("hint", "recover", "stop");
  private static final List<String> KINDS =
      List.of(
          "started",
          "taken",
          "recorded",
          "ignored",
          "blocked",
          "denied",
          "deferred",
          "rejected",
          "duplicate",
          "failed",
          "advanced",
          "answered",
          "unreadable");

  private ScanJson() {}

  public static String session(ScannedSession session) {
    JsonWriter out = new JsonWriter();
    out.open().put("session", session.session()).put("lines", session.lines());
    putCounts(out, session.counts()).key("findings").openList();
    for (ScannedSession.ScanFinding at : session.findings()) {
      out.open().put("pattern", at.pattern()).put("level", at.level()).put("line", at.line());
      out.put("count", at.count()).put("reason", at.reason());
      out.put("identity", at.identity()).put("rule", at.rule());
      out.putIfAny("spent", at.spent()).putIfAny("saved", at.saved()).close();
    }
    out.closeList().key("first").open();
    LEVELS.forEach(level -> out.put(level, firstLine(session, level)));
    out.close().put("configuration", session.configuration());
    out.put("outcomes", ordered(session.outcomes()));
    if (!session.format().equals("statute")) {
      out.put("format", session.format());
    }
    return out.putIfAny("unread", session.unread().stream().map(ScanJson::problemMap).toList())
        .close()
        .toString();
  }

  private static JsonWriter putCounts(JsonWriter out, ScannedSession.CallCounts counts) {
    return out.put("calls", counts.calls())
        .put("results", counts.results())
        .put("failures", counts.failures())
        .put("not_read", counts.notRead());
  }

  public static String total(List<ScannedSession> sessions) {
    long lines = 0;
    int stuck = 0;
    ScannedSession.CallCounts counts = ScannedSession.CallCounts.NONE;
    Map<String, Integer> levels = new LinkedHashMap<>();
    LEVELS.forEach(level -> levels.put(level, 0));
    Map<String, Integer> patterns = new TreeMap<>();
    Map<String, Integer> outcomes = new LinkedHashMap<>();
    for (ScannedSession session : sessions) {
      lines += session.lines();
      counts = counts.plus(session.counts());
      stuck += session.findings().isEmpty() ? 0 : 1;
      for (ScannedSession.ScanFinding at : session.findings()) {
        levels.merge(at.level(), 1, Integer::sum);
        patterns.merge(at.pattern(), 1, Integer::sum);
      }
      session.outcomes().forEach((kind, count) -> outcomes.merge(kind, count, Integer::sum));
    }
    JsonWriter out = new JsonWriter();
    out.open().key("total").open().put("sessions", sessions.size()).put("lines", lines);
    putCounts(out, counts).put("stuck", stuck).put("findings", levels).put("patterns", patterns);
    out.put("outcomes", ordered(outcomes));
    long unread = sessions.stream().filter(session -> !session.unread().isEmpty()).count();
    return (unread == 0 ? out : out.put("unread", unread)).close().close().toString();
  }

  private static Map<String, Object> problemMap(Problem problem) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("code", problem.code());
    map.put("place", problem.place().toString());
    map.put("message", problem.message());
    return map;
  }

  private static @Nullable Integer firstLine(ScannedSession session, String level) {
    return session.findings().stream()
        .filter(at -> at.level().equals(level))
        .map(ScannedSession.ScanFinding::line)
        .findFirst()
        .orElse(null);
  }

  /** Sorts the known kinds, so that the line does not depend on the order of occurrence. */
  private static Map<String, Integer> ordered(Map<String, Integer> outcomes) {
    Map<String, Integer> ordered = new LinkedHashMap<>();
    List<String> kinds = new ArrayList<>(KINDS);
    outcomes.keySet().stream().filter(kind -> !KINDS.contains(kind)).sorted().forEach(kinds::add);
    for (String kind : kinds) {
      if (outcomes.containsKey(kind)) {
        ordered.put(kind, Objects.requireNonNull(outcomes.get(kind)));
      }
    }
    return ordered;
  }
}
