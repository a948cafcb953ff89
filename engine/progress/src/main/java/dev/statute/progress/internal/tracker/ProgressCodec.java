package dev.statute.progress.internal.tracker;

import dev.statute.policy.Action;
import dev.statute.policy.Failure;
import dev.statute.policy.FileChange;
import dev.statute.policy.Message;
import dev.statute.policy.TestRun;
import dev.statute.policy.base.Values;
import dev.statute.policy.spi.ProgressState;
import dev.statute.progress.internal.state.FileHashes;
import dev.statute.progress.internal.state.FileSet;
import dev.statute.progress.internal.state.PhaseBudget;
import dev.statute.progress.internal.state.PhaseState;
import dev.statute.progress.internal.state.TextWindows;
import dev.statute.progress.internal.state.TrackerState;
import dev.statute.progress.internal.table.StoredMap;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Codec of the stored form of progress; the order of its keys never changes. */
public final class ProgressCodec {
  private static final long VERSION = 7;

  private ProgressCodec() {}

  /** Writes the stored form; the cells are a text in Base64. */
  static Map<String, Object> write(
      int[] cells, List<PhaseState> phases, TextWindows texts, FileHashes hashes) {
    ByteBuffer buffer = ByteBuffer.allocate(cells.length * Integer.BYTES);
    buffer.asIntBuffer().put(cells);
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("version", VERSION);
    map.put("cells", Base64.getEncoder().withoutPadding().encodeToString(buffer.array()));
    putRows(map, "phases", phases, ProgressCodec::phase);
    putRows(map, "texts.actions", texts.actions(), ProgressCodec::action);
    putRows(map, "texts.failures", texts.failures(), f -> List.of(f.target(), f.text()));
    putRows(
        map, "texts.messages", texts.messages(), m -> List.of(m.role(), m.text(), m.duplicate()));
    putRows(map, "texts.changes", texts.changes(), c -> List.of(c.path(), c.before(), c.after()));
    putRows(map, "texts.tests", texts.tests(), t -> List.of(t.command(), t.passed()));
    putRows(
        map,
        "files",
        List.copyOf(hashes.byPath().entrySet()),
        f -> List.of(f.getKey(), f.getValue()));
    return map;
  }

  private static <T> void putRows(
      Map<String, Object> map, String name, List<T> entries, Function<T, List<Object>> write) {
    if (!entries.isEmpty()) {
      map.put(name, entries.stream().map(write).toList());
    }
  }

  /**
   * Reads the stored form; an empty one is that of an instance without records.
   *
   * @throws IllegalArgumentException if it is anything else; the message names the wrong part
   */
  public static ProgressState read(Map<String, ?> stored) {
    if (stored.isEmpty()) {
      return TrackedProgress.EMPTY;
    }
    StoredMap in = new StoredMap(Collections.unmodifiableMap(stored));
    long version = in.number("version");
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "a tracker of version " + version + ": this engine reads version " + VERSION);
    }
    TrackerState state = unpack(in.bytes("cells"));
    state.phases = in.list("phases", ProgressCodec::phase);
    state.texts =
        new TextWindows(
            in.list("texts.actions", ProgressCodec::action),
            in.list("texts.failures", f -> new Failure(0, f.text(0), f.text(1))),
            in.list("texts.messages", m -> new Message(0, m.text(0), m.text(1), m.flag(2))),
            in.list("texts.changes", c -> new FileChange(0, c.text(0), c.text(1), c.text(2))),
            in.list("texts.tests", t -> new TestRun(0, t.text(0), t.flag(1))));
    Map<String, String> hashes = new LinkedHashMap<>();
    in.list("files", f -> Map.entry(f.text(0), f.text(1)))
        .forEach(file -> hashes.put(file.getKey(), file.getValue()));
    state.hashes = new FileHashes(hashes);
    return TrackedProgress.of(state);
  }

  private static TrackerState unpack(byte[] bytes) {
    if (bytes.length == 0 || bytes.length % Integer.BYTES != 0) {
      throw new IllegalArgumentException("a tracker cannot have " + bytes.length + " bytes");
    }
    int[] cells = new int[bytes.length / Integer.BYTES];
    ByteBuffer.wrap(bytes).asIntBuffer().get(cells);
    try {
      TrackerState state = TrackerState.unpack(cells);
      state.agents.validate();
      if (!state.files.isSorted()) {
        throw new IllegalArgumentException("a tracker's files are out of order");
      }
      return state;
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("a tracker's cells are cut off", e);
    }
  }

  private static List<Object> phase(PhaseState p) {
    List<Object> row = new ArrayList<>();
    row.add((long) p.number());
    row.add(p.description());
    row.add(p.startedMs());
    row.add(p.expectedMs());
    row.add(p.endedMs());
    row.add(p.success());
    row.add((long) p.filesChanged());
    row.add((long) p.testsPassed());
    row.add(p.blockers());
    List<String> budget = p.budget().texts();
    boolean hasFiles = p.files().keys().length > 0;
    if (!budget.isEmpty() || hasFiles) {
      row.add(budget);
    }
    if (hasFiles) {
      row.add(IntStream.of(p.files().keys()).mapToObj(Integer::toString).toList());
    }
    return row;
  }

  private static PhaseState phase(StoredMap.Row r) {
    return new PhaseState(
        (int) r.number(0),
        r.text(1),
        r.number(2),
        r.number(3),
        r.number(4),
        r.flag(5),
        (int) r.number(6),
        (int) r.number(7),
        r.texts(8),
        PhaseBudget.of(r.cells().size() > 9 ? r.texts(9) : List.of()),
        FileSet.of(
            (r.cells().size() > 10 ? r.texts(10) : List.<String>of())
                .stream().mapToInt(Integer::parseInt).sorted().toArray()));
  }

  private static List<Object> action(Action a) {
    List<Object> row = new ArrayList<>();
    Collections.addAll(
        row,
        a.tool(),
        a.target(),
        a.file(),
        a.command(),
        a.effect(),
        a.key(),
        a.result(),
        a.isNew(),
        a.failed(),
        a.at());
    if (!a.args().all().isEmpty()) {
      row.add(a.args().all());
    }
    return row;
  }

  private static Action action(StoredMap.Row r) {
    return new Action(
        0,
        r.text(0),
        r.text(1),
        r.text(2),
        r.text(3),
        r.text(4),
        r.text(5),
        r.text(6),
        r.flag(7),
        r.flag(8),
        r.number(9),
        Values.of(r.cells().size() > 10 ? r.map(10) : Map.of()));
  }
}
