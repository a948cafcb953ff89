package dev.statute.session;

import dev.statute.json.InputLine;
import dev.statute.step.Cause;
import dev.statute.step.ExplainedStep;
import dev.statute.step.ExplainingInterpreter;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One instance that handles input lines on a virtual clock, as {@code run}, {@code scan} and test
 * files do. Before a line is handled the clock advances to the line's instant, and every timer on
 * the way fires at its own instant; the clock never goes back. All consequences of a line are
 * handled before the next line. Confined to one thread.
 */
public final class ChartSession {
  private final Interpreter interpreter;
  private final SessionPersistence keeper;
  private final SessionListener listener;
  private @Nullable ExplainingInterpreter explaining;
  private Snapshot snapshot;
  private Instant now;
  private long nanos;
  private InvocationDeadlines deadlines = new InvocationDeadlines();
  private boolean expiresInvocations;

  private ChartSession(
      Interpreter interpreter,
      SessionPersistence keeper,
      SessionListener listener,
      Snapshot snapshot,
      Instant now) {
    this.interpreter = interpreter;
    this.keeper = keeper;
    this.listener = listener;
    this.snapshot = snapshot;
    this.now = now;
    expiresInvocations = keeper == SessionPersistence.NONE;
  }

  /**
   * Leaves the deadlines of invocations to the input lines, as those of a decision log contain what
   * came of each.
   */
  public ChartSession withoutDeadlines() {
    expiresInvocations = false;
    return this;
  }

  /** Starts an instance. */
  public static ChartSession start(
      Interpreter interpreter, StartOptions how, SessionListener listener) {
    return start(interpreter, how, SessionPersistence.NONE, listener);
  }

  /** Starts an instance with persistence. */
  public static ChartSession start(
      Interpreter interpreter,
      StartOptions how,
      SessionPersistence keeper,
      SessionListener listener) {
    Step first =
        how.at().isEmpty()
            ? interpreter.start(how.id(), how.data(), how.when())
            : interpreter.startAt(how.id(), how.at(), how.data(), how.when());
    ChartSession session =
        new ChartSession(interpreter, keeper, listener, first.snapshot(), how.when());
    session.tell(0, interpreter.runToCompletion(first, how.when()));
    return session;
  }

  /** Resumes a persistent instance; {@code now} is the start of its lines' clock. */
  public static ChartSession resume(
      Interpreter interpreter,
      Snapshot snapshot,
      Instant now,
      SessionPersistence keeper,
      SessionListener listener) {
    listener.resumed(now, snapshot.configuration());
    return new ChartSession(interpreter, keeper, listener, snapshot, now);
  }

  /** Starts an instance; the listener also receives the effect of every rule on each step. */
  public static ChartSession startExplained(
      Interpreter interpreter, StartOptions how, SessionListener listener) {
    ExplainingInterpreter explaining = interpreter.withExplanations();
    List<ExplainedStep> steps =
        how.at().isEmpty()
            ? explaining.start(how.id(), how.data(), how.when())
            : explaining.startAt(how.id(), how.at(), how.data(), how.when());
    ChartSession session =
        new ChartSession(
            interpreter,
            SessionPersistence.NONE,
            listener,
            steps.get(0).step().snapshot(),
            how.when());
    session.notifyExplained(0, steps);
    return session;
  }

  /**
   * Enables or disables explanations from the next line on, which cost many times as much as the
   * steps.
   */
  public void explain(boolean wanted) {
    explaining = wanted ? interpreter.withExplanations() : null;
  }

  /** Handles a line and its consequences. */
  public void play(InputLine line) {
    Instant at = line.at();
    if (at != null) {
      until(line.number(), at);
    }
    if (line instanceof InputLine.Submit given) {
      given(given);
    } else if (line instanceof InputLine.Advance advance) {
      until(advance.number(), now.plus(advance.by()));
      listener.advanced(advance.number(), now, advance.by(), snapshot.configuration());
    } else if (line instanceof InputLine.Query query) {
      answer(query);
    } else if (line instanceof InputLine.Meta meta) {
      listener.described(meta.number(), now, snapshot.configuration());
    } else if (line instanceof InputLine.Unreadable unreadable) {
      listener.unreadable(unreadable.number(), now, unreadable.problem(), snapshot.configuration());
    } else {
      throw new IllegalArgumentException("no way to play " + line);
    }
  }

  private void given(InputLine.Submit given) {
    deadlines.observe(given.input());
    Outcome before = keeper.before(given, now);
    if (before != null) {
      Cause cause = new Cause.External(given.input());
      listener.step(given.number(), now, new Step(cause, before, snapshot));
    } else if (explaining == null) {
      long began = System.nanoTime();
      List<Step> steps = interpreter.handle(snapshot, given.input(), now);
      nanos = System.nanoTime() - began;
      tell(given.number(), steps);
    } else {
      notifyExplained(given.number(), explaining.handle(snapshot, given.input(), now));
    }
  }

  private void answer(InputLine.Query query) {
    int line = query.number();
    List<String> configuration = snapshot.configuration();
    Input about = query.about();
    if (about != null) {
      if (explaining != null) {
        listener.explained(line, now, explaining.can(snapshot, about, now));
      }
      listener.can(line, now, about, interpreter.can(snapshot, about, now), configuration);
    } else if (query.kind().equals("enabled")) {
      listener.enabled(line, now, interpreter.enabled(snapshot, now), configuration);
    } else if (query.kind().equals("stuck")) {
      listener.stuck(line, now, interpreter.stuckStatus(snapshot, now), configuration);
    } else if (query.kind().equals("phases")) {
      listener.phases(line, now, interpreter.phases(snapshot, now), configuration);
    } else {
      listener.progress(line, now, interpreter.progress(snapshot, now), configuration);
    }
  }

  /**
   * Advances the clock, stopping at every instant at which something is due.
   *
   * @param line input line that the consequences are reported for
   * @param end final instant of the clock, unless it is later already
   */
  public void until(int line, Instant end) {
    for (Instant due = due(); due != null && !due.isAfter(end); due = due()) {
      now = due.isAfter(now) ? due : now;
      if (due.equals(expiry())) {
        expire(line);
      } else if (!wake(line)) {
        break;
      }
    }
    now = end.isAfter(now) ? end : now;
  }

  /** Returns the next instant at which something is due; null if nothing is. */
  private @Nullable Instant due() {
    Instant timer = snapshot.due();
    Instant expiry = expiry();
    return timer == null || (expiry != null && expiry.isBefore(timer)) ? expiry : timer;
  }

  private @Nullable Instant expiry() {
    return expiresInvocations ? deadlines.next() : null;
  }

  /** Handles the end of the time of an invocation. */
  private void expire(int line) {
    Input.Event late = deadlines.expire();
    if (explaining == null) {
      tell(line, interpreter.handle(snapshot, late, now));
    } else {
      notifyExplained(line, explaining.handle(snapshot, late, now));
    }
  }

  /** Handles due timers and events; returns false if none was due. */
  private boolean wake(int line) {
    if (explaining != null) {
      List<ExplainedStep> steps = explaining.fireDue(snapshot, now);
      notifyExplained(line, steps);
      return !steps.isEmpty();
    }
    long began = System.nanoTime();
    List<Step> steps = interpreter.fireDue(snapshot, now);
    nanos = System.nanoTime() - began;
    tell(line, steps);
    return !steps.isEmpty();
  }

  private void notifyExplained(int line, List<ExplainedStep> steps) {
    keeper.keep(steps.stream().map(ExplainedStep::step).toList(), now);
    for (ExplainedStep explained : steps) {
      snapshot = explained.step().snapshot();
      deadlines.observe(explained.step(), now);
      listener.explained(line, now, explained);
      listener.step(line, now, explained.step());
    }
  }

  private void tell(int line, List<Step> steps) {
    keeper.keep(steps, now);
    for (Step step : steps) {
      snapshot = step.snapshot();
      deadlines.observe(step, now);
      listener.step(line, now, step);
    }
  }

  /**
   * Duration of the interpreter for the last reported line, or for the last due event, in
   * nanoseconds.
   */
  public long nanos() {
    return nanos;
  }

  /** Saved state of a session. */
  record Moment(Snapshot snapshot, Instant now, InvocationDeadlines deadlines) {}

  /** Current state, for {@link #back}. */
  Moment moment() {
    return new Moment(snapshot, now, deadlines.copy());
  }

  /** Restores a saved state without a notification. */
  void back(Moment moment) {
    snapshot = moment.snapshot();
    now = moment.now();
    deadlines = moment.deadlines().copy();
  }

  /** Current snapshot of the instance. */
  public Snapshot snapshot() {
    return snapshot;
  }

  /** Current instant of the session's clock. */
  public Instant now() {
    return now;
  }

  /** Progress counters of the instance, by name. */
  public Map<String, Long> progress() {
    return interpreter.progress(snapshot);
  }
}
