package dev.statute.runtime;

import dev.statute.problem.Suggest;
import dev.statute.step.Effect;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.InstanceStore.Parent;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Charts that charts invoke. A child is an instance like any other, called {@code
 * <parent>/<invocation>#<run>}; it ends with an answer to its parent, or is forgotten when the
 * parent leaves the state. Thread-safe.
 */
final class Children {
  private final Core core;
  private final Map<String, TimerQueue.Sleeper> deadlines = new ConcurrentHashMap<>();

  Children(Core core) {
    this.core = core;
  }

  static String id(String parent, String invocation, long run) {
    return parent + "/" + invocation + "#" + run;
  }

  void begin(Asker asker, Effect.Invoke invoke, String chart) {
    Interpreter interpreter = core.charts().newest(chart);
    if (interpreter == null) {
      String near = Suggest.nearest(chart, core.charts().names());
      failed(
          asker,
          "no-chart",
          "no chart '"
              + chart
              + "' is registered"
              + (near == null ? "" : "; did you mean '" + near + "'?"),
          "missing");
      return;
    }
    String child = id(asker.instance(), invoke.id(), invoke.run());
    Parent parent = new Parent(asker.instance(), invoke.id(), invoke.run(), asker.key());
    core.put(
        child,
        new Message.Begin(interpreter, invoke.with(), parent, outcome -> begun(asker, outcome)));
    Duration timeout = invoke.timeout();
    if (timeout != null) {
      TimerQueue.Sleeper deadline = new TimerQueue.Sleeper(same -> late(asker, child));
      deadlines.put(child, deadline);
      core.timers().sleep(deadline, core.clock().now().plus(timeout));
    }
  }

  private void begun(Asker asker, Outcome outcome) {
    if (!(outcome instanceof Outcome.Started)) {
      String code = outcome.code();
      failed(
          asker, code == null ? outcome.kind() : code, String.valueOf(outcome.message()), "error");
    }
  }

  private void late(Asker asker, String child) {
    if (forget(child)) {
      failed(asker, "timeout", "no answer in time", "timeout");
    }
  }

  private void failed(Asker asker, String code, String message, String kind) {
    core.put(asker.instance(), asker.failed(Work.End.failed(code, message, kind, 1).failure()));
  }

  /** A child ended: its parent is told. */
  void ended(Parent parent, String child, Snapshot snapshot) {
    quiet(child);
    Map<String, ?> output = snapshot.output();
    Asker asker =
        new Asker(
            parent.instance(),
            parent.key(),
            parent.invocation(),
            parent.run(),
            "invoke." + parent.invocation());
    core.put(parent.instance(), asker.done(Reply.of(output)));
  }

  void cancel(String child) {
    forget(child);
  }

  /** False if it had ended. */
  private boolean forget(String child) {
    boolean waiting = quiet(child);
    core.put(child, new Message.Forget(was -> {}));
    return waiting;
  }

  private boolean quiet(String child) {
    TimerQueue.@Nullable Sleeper deadline = deadlines.remove(child);
    if (deadline == null) {
      return false;
    }
    core.timers().sleep(deadline, null);
    return true;
  }
}
