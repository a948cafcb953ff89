package dev.statute.logs.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
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
  private static final List<String> HOLDERS =
      List.of(
          "/extra/response",
          "/tool_call_metadata/model_response",
          "/properties/part",
          "/message",
          "/part",
          "/info",
          "");

  private static final List<String> AMOUNTS = List.of("usage", "tokens", "metrics");
  private static final List<String> IDS = List.of("id", "uuid");

  private static final List<String> TOTALS = List.of("total_tokens", "totalTokens", "total");

  /** Parts of a total, each under the first of its names that an amount has. */
  private static final List<List<String>> PARTS =
      List.of(
          List.of("/input_tokens", "/prompt_tokens", "/promptTokens", "/input", "/prompt"),
          List.of(
              "/output_tokens",
              "/completion_tokens",
              "/completionTokens",
              "/output",
              "/completion"),
          List.of("/cache_read_input_tokens", "/cacheRead", "/cache/read"),
          List.of("/cache_creation_input_tokens", "/cacheWrite", "/cache/write"),
          List.of("/reasoning"));

  private static final List<String> TIMES =
      List.of(
          "/timestamp",
          "/message/timestamp",
          "/extra/timestamp",
          "/info/time/completed",
          "/info/time/created",
          "/properties/info/time/created",
          "/part/time/end",
          "/part/time/start",
          "/ts");

  /** Numbers above are milliseconds since 1970, others seconds. */
  private static final double MAX_SECONDS = 1e11;

  /** No log has later instants, which may have no number of milliseconds. */
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  /** Amounts of one response. */
  private record ResponseUsage(double tokens, double cost) {}

  private final Map<String, ResponseUsage> responses = new HashMap<>();
  private double tokens;
  private double cost;
  private long timeMs;
  private long pendingMs;
  private long lastMs = -1;

  /** Reads the amounts and the time of an item. */
  void read(JsonNode item) {
    readTime(item);
    if (readTotals(item)) {
      return;
    }
    for (String path : HOLDERS) {
      JsonNode holder = item.at(path);
      for (String name : AMOUNTS) {
        JsonNode amount = holder.path(name);
        if (amount.isObject()) {
          addResponse(item, holder, amount);
          return;
        }
      }
    }
    double alone = firstNumber(item, List.of("/extra/cost", "/costUSD"));
    if (alone > 0) {
      add(firstText(item, IDS), new ResponseUsage(0, alone));
    }
  }

  /** Reads totals that the program itself counts; they replace the sum of responses. */
  private boolean readTotals(JsonNode item) {
    JsonNode codex = item.at("/payload/info/total_token_usage");
    JsonNode turn =
        LenientJson.text(item, "type").equals("turn.completed")
            ? item.path("usage")
            : MissingNode.getInstance();
    JsonNode hands = item.path("llm_metrics");
    for (JsonNode total : List.of(codex, turn, hands.path("accumulated_token_usage"))) {
      tokens = Math.max(tokens, sum(total));
    }
    cost = Math.max(cost, hands.path("accumulated_cost").asDouble(0));
    return codex.isObject() || turn.isObject() || hands.isObject();
  }

  private void addResponse(JsonNode item, JsonNode holder, JsonNode amount) {
    JsonNode nested = amount.path("tokens"); // of a program's own metrics
    double paid = firstNumber(amount, List.of("/cost/total", "/cost"));
    if (paid <= 0) {
      paid = firstNumber(holder, List.of("/cost", "/costUSD"));
    }
    if (paid <= 0) {
      paid = firstNumber(item, List.of("/extra/cost", "/costUSD"));
    }
    String id = firstText(holder, IDS);
    add(
        id.isEmpty() ? firstText(item, IDS) : id,
        new ResponseUsage(sum(nested.isObject() ? nested : amount), paid));
  }

  /** Adds a response, or replaces it if it is known by its id. */
  private void add(String id, ResponseUsage usage) {
    ResponseUsage before = id.isEmpty() ? null : responses.put(id, usage);
    tokens += usage.tokens() - (before == null ? 0 : before.tokens());
    cost += usage.cost() - (before == null ? 0 : before.cost());
  }

  private static double sum(JsonNode amount) {
    for (String name : TOTALS) {
      if (amount.path(name).isNumber()) {
        return Math.max(0, amount.path(name).doubleValue());
      }
    }
    double sum = 0;
    for (List<String> names : PARTS) {
      sum += firstNumber(amount, names);
    }
    return sum;
  }

  private static double firstNumber(JsonNode node, List<String> paths) {
    for (String path : paths) {
      if (node.at(path).isNumber()) {
        return Math.max(0, node.at(path).doubleValue());
      }
    }
    return 0;
  }

  private static String firstText(JsonNode node, List<String> names) {
    for (String name : names) {
      if (node.path(name).isTextual()) {
        return node.path(name).textValue();
      }
    }
    return "";
  }

  private void readTime(JsonNode item) {
    JsonNode seconds = item.path("execution_time");
    if (seconds.isNumber()) { // of a step whose log has no instants
      pendingMs += Math.max(0, (long) (seconds.doubleValue() * 1000));
    }
    long at = -1;
    for (int i = 0; at < 0 && i < TIMES.size(); i++) {
      at = millis(item.at(TIMES.get(i)));
    }
    if (at >= 0) {
      pendingMs += lastMs < 0 ? 0 : Math.max(0, at - lastMs);
      lastMs = Math.max(lastMs, at);
    }
  }

  private static long millis(JsonNode time) {
    if (time.isNumber()) {
      double value = time.doubleValue();
      return value < 1e8 ? -1 : (long) (value > MAX_SECONDS ? value : value * 1000);
    }
    Instant instant = time.isTextual() ? instant(time.textValue()) : null;
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
      fields.put("tokens_used", Math.round(tokens));
    }
    if (cost > 0) {
      fields.put("cost", BigDecimal.valueOf(cost).setScale(6, RoundingMode.HALF_UP).doubleValue());
    }
    if (timeMs > 0) {
      fields.put("time", timeMs + "ms");
    }
  }
}
