package dev.statute.progress;

import dev.statute.policy.Action;
import dev.statute.policy.Counter;
import dev.statute.policy.Failure;
import dev.statute.policy.FileChange;
import dev.statute.policy.Message;
import dev.statute.policy.TestRun;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A tracker as a plain map, and back; the order of keys never changes. */
final class TrackerMap {
  private static final int VERSION = 2;

  private TrackerMap() {}

  static Map<String, Object> write(int[] cells, List<PhaseState> stages, TextWindows texts) {
    MapCodec out = new MapCodec();
    out.number("version", VERSION);
    ByteBuffer bytes = ByteBuffer.allocate(cells.length * Integer.BYTES);
    bytes.asIntBuffer().put(cells);
    out.text("cells", Base64.getEncoder().withoutPadding().encodeToString(bytes.array()));
    out.list("phases", stages, TrackerMap::stage);
    out.list("texts.actions", texts.actions(), TrackerMap::action);
    out.list("texts.failures", texts.failures(), f -> List.of(f.target(), f.text()));
    out.list("texts.messages", texts.messages(), m -> List.of(m.role(), m.text(), m.duplicate()));
    out.list("texts.changes", texts.changes(), c -> List.of(c.path(), c.before(), c.after()));
    out.list("texts.tests", texts.tests(), t -> List.of(t.command(), t.passed()));
    return out.map();
  }

  static TrackerState read(Map<String, ?> map) {
    MapCodec in = new MapCodec(map);
    long version = in.number("version");
    if (version > VERSION) {
      throw new IllegalArgumentException(
          "a tracker of version " + version + ": this engine reads up to " + VERSION);
    }
    TrackerState state = version == 0 ? counters(in) : state(in.text("cells"));
    state.stages = in.list("phases", TrackerMap::stage);
    TextWindows texts =
        new TextWindows(
            in.list("texts.actions", TrackerMap::action),
            in.list("texts.failures", f -> new Failure(0, f.text(0), f.text(1))),
            in.list("texts.messages", m -> new Message(0, m.text(0), m.text(1), m.flag(2))),
            in.list("texts.changes", c -> new FileChange(0, c.text(0), c.text(1), c.text(2))),
            in.list("texts.tests", t -> new TestRun(0, t.text(0), t.flag(1))));
    state.texts = texts.equals(TextWindows.EMPTY) ? TextWindows.EMPTY : texts;
    return state;
  }

  private static TrackerState state(String text) {
    byte[] bytes = Base64.getDecoder().decode(text);
    if (bytes.length == 0 || bytes.length % Integer.BYTES != 0) {
      throw new IllegalArgumentException("a tracker cannot have " + bytes.length + " bytes");
    }
    int[] cells = new int[bytes.length / Integer.BYTES];
    ByteBuffer.wrap(bytes).asIntBuffer().get(cells);
    try {
      TrackerState state = TrackerPacking.unpack(cells);
      state.agents.lookAll();
      if (!state.files.rises()) {
        throw new IllegalArgumentException("a tracker's files are out of order");
      }
      return state;
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("a tracker's cells are cut off", e);
    }
  }

  /** What was written before there were versions had windows of another kind. */
  private static TrackerState counters(MapCodec in) {
    TrackerState state = new TrackerState();
    state.records = in.number("records");
    in.map("counters")
        .forEach(
            (name, value) -> {
              Counter counter = Counter.of(name);
              if (counter == null
                  || counter.compareTo(Counter.SINCE_NEW) >= 0
                  || !(value instanceof Number number)) {
                throw new IllegalArgumentException("no counter: '" + name + "': " + value);
              }
              state.set(counter, number.longValue());
            });
    return state;
  }

  private static List<Object> stage(PhaseState s) {
    List<Object> row = new ArrayList<>();
    row.add((long) s.number());
    row.add(s.description());
    row.add(s.startedMs());
    row.add(s.expectedMs());
    row.add(s.endedMs());
    row.add(s.success());
    row.add((long) s.filesChanged());
    row.add((long) s.testsPassed());
    row.add(s.blockers());
    List<String> allowance = s.allowance().texts();
    if (!allowance.isEmpty()) {
      row.add(allowance); // which older trackers do not have
    }
    return row;
  }

  private static PhaseState stage(MapCodec.Row r) {
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
        PhaseBudget.of(r.size() > 9 ? r.texts(9) : List.of()));
  }

  private static List<Object> action(Action a) {
    return List.of(
        a.tool(),
        a.target(),
        a.file(),
        a.command(),
        a.effect(),
        a.key(),
        a.result(),
        a.isNew(),
        a.failed());
  }

  private static Action action(MapCodec.Row r) {
    return new Action(
        0, r.text(0), r.text(1), r.text(2), r.text(3), r.text(4), r.text(5), r.text(6), r.flag(7),
        r.flag(8));
  }
}
