package dev.statute.progress;

import dev.statute.policy.Action;
import dev.statute.policy.Counter;
import dev.statute.policy.Failure;
import dev.statute.policy.FileChange;
import dev.statute.policy.Message;
import dev.statute.policy.Progress;
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
      if (counter.compareTo(Counter.SINCE_NEW) < 0 && state.get(counter) != 0) {
        numbers.put(counter.text(), state.get(counter));
      }
    }
    out.map("counters", numbers);
    out.number("news", state.news);
    out.number("improvements", state.improvements);
    out.rows("actions", state.actions);
    out.rows("failures", state.failures);
    out.rows("messages", state.messages);
    int[] files = state.files.keys();
    out.rows("files", files.length == 0 ? Rows.empty(1) : TrailMap.pack(files));
    out.list("phases", state.stages, StateMap::stage);
    out.list("texts.actions", state.texts.actions(), StateMap::action);
    out.list("texts.failures", state.texts.failures(), f -> List.of(f.target(), f.text()));
    out.list(
        "texts.messages", state.texts.messages(), m -> List.of(m.role(), m.text(), m.duplicate()));
    out.list("texts.changes", state.texts.changes(), c -> List.of(c.path(), c.before(), c.after()));
    out.list("texts.tests", state.texts.tests(), t -> List.of(t.command(), t.passed()));
    out.map("trail", TrailMap.write(state.trail));
    Trail before = state.before;
    if (before != null) {
      out.map("before", TrailMap.write(before));
      out.rows("batch", state.batch);
      out.number("batchKey", state.batchKey);
    }
    out.number("run", state.run);
    Progress.Last last = state.last;
    if (!last.equals(Progress.Last.NONE)) {
      out.list("last", List.of(last), StateMap::last);
    }
    Chant chant = state.chant;
    if (!chant.equals(Chant.NONE)) {
      out.list("chant", List.of(chant), StateMap::chant);
    }
    if (!state.spending.equals(Spending.NONE)) {
      out.list("spending", List.of(state.spending), Spending::row);
    }
    out.rows("noise", state.noise.tools());
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
              if (counter == null
                  || counter.compareTo(Counter.SINCE_NEW) >= 0
                  || !(value instanceof Number number)) {
                throw new IllegalArgumentException("no counter: '" + name + "': " + value);
              }
              state.set(counter, number.longValue());
            });
    state.news = in.number("news");
    state.improvements = in.number("improvements");
    state.actions = in.rows("actions", State.ACTION_WIDTH);
    state.failures = in.rows("failures", State.FAILURE_WIDTH);
    state.messages = in.rows("messages", State.MESSAGE_WIDTH);
    state.files = files(TrailMap.unpack(in.rows("files", 1)));
    state.stages = in.list("phases", StateMap::stage);
    state.texts =
        new Texts(
            in.list("texts.actions", StateMap::action),
            in.list("texts.failures", f -> new Failure(0, f.text(0), f.text(1))),
            in.list("texts.messages", m -> new Message(0, m.text(0), m.text(1), m.flag(2))),
            in.list("texts.changes", c -> new FileChange(0, c.text(0), c.text(1), c.text(2))),
            in.list("texts.tests", t -> new TestRun(0, t.text(0), t.flag(1))));
    state.trail = TrailMap.read(in.map("trail"));
    if (in.number("batchKey") != 0) {
      state.before = TrailMap.read(in.map("before"));
      state.batch = in.rows("batch", Step.WIDTH);
      state.batchKey = (int) in.number("batchKey");
    }
    state.run = (int) in.number("run");
    state.last = in.one("last", StateMap::last, Progress.Last.NONE);
    state.chant = in.one("chant", StateMap::chant, Chant.NONE);
    state.spending = in.one("spending", Spending::of, Spending.NONE);
    state.noise = new Noise(in.rows("noise", Noise.WIDTH));
    state.ledger = new Ledger(in.rows("findings", Ledger.WIDTH), in.rows("cleared", 1));
    return state;
  }

  private static FileSet files(int[] keys) {
    FileSet files = FileSet.EMPTY;
    for (int key : keys) {
      files = files.with(key);
    }
    return files;
  }

  private static List<Object> last(Progress.Last l) {
    return List.of(
        l.tool(), l.file(), l.effect(), l.action(), l.result(), l.error(), l.errorClass());
  }

  private static Progress.Last last(Plain.Row r) {
    return new Progress.Last(
        r.text(0), r.text(1), r.text(2), r.text(3), r.text(4), r.text(5), r.text(6));
  }

  private static List<Object> chant(Chant c) {
    return List.of(
        c.words().encoded(),
        c.live().encoded(),
        c.partial(),
        c.fenced(),
        c.lineStart(),
        c.skipping());
  }

  private static Chant chant(Plain.Row r) {
    return new Chant(
        Rows.decoded(1, r.text(0)),
        Rows.decoded(1, r.text(1)),
        r.text(2),
        r.flag(3),
        r.flag(4),
        r.flag(5));
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
