package dev.statute.runtime;

import dev.statute.step.Cause;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.Trace;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Committed;
import dev.statute.store.InstanceStore.Parent;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One instance at work: takes messages one by one, has the interpreter make the steps, commits
 * them, and only then lets anybody know or act. The store is the truth; what is remembered here is
 * what was last committed, and is dropped when a commit is lost or fails. Its fields are touched
 * only while handling a message; what others may look at is volatile.
 */
final class Cell implements Mailbox.Handler<Message> {
  private static final Logger LOG = LoggerFactory.getLogger(Cell.class);
  private static final Set<String> NOTHING = Set.of();

  private final String id;
  private final Core core;
  private final Mailbox<Message> mailbox;
  private final EventLog events;
  private final AtomicBoolean woken = new AtomicBoolean();
  private final TimerQueue.Sleeper sleeper = new TimerQueue.Sleeper(same -> wake());
  private boolean loaded;
  private long began;
  private long epoch;
  private long revision;
  private @Nullable Parent parent;
  private volatile @Nullable Interpreter interpreter;
  private volatile @Nullable Snapshot snapshot;

  Cell(String id, Core core) {
    this.id = id;
    this.core = core;
    this.mailbox = new Mailbox<>(core.executor(), core.capacity(), this);
    this.events = new EventLog(core.kept());
  }

  String id() {
    return id;
  }

  Mailbox<Message> mailbox() {
    return mailbox;
  }

  EventLog events() {
    return events;
  }

  /** As last committed; null if there is none, or it is not read yet. */
  @Nullable Snapshot snapshot() {
    return snapshot;
  }

  @Nullable Interpreter interpreter() {
    return interpreter;
  }

  @Nullable Parent parent() {
    return parent;
  }

  /** Something is due. However often it is said, one message says it. */
  void wake() {
    if (woken.compareAndSet(false, true)) {
      mailbox.put(new Message.Wake());
    }
  }

  @Override
  public @Nullable CompletionStage<?> handle(Message message) {
    if (message instanceof Message.Wake) {
      woken.set(false);
    }
    if (core.isStopped()) {
      refused(message);
      return null;
    }
    try {
      load();
    } catch (RuntimeException e) {
      LOG.error("cannot read instance {}", id, e);
      refuse(message, "store", "the instance cannot be read: " + e.getMessage());
      leave();
      return null;
    }
    began = System.nanoTime();
    if (message instanceof Message.Given given) {
      return given(given);
    }
    if (message instanceof Message.Answer answer) {
      return answer(answer);
    }
    if (message instanceof Message.Wake) {
      return due();
    }
    if (message instanceof Message.Begin begin) {
      return begin(begin);
    }
    if (message instanceof Message.Restore restore) {
      return restore(restore);
    }
    if (message instanceof Message.Forget forget) {
      forget(forget);
      return null;
    }
    throw new IllegalArgumentException("no handling of " + message);
  }

  @Override
  public void refused(Message message) {
    refuse(message, "stopped", "the engine is closed");
  }

  private void refuse(Message message, String code, String text) {
    Snapshot now = snapshot;
    Outcome outcome =
        new Outcome.Rejected(now == null ? List.of() : now.configuration(), code, text);
    if (message instanceof Message.Given given) {
      given.outcome().accept(outcome);
    } else if (message instanceof Message.Begin begin) {
      begin.outcome().accept(outcome);
    } else if (message instanceof Message.Restore restore) {
      restore.outcome().accept(outcome);
    } else if (message instanceof Message.Forget forget) {
      forget.done().accept(false);
    }
  }

  private void load() {
    if (loaded) {
      return;
    }
    Claim claim = core.store().claim(id, core.worker(), core.clock().now(), core.charts()::chart);
    if (claim instanceof Claim.Absent absent) {
      loaded = true;
      epoch = absent.epoch();
      revision = absent.revision();
      parent = null;
      snapshot = null;
      interpreter = null;
      events.startAfter(absent.events());
      return;
    }
    if (!(claim instanceof Claim.Taken taken)) {
      throw new StoreException("busy", "instance '" + id + "' cannot be had: " + claim, null);
    }
    Stored stored = taken.stored();
    loaded = true;
    epoch = stored.epoch();
    revision = stored.revision();
    parent = stored.parent();
    String hash = stored.snapshot().chart().hash();
    Interpreter known = core.charts().of(hash);
    if (known == null) {
      loaded = false;
      throw new StoreException(
          "unknown-chart",
          "instance '"
              + id
              + "' runs "
              + stored.snapshot().chart()
              + " ("
              + hash
              + "), which is not registered",
          null);
    }
    interpreter = known;
    snapshot = under(known, stored.snapshot());
    events.startAfter(stored.events());
    core.timers().sleep(sleeper, stored.snapshot().due());
    core.effects().again(this, stored.pending());
  }

  /** The snapshot as one of this interpreter's own chart, which may be another copy of the same. */
  static Snapshot under(Interpreter known, Snapshot stored) {
    return stored.chart() == known.chart()
        ? stored
        : Snapshot.fromMap(known.chart(), stored.toMap());
  }

  private @Nullable CompletionStage<?> given(Message.Given given) {
    Snapshot now = snapshot;
    Interpreter by = interpreter;
    if (now == null || by == null) {
      refuse(given, "no-instance", "there is no instance '" + id + "'");
      leave();
      return null;
    }
    Instant at = core.clock().now();
    List<Step> steps;
    try {
      steps = by.handle(now, given.input(), at);
    } catch (RuntimeException | StackOverflowError e) {
      given.outcome().accept(broken(now, e));
      return null;
    }
    Outcome outcome = outcome(steps, now);
    return commit(steps, at, NOTHING, problem -> given.outcome().accept(or(problem, outcome)));
  }

  private @Nullable CompletionStage<?> answer(Message.Answer answer) {
    Snapshot now = snapshot;
    Interpreter by = interpreter;
    if (now == null || by == null) {
      leave();
      return null;
    }
    String invocation = answer.invocation();
    Long run = invocation == null ? null : now.invocations().get(invocation);
    if (invocation != null && (run == null || run != answer.run())) {
      core.store().settle(id, Set.of(answer.key()));
      return null; // its state was left: nobody waits for it any more
    }
    Instant at = core.clock().now();
    List<Step> steps;
    try {
      steps = by.handle(now, answer.event(), at);
    } catch (RuntimeException | StackOverflowError e) {
      broken(now, e);
      return null;
    }
    return commit(steps, at, Set.of(answer.key()), problem -> {});
  }

  private @Nullable CompletionStage<?> due() {
    Snapshot now = snapshot;
    Interpreter by = interpreter;
    if (now == null || by == null) {
      leave();
      return null;
    }
    Instant at = core.clock().now();
    List<Step> steps;
    try {
      steps = by.wake(now, at);
    } catch (RuntimeException | StackOverflowError e) {
      broken(now, e);
      return null;
    }
    if (steps.isEmpty()) {
      core.timers().sleep(sleeper, now.due());
      return null;
    }
    return commit(steps, at, NOTHING, problem -> {});
  }

  private @Nullable CompletionStage<?> begin(Message.Begin begin) {
    Snapshot now = snapshot;
    if (now != null && begin.parent() != null && begin.parent().equals(parent)) {
      begin.outcome().accept(new Outcome.Started(now.configuration(), Trace.NONE));
      if (now.isDone()) {
        core.effects().ended(this, now); // it may not have been heard the first time
      }
      return null;
    }
    if (isTaken(begin)) {
      return null;
    }
    Instant at = core.clock().now();
    Interpreter by = begin.interpreter();
    List<Step> steps;
    try {
      Step start = by.start(id, begin.data(), at);
      if (!(start.outcome() instanceof Outcome.Started)) {
        begin.outcome().accept(start.outcome());
        leave();
        return null;
      }
      steps = by.settle(start, at);
    } catch (RuntimeException | StackOverflowError e) {
      begin.outcome().accept(broken(snapshot, e));
      leave();
      return null;
    }
    parent = begin.parent();
    interpreter = by;
    Outcome outcome = steps.get(0).outcome();
    return commit(steps, at, NOTHING, problem -> begin.outcome().accept(or(problem, outcome)));
  }

  private @Nullable CompletionStage<?> restore(Message.Restore restore) {
    if (isTaken(restore)) {
      return null;
    }
    parent = null;
    interpreter = restore.interpreter();
    Snapshot given = under(restore.interpreter(), restore.snapshot());
    Outcome outcome = new Outcome.Started(given.configuration(), Trace.NONE);
    Step step = new Step(new Cause.Start(), outcome, given);
    return commit(
        List.of(step),
        core.clock().now(),
        NOTHING,
        problem -> restore.outcome().accept(or(problem, outcome)));
  }

  private boolean isTaken(Message message) {
    Snapshot now = snapshot;
    if (now == null || now.isDone()) {
      return false;
    }
    refuse(message, "exists", "instance '" + id + "' is alive; end or forget it first");
    return true;
  }

  private void forget(Message.Forget forget) {
    boolean was = snapshot != null;
    core.timers().sleep(sleeper, null);
    core.effects().stop(id);
    core.store().remove(id);
    snapshot = null;
    interpreter = null;
    parent = null;
    loaded = false;
    events.end();
    forget.done().accept(was);
    leave();
  }

  /** Lets go of the cell if nobody has anything for it: the store has all there is to know. */
  private void leave() {
    if (!events.isFollowed() && mailbox.close()) {
      core.timers().sleep(sleeper, null);
      core.gone(this);
    }
  }

  /**
   * @param then told what kept the steps from being made real, or null
   */
  private @Nullable CompletionStage<?> commit(
      List<Step> steps, Instant at, Set<String> settled, Consumer<@Nullable Outcome> then) {
    Snapshot before = snapshot;
    Snapshot after = steps.get(steps.size() - 1).snapshot();
    Telling telling =
        Telling.of(id, steps, at, events.last(), Duration.ofNanos(System.nanoTime() - began));
    if (before == after && settled.isEmpty()) {
      telling.tell(this, core);
      then.accept(null);
      return null;
    }
    CompletableFuture<Committed> commit;
    try {
      Commit all =
          new Commit(
              id,
              epoch,
              revision,
              after,
              telling.begins(),
              parent,
              core.worker(),
              at,
              telling.stream(),
              telling.pending(),
              settled,
              List.of());
      commit = core.store().commit(all).toCompletableFuture();
    } catch (RuntimeException e) {
      commit = CompletableFuture.failedFuture(e);
    }
    if (commit.isDone()) {
      committed(commit, telling, after, then);
      return null;
    }
    CompletableFuture<Committed> pending = commit;
    return pending.handleAsync(
        (done, error) -> {
          Inside.enter();
          try {
            committed(pending, telling, after, then);
          } finally {
            Inside.leave();
          }
          return null;
        },
        core.executor());
  }

  private void committed(
      CompletableFuture<Committed> commit,
      Telling telling,
      Snapshot after,
      Consumer<@Nullable Outcome> then) {
    Committed result;
    try {
      result = commit.join();
    } catch (RuntimeException e) {
      LOG.error("cannot write instance {}; nothing was done", id, e);
      loaded = false;
      then.accept(
          new Outcome.Failed(
              configuration(),
              "store",
              "the step could not be written: " + e.getMessage(),
              null,
              Trace.NONE));
      return;
    }
    if (result == Committed.LOST) {
      LOG.warn("instance {} was changed by somebody else; this step was not made", id);
      loaded = false;
      then.accept(
          new Outcome.Rejected(
              configuration(), "fenced", "the instance was changed by somebody else; try again"));
      return;
    }
    epoch = Math.max(epoch, 1);
    revision++;
    Snapshot before = snapshot;
    boolean ended = after.isDone() && (telling.begins() || before == null || !before.isDone());
    snapshot = after;
    core.timers().sleep(sleeper, after.due());
    telling.tell(this, core);
    if (ended) {
      core.effects().ended(this, after);
    }
    then.accept(null);
  }

  private List<String> configuration() {
    Snapshot now = snapshot;
    return now == null ? List.of() : now.configuration();
  }

  private Outcome broken(@Nullable Snapshot now, Throwable error) {
    LOG.error("the interpreter broke on instance {}; nothing changed", id, error);
    return new Outcome.Failed(
        now == null ? List.of() : now.configuration(),
        "internal",
        "the interpreter broke: " + error,
        null,
        Trace.NONE);
  }

  private static Outcome or(@Nullable Outcome problem, Outcome outcome) {
    return problem == null ? outcome : problem;
  }

  /** What came of the input itself, among what was due before it and what followed. */
  private static Outcome outcome(List<Step> steps, Snapshot now) {
    for (Step step : steps) {
      if (step.cause() instanceof Cause.Asked) {
        return step.outcome();
      }
    }
    for (Step step : steps) {
      if (step.outcome() instanceof Outcome.Failed) {
        return step.outcome();
      }
    }
    return new Outcome.Ignored(now.configuration(), List.of(), null, Trace.NONE);
  }
}
