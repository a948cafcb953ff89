package dev.statute.cli.internal.turn;

import dev.statute.expr.DurationFormat;
import dev.statute.json.JsonText;
import dev.statute.turns.ClaimedTurn;
import dev.statute.turns.Lease;
import dev.statute.turns.Resources;
import dev.statute.turns.ToolCall;
import dev.statute.turns.ToolCall.After;
import dev.statute.turns.TurnHandler;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Lineage;
import dev.statute.turns.store.TurnRecords.Message;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handler of agents' rounds that runs a shell command. It reads {@code {"agent", "turn", "epoch",
 * "attempt", "task", "steps_left", "resources", "nested", "results", "context", "output"}} and
 * writes one of {@code {"deliver": {…}}}, {@code {"fail": {…}}} and {@code {"call": [{"tool",
 * "with", "id", "after", "timeout"}, …]}}, of which only {@code tool} is required.
 */
record CommandTurnHandler(CommandHandler command) implements TurnHandler {
  @Override
  public Next next(RoundInput asked) throws IOException, InterruptedException {
    Map<String, Object> question = new LinkedHashMap<>();
    ClaimedTurn turn = asked.turn();
    Lease lease = turn.lease();
    question.put("agent", lease.agent());
    question.put("turn", lease.turn());
    question.put("epoch", lease.epoch());
    question.put("attempt", turn.attempt());
    question.put("task", turn.task());
    question.put("steps_left", turn.stepsLeft());
    question.put("resources", resourcesJson(turn.resources()));
    question.put("nested", lineageJson(turn.nested()));
    question.put("batch", batchJson(turn.batch()));
    question.put("results", asked.results());
    question.put("context", cardsJson(turn.context()));
    question.put("output", cardsJson(turn.output()));
    return next(lease, command.execute(question, asked.stop()));
  }

  private static Map<String, ?> resourcesJson(Resources resources) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("roster", resources.roster());
    all.put("tools", resources.tools());
    all.put("profiles", resources.profiles());
    return all;
  }

  private static Map<String, ?> lineageJson(Lineage lineage) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("trace", lineage.trace());
    all.put("parent", lineage.parent());
    all.put("depth", lineage.depth());
    return all;
  }

  private static List<Map<String, ?>> batchJson(List<Message> batch) {
    List<Map<String, ?>> all = new ArrayList<>();
    for (Message message : batch) {
      Map<String, @Nullable Object> one = new LinkedHashMap<>();
      one.put("inbox_id", message.id());
      one.put("type", message.type().word());
      one.put("correlation_id", message.correlation());
      one.put("payload", JsonText.object(message.payload()));
      all.add(one);
    }
    return all;
  }

  private static List<Map<String, ?>> cardsJson(List<Card> cards) {
    List<Map<String, ?>> all = new ArrayList<>();
    for (Card card : cards) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("id", card.id());
      one.put("type", card.type());
      one.put("content", JsonText.object(card.content()));
      all.add(one);
    }
    return all;
  }

  private static Next next(Lease lease, String reply) {
    Map<String, ?> answer;
    try {
      answer = JsonText.object(reply);
    } catch (IllegalArgumentException e) {
      throw invalidReply(reply);
    }
    if (answer.get("deliver") instanceof Map<?, ?> result) {
      return new Deliver(values(result));
    }
    if (answer.get("fail") instanceof Map<?, ?> reason) {
      return new Fail(values(reason));
    }
    if (answer.get("call") instanceof List<?> calls && !calls.isEmpty()) {
      List<ToolCall> all = new ArrayList<>();
      for (Object call : calls) {
        if (!(call instanceof Map<?, ?> one) || !(one.get("tool") instanceof String tool)) {
          throw invalidReply(reply);
        }
        all.add(
            parseToolCall(
                values(one), tool, lease.turn() + "-" + lease.epoch() + "-" + all.size()));
      }
      return new Wait("round-" + lease.epoch(), all);
    }
    throw invalidReply(reply);
  }

  /** Parses a call; its default id is unique, since turn and epoch have one round. */
  private static ToolCall parseToolCall(Map<String, ?> one, String tool, String id) {
    Map<String, ?> with = one.get("with") instanceof Map<?, ?> map ? values(map) : Map.of();
    String after = one.get("after") instanceof String word ? word : After.SUSPEND.word();
    Duration timeout = null;
    if (one.get("timeout") instanceof String text) {
      timeout = DurationFormat.parse(text);
    }
    if ((one.get("timeout") != null && timeout == null)
        || (!after.equals(After.SUSPEND.word()) && !after.equals(After.TERMINATE.word()))) {
      throw new IllegalArgumentException(
          "the call of '"
              + tool
              + "' takes after: suspend or terminate, and timeout: 30s, a duration with its unit");
    }
    return new ToolCall(
        one.get("id") instanceof String given ? given : id,
        tool,
        with,
        after.equals(After.SUSPEND.word()) ? After.SUSPEND : After.TERMINATE,
        timeout);
  }

  /** Returns a map of parsed JSON with its keys as texts. */
  static Map<String, @Nullable Object> values(Map<?, ?> map) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    map.forEach((key, value) -> all.put(String.valueOf(key), value));
    return all;
  }

  private static IllegalArgumentException invalidReply(String reply) {
    return new IllegalArgumentException(
        "the handler of turns answers {\"deliver\": {…}}, {\"fail\": {…}} or {\"call\": [{\"tool\":"
            + " …}]}, not "
            + (reply.isEmpty() ? "nothing" : reply.substring(0, Math.min(reply.length(), 200))));
  }
}
