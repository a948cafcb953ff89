package dev.statute.guard;

import static java.util.stream.Collectors.joining;

import dev.statute.guard.internal.hook.HookVerdict;
import dev.statute.guard.internal.hook.ProgramText;
import dev.statute.guard.internal.hook.ReplyForm;
import dev.statute.guard.internal.session.GuardedSession;
import dev.statute.guard.internal.session.GuardedSessions;
import dev.statute.guard.internal.session.HookAnswers;
import dev.statute.guard.internal.session.RecordSize;
import dev.statute.guard.internal.session.SessionGuard;
import dev.statute.guard.internal.session.UnjudgedException;
import dev.statute.json.JsonText;
import dev.statute.logs.hook.HookEvent;
import dev.statute.logs.hook.HookEvent.Kind;
import dev.statute.logs.hook.HookForm;
import dev.statute.runtime.EngineBuilder;
import dev.statute.runtime.Listener;
import dev.statute.step.Input;
import dev.statute.store.StoreException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers of supervised sessions to the hooks of agent programs. Each session is one instance
 * {@code vendor:session} of a chart such as {@code supervised}: before a call it gets the event
 * {@code propose}, after it a record; what it denies is vetoed and recorded as evidence, and what
 * it emits as {@code hint} or {@code recover} is told to the model. Thread-safe.
 */
public final class HookService {
  private final SessionGuard guard =
      new SessionGuard(new GuardedSessions(vendors(), (instance, session, emitted) -> {}));

  private HookService() {}

  /** Creates a service for the engine that the builder is going to build. */
  public static HookService on(EngineBuilder builder) {
    HookService service = new HookService();
    service.guard.attach(builder);
    return service;
  }

  /**
   * Creates a listener of the engine that passes on the halts of supervised sessions, each on the
   * thread of its instance and before the hook that led to it is answered.
   */
  public static Listener haltListener(Consumer<? super AgentHalt> consumer) {
    return new GuardedSessions(
        vendors(),
        (instance, session, emitted) -> consumer.accept(AgentHalt.of(instance, session, emitted)));
  }

  /** Names of the supported agent programs. */
  public static Set<String> vendors() {
    return new LinkedHashSet<>(HookForm.names());
  }

  /**
   * Handles a payload of a hook and completes with the body of the reply, which is empty if there
   * is nothing to say. Fails with a {@link HookException} if the call could not be judged.
   *
   * @param chart name of the chart of a new session
   * @throws IllegalArgumentException if the vendor is unknown or the payload cannot be read
   */
  public CompletableFuture<String> answer(String chart, String vendor, String payload) {
    HookForm form = HookForm.of(vendor);
    HookEvent read = event(form, payload);
    String instance = vendor + ":" + read.session();
    HookEvent event = withUsage(instance, read);
    return handle(chart, instance, event)
        .handle(
            (veto, error) -> {
              if (error != null) {
                throw unanswered(error);
              }
              return reply(form, event, instance, veto);
            });
  }

  /** Reads a payload; what a program submits in the name of the user has no meaning. */
  private static HookEvent event(HookForm form, String payload) {
    HookEvent read = form.read(payload);
    boolean byProgram =
        read.kind() == Kind.PROMPT
            && ProgramText.matches(String.valueOf(read.fields().get("text")));
    return byProgram ? read.ignored() : read.with(RecordSize.cut(read.fields()));
  }

  /** Adds to the record of a call or message what the session has used by its logs. */
  private HookEvent withUsage(String instance, HookEvent event) {
    if (event.transcripts().isEmpty()
        || (event.kind() != Kind.CALL && event.kind() != Kind.MESSAGE)) {
      return event;
    }
    Map<String, Object> fields = new LinkedHashMap<>(event.fields());
    guard.session(instance).transcripts().stamp(event.transcripts(), fields);
    return event.with(fields);
  }

  private static RuntimeException unanswered(Throwable error) {
    Throwable cause = SessionGuard.cause(error);
    if (cause instanceof StoreException) {
      return new HookException("store", String.valueOf(cause.getMessage()));
    }
    return cause instanceof UnjudgedException unjudged
        ? new HookException(unjudged.code(), String.valueOf(unjudged.getMessage()))
        : new CompletionException(cause);
  }

  /** Handles an event and completes with the veto, if any. */
  private CompletableFuture<@Nullable String> handle(
      String chart, String instance, HookEvent event) {
    return switch (event.kind()) {
      case PROPOSAL -> once(instance, event, () -> propose(chart, instance, event));
      case CALL -> once(instance, event, () -> record(chart, instance, event));
      case MESSAGE, CONDENSATION ->
          recorded(chart, instance, event, report -> guard.report(chart, instance, report));
      case PROMPT ->
          recorded(chart, instance, event, report -> guard.prompt(chart, instance, report));
      case END ->
          withoutVeto(guard.recordLate(chart, instance).thenCompose(done -> guard.end(instance)));
      case OTHER -> CompletableFuture.completedFuture(null);
    };
  }

  /** Handles a hook of a call once, also if it is registered twice. Calls without an id differ. */
  private CompletableFuture<@Nullable String> once(
      String instance, HookEvent event, Supplier<CompletableFuture<@Nullable String>> handling) {
    if (event.call().isEmpty()) {
      return handling.get();
    }
    HookAnswers answers = guard.session(instance).hookAnswers();
    String call = event.call() + ' ' + event.fields().get("tool");
    return event.kind() == Kind.PROPOSAL
        ? answers.propose(call, handling)
        : answers.report(call, handling);
  }

  private CompletableFuture<@Nullable String> propose(
      String chart, String instance, HookEvent event) {
    return guard
        .recordLate(chart, instance)
        .thenCompose(done -> guard.propose(chart, instance, event.call(), event.fields()));
  }

  private CompletableFuture<@Nullable String> record(
      String chart, String instance, HookEvent event) {
    return guard.session(instance).refusedCalls().contains(event.call(), event.fields())
        ? CompletableFuture.completedFuture(null)
        : recorded(
            chart,
            instance,
            event,
            report -> guard.reportCall(chart, instance, event.call(), report));
  }

  /**
   * Makes a record. As no agent repeats a hook, one that the store did not keep is tried again with
   * the next hook of the session.
   */
  private CompletableFuture<@Nullable String> recorded(
      String chart,
      String instance,
      HookEvent event,
      Function<Input.Report, CompletableFuture<@Nullable Void>> recording) {
    Input.Report report = SessionGuard.newReport(event.fields());
    return withoutVeto(
        guard
            .recordLate(chart, instance)
            .thenCompose(done -> recording.apply(report))
            .whenComplete(
                (done, error) -> {
                  if (error != null
                      && unanswered(error) instanceof HookException unanswered
                      && UnjudgedException.isTransient(unanswered.code())) {
                    boolean unused = guard.session(instance).addUnrecorded(report);
                  }
                })
            .exceptionally(
                error -> {
                  if (SessionGuard.cause(error) instanceof UnjudgedException e && e.isAside()) {
                    return null; // a person's decision is no fault
                  }
                  throw new CompletionException(SessionGuard.cause(error));
                }));
  }

  private static CompletableFuture<@Nullable String> withoutVeto(
      CompletableFuture<@Nullable Void> done) {
    return done.thenApply(nothing -> null);
  }

  private String reply(HookForm form, HookEvent event, String instance, @Nullable String veto) {
    GuardedSession session = guard.session(instance);
    boolean ending = event.kind() == Kind.PROPOSAL || event.kind() == Kind.CALL;
    String halt = ending ? guard.halt(instance) : null;
    List<String> advice = List.of();
    String full = veto;
    if (veto != null && halt == null) {
      full = Stream.concat(Stream.of(veto), session.takeTexts().stream()).collect(joining("\n"));
    } else if (form.isAdvised(event.name())) {
      advice = session.takeTexts();
    }
    if (full != null) {
      session.refusedCalls().add(event.call(), event.fields(), full);
    }
    HookVerdict verdict =
        new HookVerdict(full, advice, halt == null ? null : GuardedSession.PREFIX + halt);
    Map<String, Object> reply = ReplyForm.of(form.reply(event.name())).write(event.name(), verdict);
    return reply.isEmpty() ? "" : JsonText.write(reply);
  }
}
