package dev.statute.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.memory.ChatMemoryService;
import dev.statute.collection.BoundedMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Rounds of running invocations, at most {@value #MAX}; beyond that the one unused longest is
 * dropped, whose calls are rounds of their own then. Thread-safe.
 */
final class InvocationRounds {
  private static final int MAX = 20_000;

  private final Map<UUID, Round> rounds = bounded();
  private final Map<UUID, String> stops = bounded();

  /**
   * Round of an invocation.
   *
   * @param requests calls of the round
   */
  private record Round(
      InvocationContext context, int number, List<ToolExecutionRequest> requests) {}

  private static <V> Map<UUID, V> bounded() {
    return BoundedMap.ofRecentlyUsed(MAX);
  }

  /** Begins an invocation and returns its session. */
  synchronized String begin(InvocationContext context) {
    rounds.put(context.invocationId(), new Round(context, 0, List.of()));
    return session(context);
  }

  /**
   * Begins a round, with a reply of the model.
   *
   * @param requests calls that the reply asks for
   */
  synchronized void next(InvocationContext context, List<ToolExecutionRequest> requests) {
    rounds.computeIfPresent(
        context.invocationId(), (id, round) -> new Round(context, round.number + 1, requests));
  }

  /** Returns the invocation that a request object belongs to, or null. */
  @SuppressWarnings("ReferenceEquality") // equal requests occur in several invocations
  synchronized @Nullable InvocationContext context(ToolExecutionRequest request) {
    for (Round each : rounds.values()) {
      for (ToolExecutionRequest known : each.requests) {
        if (known == request) {
          return each.context;
        }
      }
    }
    return null;
  }

  /** Ends an invocation and returns the session that ends with it; null if that goes on. */
  synchronized @Nullable String end(InvocationContext context) {
    rounds.remove(context.invocationId());
    stops.remove(context.invocationId());
    return hasMemory(context) ? null : session(context);
  }

  /** Returns the key of the present round; empty if it is not known. */
  synchronized String round(InvocationContext context) {
    Round round = context.invocationId() == null ? null : rounds.get(context.invocationId());
    return round == null ? "" : context.invocationId() + "/" + round.number;
  }

  /** Notes the stop of an invocation; returns false if an earlier round was stopped already. */
  synchronized boolean stop(InvocationContext context) {
    if (context.invocationId() == null) {
      return true;
    }
    String round = round(context);
    String before = stops.putIfAbsent(context.invocationId(), round);
    return before == null || (before.equals(round) && !round.isEmpty());
  }

  /** Returns the session of an invocation: its chat memory, or else the invocation itself. */
  String session(InvocationContext context) {
    return hasMemory(context) || context.invocationId() == null
        ? GuardedTools.session(context.chatMemoryId())
        : context.invocationId().toString();
  }

  private static boolean hasMemory(InvocationContext context) {
    return context.chatMemoryId() != null
        && !ChatMemoryService.DEFAULT.equals(context.chatMemoryId());
  }
}
