package dev.statute.guard;

import dev.statute.expr.ValueLimits;
import dev.statute.guard.internal.session.GuardedSession;
import dev.statute.guard.internal.session.GuardedSessions;
import dev.statute.guard.internal.session.RecordSize;
import dev.statute.guard.internal.session.SessionGuard;
import dev.statute.guard.internal.session.SessionLimit;
import dev.statute.guard.internal.session.UnjudgedException;
import dev.statute.logs.CallFields;
import dev.statute.runtime.EngineBuilder;
import dev.statute.step.Input;
import dev.statute.store.StoreException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guard of agents that run in this process. Each session is one instance {@code agent:session} of a
 * chart such as {@code supervised}: a call is proposed before it is made, its result is recorded
 * after it, and the chart's hints are returned for the model. A call that could not be judged is
 * refused, or made if {@link #failOpen} is set; both are logged. Methods block until the engine has
 * answered. Immutable and thread-safe.
 */
public final class AgentGuard {
  private static final Logger LOG = LoggerFactory.getLogger(AgentGuard.class);
  private static final String PREFIX = "agent";
  private static final int MAX_READABLE = 64;
  private static final Pattern UNREADABLE = Pattern.compile("[^\\p{L}\\p{N}._@:/+-]");

  private final SessionGuard guard;
  private final String chart;
  private final boolean open;
  private final Duration timeout;
  private final SessionLimit limit;

  private AgentGuard(
      SessionGuard guard, String chart, boolean open, Duration timeout, SessionLimit limit) {
    this.guard = guard;
    this.chart = chart;
    this.open = open;
    this.timeout = timeout;
    this.limit = limit;
  }

  /**
   * Creates a guard.
   *
   * @param chart name of the chart of new sessions, such as {@code supervised}
   */
  public static AgentGuard forChart(String chart) {
    GuardedSessions sessions =
        new GuardedSessions(Set.of(PREFIX), (instance, session, emitted) -> {});
    return new AgentGuard(
        new SessionGuard(sessions),
        chart,
        false,
        Duration.ofSeconds(10),
        new SessionLimit(GuardedSessions.MAX));
  }

  /** Returns a guard that lets pass the calls that could not be judged. */
  public AgentGuard failOpen() {
    return new AgentGuard(guard, chart, true, timeout, limit);
  }

  /** Returns a guard that waits for an answer of the engine at most this long; default 10 s. */
  public AgentGuard timeout(Duration longest) {
    return new AgentGuard(guard, chart, open, longest, limit);
  }

  /**
   * Returns a guard that keeps at most this many sessions; default 20,000. Beyond that the session
   * unused longest is ended. An engine whose store is its memory also removes it: such a session
   * begins anew with its next call.
   */
  public AgentGuard sessions(int max) {
    return new AgentGuard(guard, chart, open, timeout, new SessionLimit(max));
  }

  /** Makes the engine that the builder is going to build the one that judges. */
  public AgentGuard attach(EngineBuilder builder) {
    guard.attach(builder);
    return this;
  }

  /**
   * Returns the id of the instance of a session: {@code agent:SESSION}. A session that no id of an
   * instance can hold, because it is too long or has a line break, is shortened to its readable
   * beginning and its digest.
   */
  public String instance(String session) {
    String id = PREFIX + ":" + session;
    if (ValueLimits.checkId(id) == null) {
      return id;
    }
    String head = session.substring(0, Math.min(session.length(), MAX_READABLE));
    return PREFIX
        + ":"
        + UNREADABLE.matcher(head).replaceAll("_")
        + "~"
        + RecordSize.digest(session);
  }

  /**
   * Proposes a call.
   *
   * @param round key of the round of parallel calls that the model asked for at once; empty if the
   *     call is a round of its own
   * @param arguments arguments as the model gave them, JSON or other text; of a text of more than a
   *     million characters beginning, end, length and digest are recorded
   * @throws AgentStopException if the session is halted, or the proposal made the chart halt it
   */
  public GuardedCall propose(String session, String round, String tool, String arguments) {
    String instance = instance(session);
    CallFields fields = CallFields.ofText(tool, arguments).with("batch", round);
    String refusal = judge(instance, round, fields.map());
    return new GuardedCall(this, session, round, fields, refusal);
  }

  private @Nullable String judge(String instance, String round, Map<String, Object> call) {
    String veto;
    try {
      use(instance);
      recordLate(instance);
      veto = await(() -> guard.propose(chart, instance, "", call));
    } catch (UnjudgedException e) {
      return unjudged(instance, String.valueOf(call.get("tool")), e);
    }
    if (veto == null) {
      return null;
    }
    requireRunning(instance, guard.halt(instance));
    String texts = String.join("\n", guard.session(instance).takeTexts(round));
    return texts.isEmpty() ? veto : veto + "\n" + texts;
  }

  private @Nullable String unjudged(String instance, String tool, UnjudgedException e) {
    LOG.warn(
        "the call of '{}' by {} was not judged and is {}: {}",
        tool,
        instance,
        open ? "made" : "refused",
        e.getMessage());
    return open
        ? null
        : GuardedSession.PREFIX
            + "this call of '"
            + tool
            + "' was refused and not made: it could not be judged.";
  }

  /** Records the result of a call and returns the texts for the model. */
  String record(String id, String round, Map<String, Object> record) {
    String instance = instance(id);
    Input.Report report = SessionGuard.newReport(record);
    try {
      recordLate(instance);
      await(() -> guard.reportCall(chart, instance, "", report));
    } catch (UnjudgedException e) {
      keep(instance, report, e);
    }
    GuardedSession session = guard.session(instance);
    requireRunning(instance, session.halted());
    return String.join("\n", session.takeTexts(round));
  }

  /** Records a message of the user, which takes up a halted session. */
  public void recordPrompt(String session, String text) {
    String instance = instance(session);
    Input.Report report =
        SessionGuard.newReport(Map.of("type", "user_message", "text", GuardedCall.shorten(text)));
    try {
      use(instance);
      recordLate(instance);
      awaitEnd(() -> guard.prompt(chart, instance, report));
    } catch (UnjudgedException e) {
      keep(instance, report, e);
    }
  }

  /** Ends a session. */
  public void end(String session) {
    try {
      awaitEnd(() -> guard.end(instance(session)));
    } catch (UnjudgedException e) {
      LOG.warn("the end of {} was not recorded: {}", instance(session), e.getMessage());
    }
  }

  private void use(String instance) {
    String dropped = limit.use(instance, this::isHalted);
    if (dropped != null) {
      try {
        CompletableFuture<?> unused = guard.drop(dropped);
      } catch (RuntimeException e) {
        LOG.warn("the session {}, unused for long, was not ended: {}", dropped, e.toString());
      }
    }
  }

  private boolean isHalted(String instance) {
    try {
      return guard.halt(instance) != null;
    } catch (RuntimeException e) {
      return false; // its store cannot be read, and will not be written either
    }
  }

  private void recordLate(String instance) {
    await(() -> guard.recordLate(chart, instance));
  }

  private void keep(String instance, Input.Report report, UnjudgedException e) {
    if (!e.isTransient()) {
      LOG.warn("a record of {} was not recorded: {}", instance, e.getMessage());
      return;
    }
    boolean kept = guard.session(instance).addUnrecorded(report);
    LOG.warn(
        "a record of {} was not recorded and is tried again{}: {}",
        instance,
        kept ? "" : "; an older one was dropped",
        e.getMessage());
  }

  private void requireRunning(String instance, @Nullable String halt) {
    if (halt != null) {
      GuardedSession session = guard.session(instance);
      Map<String, ?> emitted = session.haltData();
      throw new AgentStopException(
          AgentHalt.of(instance, session, emitted.isEmpty() ? Map.of("reason", halt) : emitted));
    }
  }

  /**
   * Waits for the engine.
   *
   * @throws UnjudgedException if it did not judge the input, or not in time
   */
  private <T extends @Nullable Object> T await(Supplier<CompletableFuture<T>> judgement) {
    try {
      return judgement.get().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new UnjudgedException("timeout", "the engine did not answer within " + timeout);
    } catch (ExecutionException e) {
      throw unjudged(Objects.requireNonNullElse(e.getCause(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnjudgedException("interrupted", "the thread was interrupted");
    } catch (RuntimeException e) {
      throw unjudged(e);
    }
  }

  /**
   * Waits for the engine also on an interrupted thread, so that the beginning and the end of a
   * session keep their order: a request that is cancelled at once leaves no session.
   */
  private <T extends @Nullable Object> T awaitEnd(Supplier<CompletableFuture<T>> judgement) {
    boolean interrupted = Thread.interrupted();
    CompletableFuture<T> running = start(judgement);
    try {
      while (true) {
        try {
          return await(() -> running);
        } catch (UnjudgedException e) {
          if (!Thread.interrupted()) {
            throw e;
          }
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static <T extends @Nullable Object> CompletableFuture<T> start(
      Supplier<CompletableFuture<T>> judgement) {
    try {
      return judgement.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static UnjudgedException unjudged(Throwable error) {
    return error instanceof UnjudgedException known
        ? known
        : new UnjudgedException(
            error instanceof StoreException ? "store" : "internal", String.valueOf(error));
  }
}
