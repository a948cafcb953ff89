package dev.statute.progress;

import dev.statute.policy.Action;
import dev.statute.policy.Counter;
import dev.statute.policy.Failure;
import dev.statute.policy.FileChange;
import dev.statute.policy.Message;
import dev.statute.policy.TestRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A state as plain maps, and back; the order of keys never changes. */
final class StateMap {
  private StateMap() {}

  static Map<String, Object> write(State state) {
    Plain out = new Plain();
    out.number("records", state.records);
    Map<String, Object> numbers = new LinkedHashMap<>();
    for (Counter counter : Counter.values()) {
      if (state.get(counter) != 0) {
        numbers.put(counter.text(), state.get(counter));
      }
    }
    out.map("counters", numbers);
    out.number("news", state.news);
    out.number("improvements", state.improvements);
    out.rows("actions", state.actions);
    out.rows("failures", state.failures);
    out.rows("messages", state.messages);
    out.rows("files", files(state.files));
    out.list("phases", state.stages, StateMap::stage);
    out.list("texts.actions", state.texts.actions(), StateMap::action);
    out.list("texts.failures", state.texts.failures(), f -> List.of(f.target(), f.text()));
    out.list(
        "texts.messages", state.texts.messages(), m -> List.of(m.role(), m.text(), m.duplicate()));
    out.list("texts.changes", state.texts.changes(), c -> List.of(c.path(), c.before(), c.after()));
    out.list("texts.tests", state.texts.tests(), t -> List.of(t.command(), t.passed()));
    out.rows("findings", state.ledger.open());
    out.rows("cleared", state.ledger.cleared());
    return out.map();
  }

  static State read(Map<String, ?> map) {
    Plain in = new Plain(map);
    State state = new State();
    state.records = in.number("records");
    in.map("counters")
        .forEach(
            (name, value) -> {
              Counter counter = Counter.of(name);
              if (counter == null || !(value instanceof Number number)) {
                throw new IllegalArgumentException("no counter: '" + name + "': " + value);
              }
              state.set(counter, number.longValue());
            });
    state.news = in.number("news");
    state.improvements = in.number("improvements");
    state.actions = in.rows("actions", State.ACTION_WIDTH);
    state.failures = in.rows("failures", State.FAILURE_WIDTH);
    state.messages = in.rows("messages", State.MESSAGE_WIDTH);
    state.files = files(in.rows("files", 1));
    state.stages = in.list("phases", StateMap::stage);
    state.texts =
        new Texts(
            in.list("texts.actions", StateMap::action),
            in.list("texts.failures", f -> new Failure(0, f.text(0), f.text(1))),
            in.list("texts.messages", m -> new Message(0, m.text(0), m.text(1), m.flag(2))),
            in.list("texts.changes", c -> new FileChange(0, c.text(0), c.text(1), c.text(2))),
            in.list("texts.tests", t -> new TestRun(0, t.text(0), t.flag(1))));
    state.ledger = new Ledger(in.rows("findings", Ledger.WIDTH), in.rows("cleared", 1));
    return state;
  }

  /** Two 32-bit keys to a cell; an odd last one stands alone, doubled. */
  private static Rows files(FileSet files) {
    int[] keys = files.keys();
    long[] cells = new long[(keys.length + 1) / 2];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = Key.pair(keys[2 * i], keys[Math.min(2 * i + 1, keys.length - 1)]);
    }
    return new Rows(1, cells);
  }

  private static FileSet files(Rows rows) {
    FileSet files = FileSet.EMPTY;
    for (long cell : rows.cells()) {
      files = files.with(Key.high(cell)).with(Key.low(cell));
    }
    return files;
  }

  private static List<Object> stage(Stage s) {
    return List.of(
        (long) s.number(),
        s.description(),
        s.startedMs(),
        s.expectedMs(),
        s.endedMs(),
        s.success(),
        (long) s.filesChanged(),
        (long) s.testsPassed(),
        s.blockers());
  }

  private static Stage stage(Plain.Row r) {
    return new Stage(
        (int) r.number(0),
        r.text(1),
        r.number(2),
        r.number(3),
        r.number(4),
        r.flag(5),
        (int) r.number(6),
        (int) r.number(7),
        r.texts(8));
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

  private static Action action(Plain.Row r) {
    return new Action(
        0, r.text(0), r.text(1), r.text(2), r.text(3), r.text(4), r.text(5), r.text(6), r.flag(7),
        r.flag(8));
  }
}
