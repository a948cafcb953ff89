package dev.statute.turns;

import dev.statute.turns.store.TurnTransaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Work that reads before and writes after a concurrent write, as in a database without read locks.
 * The first run's reads are recorded and replayed to the second one; its writes are real.
 */
final class StaleReadTransactions {
  private static final Set<String> READS =
      Set.of(
          "head",
          "find",
          "list",
          "message",
          "firstQueued",
          "messages",
          "turn",
          "turnOf",
          "awaited",
          "calls",
          "edges",
          "box",
          "card",
          "cards",
          "lastCard",
          "deliverable",
          "lastEvent",
          "timers");

  private final Map<List<Object>, Deque<Optional<Object>>> seen = new HashMap<>();

  /** Returns a transaction that records reads. */
  TurnTransaction recording(TurnTransaction tx) {
    return proxy(
        tx,
        (method, args) -> {
          Object value = call(tx, method, args);
          if (isRead(method, args)) {
            seen.computeIfAbsent(key(method, args), k -> new ArrayDeque<>())
                .add(Optional.ofNullable(value));
          }
          return value;
        });
  }

  /** Returns a transaction that replays reads. */
  TurnTransaction replaying(TurnTransaction tx) {
    return proxy(
        tx,
        (method, args) -> {
          Deque<Optional<Object>> then = isRead(method, args) ? seen.get(key(method, args)) : null;
          Optional<Object> value = then == null ? null : then.poll();
          return value == null ? call(tx, method, args) : value.orElse(null);
        });
  }

  private static boolean isRead(Method method, Object[] args) {
    return READS.contains(method.getName());
  }

  private static List<Object> key(Method method, Object[] args) {
    return args.length == 0
        ? List.of(method.getName())
        : List.of(method.getName(), Arrays.asList(args));
  }

  private interface Handler {
    @Nullable Object handle(Method method, Object[] args) throws Throwable;
  }

  private static TurnTransaction proxy(TurnTransaction tx, Handler handler) {
    return (TurnTransaction)
        Proxy.newProxyInstance(
            StaleReadTransactions.class.getClassLoader(),
            new Class<?>[] {TurnTransaction.class},
            (self, method, args) -> handler.handle(method, args == null ? new Object[0] : args));
  }

  private static @Nullable Object call(TurnTransaction tx, Method method, Object[] args)
      throws Throwable {
    try {
      return method.invoke(tx, args);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
