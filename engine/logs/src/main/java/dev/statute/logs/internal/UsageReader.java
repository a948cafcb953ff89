package dev.statute.logs.internal;

import dev.statute.expr.reading.LenientMap;
import dev.statute.logs.internal.text.UtcTime;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Running totals of tokens, cost and time of a log, by the usual names of their fields in any
 * format. A response that is logged several times counts once, with its last amounts. The time
 * between the agent's last item and a message of the user is not the agent's. Confined to one
 * thread.
 */
final class UsageReader {
  /** Members of an item that may hold a response's amounts, the innermost first. */
  private static final List<List<String>> HOLDERS =
      paths("extra.response tool_call_metadata.model_response properties.part message part info .");

  private static final List<String> AMOUNTS = List.of("usage", "tokens", "metrics");
  private static final List<String> IDS = List.of("id", "uuid");
  private static final List<List<String>> PRICES = paths("extra.cost costUSD");
  private static final List<String> TOTALS = List.of("total_tokens", "totalTokens", "total");

  /** Parts of a total, each under the first of its names that an amount has. */
  private static final List<List<List<String>>> PARTS =
      List.of(
          paths("input_tokens prompt_tokens promptTokens input prompt"),
          paths("output_tokens completion_tokens completionTokens output completion"),
          paths("cache_read_input_tokens cacheRead cache.read"),
          paths("cache_creation_input_tokens cacheWrite cache.write"),
          paths("reasoning"));

  private static final List<List<String>> TIMES =
      paths(
          "timestamp message.timestamp extra.timestamp info.time.completed info.time.created"
              + " properties.info.time.created part.time.end part.time.start ts");

  /** Numbers above are milliseconds since 1970, others seconds. */
  private static final double MAX_SECONDS = 1e11;

  /** No log has later instants, which may have no number of milliseconds. */
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  private static List<List<String>> paths(String words) {
    return Arrays.stream(words.split(" "))
        .map(path -> path.equals(".") ? List.<String>of() : List.of(path.split("\\.")))
        .toList();
  }

  /** Amounts of one response. */
  private record ResponseUsage(double tokens, double cost) {}

  private final Map<String, ResponseUsage> responses = new HashMap<>();
  private double tokens;
  private double cost;
  private long timeMs;
  private long pendingMs;
  private long lastMs = -1;

  /** Reads the amounts and the time of an item. */
  void read(@Nullable Object item) {
    readTime(item);
    if (readTotals(item)) {
      return;
    }
    for (List<String> path : HOLDERS) {
      Object holder = at(item, path);
      for (String name : AMOUNTS) {
        if (at(holder, List.of(name)) instanceof Map<?, ?> amount) {
          addResponse(item, holder, amount);
          return;
        }
      }
    }
    double alone = firstNumber(item, PRICES);
    if (alone > 0) {
      add(firstText(item, IDS), new ResponseUsage(0, alone));
    }
  }

  /** Value at a path; null if there is none. */
  private static @Nullable Object at(@Nullable Object value, List<String> path) {
    Object found = value;
    for (String name : path) {
      found = found instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return found == LenientMap.NOTHING ? null : found;
  }

  /** Reads totals that the program itself counts; they replace the sum of responses. */
  private boolean readTotals(@Nullable Object item) {
    Object codex = at(item, List.of("payload", "info", "total_token_usage"));
    Object turn =
        "turn.completed".equals(at(item, List.of("type"))) ? at(item, List.of("usage")) : null;
    if ("result".equals(at(item, List.of("type"))) && at(item, List.of("session_id")) != null) {
      return readSession(item);
    }
    Object hands = at(item, List.of("llm_metrics"));
    Object used = at(hands, List.of("accumulated_token_usage"));
    for (Object total : new @Nullable Object[] {codex, turn, used}) {
      tokens = Math.max(tokens, total == null ? 0 : sum(total));
    }
    cost = Math.max(cost, firstNumber(hands, List.of(List.of("accumulated_cost"))));
    return codex instanceof Map || turn instanceof Map || hands instanceof Map;
  }

  /** Reads the totals that a session ends with; its parts were read before. */
  private boolean readSession(@Nullable Object item) {
    Object used = at(item, List.of("usage"));
    tokens = Math.max(tokens, used == null ? 0 : sum(used));
    cost = Math.max(cost, firstNumber(item, List.of(List.of("total_cost_usd"))));
    return true;
  }

  private void addResponse(@Nullable Object item, @Nullable Object holder, Map<?, ?> amount) {
    Object nested = at(amount, List.of("tokens")); // of a program's own metrics
    double paid = firstNumber(amount, List.of(List.of("cost", "total"), List.of("cost")));
    if (paid <= 0) {
      paid = firstNumber(holder, List.of(List.of("cost"), List.of("costUSD")));
    }
    if (paid <= 0) {
      paid = firstNumber(item, PRICES);
    }
    String id = firstText(holder, IDS);
    add(
        id.isEmpty() ? firstText(item, IDS) : id,
        new ResponseUsage(sum(nested instanceof Map ? nested : amount), paid));
  }

  /** Adds a response, or replaces it if it is known by its id. */
  private void add(String id, ResponseUsage usage) {
    ResponseUsage before = id.isEmpty() ? null : responses.put(id, usage);
    tokens += usage.tokens() - (before == null ? 0 : before.tokens());
    cost += usage.cost() - (before == null ? 0 : before.cost());
  }

  private static double sum(Object amount) {
    for (String name : TOTALS) {
      if (at(amount, List.of(name)) instanceof Number total) {
        return Math.max(0, total.doubleValue());
      }
    }
    double sum = 0;
    for (List<List<String>> names : PARTS) {
      sum += firstNumber(amount, names);
    }
    return sum;
  }

  private static double firstNumber(@Nullable Object value, List<List<String>> paths) {
    for (List<String> path : paths) {
      if (at(value, path) instanceof Number number) {
        return Math.max(0, number.doubleValue());
      }
    }
    return 0;
  }

  private static String firstText(@Nullable Object value, List<String> names) {
    for (String name : names) {
      if (at(value, List.of(name)) instanceof String text) {
        return text;
      }
    }
    return "";
  }

  private void readTime(@Nullable Object item) {
    if (at(item, List.of("execution_time")) instanceof Number seconds) {
      pendingMs += Math.max(0, (long) (seconds.doubleValue() * 1000)); // its log has no instants
    }
    long at = -1;
    for (int i = 0; at < 0 && i < TIMES.size(); i++) {
      at = millis(at(item, TIMES.get(i)));
    }
    if (at >= 0) {
      pendingMs += lastMs < 0 ? 0 : Math.max(0, at - lastMs);
      lastMs = Math.max(lastMs, at);
    }
  }

  private static long millis(@Nullable Object time) {
    if (time instanceof Number number) {
      double value = number.doubleValue();
      return value < 1e8 ? -1 : (long) (value > MAX_SECONDS ? value : value * 1000);
    }
    if (!(time instanceof String text)) {
      return -1;
    }
    long usual = UtcTime.millis(text);
    if (usual >= 0) {
      return usual;
    }
    Instant instant = instant(text);
    return instant == null || instant.isBefore(Instant.EPOCH) || instant.isAfter(LAST)
        ? -1
        : instant.toEpochMilli();
  }

  private static @Nullable Instant instant(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      try {
        return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
      } catch (DateTimeException other) {
        return null; // a time of day or the like, from which no duration follows
      }
    }
  }

  /** Tokens so far. */
  long tokens() {
    return Math.round(tokens);
  }

  /** Cost so far, to six places. */
  double cost() {
    return BigDecimal.valueOf(cost).setScale(6, RoundingMode.HALF_UP).doubleValue();
  }

  /** Excludes the time since the agent's last item: the user was not waiting for the agent. */
  void excludePause() {
    pendingMs = 0;
  }

  /** Counts the time until here as the agent's. */
  void includePause() {
    timeMs += pendingMs;
    pendingMs = 0;
  }

  /** Adds the totals so far to a record of the agent. */
  void stamp(Map<String, Object> fields) {
    includePause();
    if (tokens > 0) {
      fields.put("tokens_used", tokens());
    }
    if (cost > 0) {
      fields.put("cost", cost());
    }
    if (timeMs > 0) {
      fields.put("time", timeMs + "ms");
    }
  }
}
