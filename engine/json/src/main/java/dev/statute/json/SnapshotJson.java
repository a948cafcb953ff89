package dev.statute.json;

import dev.statute.json.internal.JsonReader;
import dev.statute.json.internal.JsonReader.JsonMember;
import dev.statute.json.internal.JsonSyntaxError;
import dev.statute.json.internal.JsonWriter;
import dev.statute.problem.Loaded;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.Source;
import dev.statute.step.Chart;
import dev.statute.step.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots as JSON, one object on one line: the same snapshot always gives the same text, and
 * reading and writing again preserves the text. Thread-safe.
 */
public final class SnapshotJson {
  private static final long FORMAT = 1;

  private SnapshotJson() {}

  public static String write(Snapshot snapshot) {
    return new JsonWriter().value(snapshot.toMap()).toString();
  }

  /** Reads a snapshot of this chart, or reports the problems with their places. */
  public static Loaded<Snapshot> read(Source source, Chart chart) {
    return read(source, hash -> chart);
  }

  /**
   * Reads a snapshot of one of several charts.
   *
   * @param charts finds the chart of a content hash, or null
   */
  public static Loaded<Snapshot> read(Source source, Function<String, @Nullable Chart> charts) {
    try {
      return new Loaded<>(
          read(JsonReader.object(source.content(), JsonReader.MAX_STORED_DEPTH), charts),
          List.of());
    } catch (JsonSyntaxError fault) {
      boolean ours = fault.code().startsWith("L2");
      return new Loaded<>(
          null,
          List.of(
              Problem.error(
                  ours ? fault.code() : "L201",
                  new Place(source.file(), fault.line(), fault.column()),
                  ours ? fault.message() : "this is no snapshot: " + fault.message(),
                  fault.fix())));
    }
  }

  private static Snapshot read(
      Map<String, JsonMember> members, Function<String, @Nullable Chart> charts)
      throws JsonSyntaxError {
    Object format = requireMember(members, "format").value();
    if (!Long.valueOf(FORMAT).equals(format)) {
      throw requireMember(members, "format")
          .fault(
              "L202",
              "the snapshot is in format " + format + "; this engine reads format " + FORMAT,
              "use an engine at least as new as the one that wrote it");
    }
    String name = requireText(members, "chart");
    String hash = requireText(members, "hash");
    Object version = requireMember(members, "version").value();
    Chart chart = charts.apply(hash);
    if (chart == null || !chart.hash().equals(hash)) {
      throw requireMember(members, "hash")
          .fault(
              "L203",
              "the snapshot is of chart '"
                  + name
                  + "' version "
                  + version
                  + " ("
                  + hash
                  + "), "
                  + (chart == null
                      ? "which is not known here"
                      : "not of '"
                          + chart.name()
                          + "' version "
                          + chart.version()
                          + " ("
                          + chart.hash()
                          + ")"),
              "give the chart that the instance was started with");
    }
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    members.forEach((key, member) -> all.put(key, member.value()));
    try {
      return Snapshot.fromMap(chart, all);
    } catch (RuntimeException e) {
      throw new JsonSyntaxError(
          "L201",
          "this is no snapshot of chart '" + name + "': " + e.getMessage(),
          "restore it from a backup");
    }
  }

  private static JsonMember requireMember(Map<String, JsonMember> members, String name)
      throws JsonSyntaxError {
    JsonMember member = members.get(name);
    if (member == null) {
      throw new JsonSyntaxError(
          "L201",
          "this is no snapshot: it has no '" + name + "'",
          "give what SnapshotJson wrote, whole");
    }
    return member;
  }

  private static String requireText(Map<String, JsonMember> members, String name)
      throws JsonSyntaxError {
    JsonMember member = requireMember(members, name);
    if (member.value() instanceof String text) {
      return text;
    }
    throw member.fault(
        "L201", "this is no snapshot: '" + name + "' is no text", "restore it from a backup");
  }
}
