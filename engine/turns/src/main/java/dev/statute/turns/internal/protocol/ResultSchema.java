package dev.statute.turns.internal.protocol;

import dev.statute.turns.Lease;
import dev.statute.turns.internal.call.TurnChartException;
import dev.statute.turns.internal.result.ResultField;
import dev.statute.turns.store.TurnRecords.Card;
import dev.statute.turns.store.TurnRecords.Message;
import dev.statute.turns.store.TurnRecords.Turn;
import dev.statute.turns.store.TurnRecords.TurnBoxes;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Required fields of a turn's result. */
final class ResultSchema {
  private static final Logger LOG = LoggerFactory.getLogger(ResultSchema.class);

  private final TurnContext context;

  ResultSchema(TurnContext context) {
    this.context = context;
  }

  /**
   * Returns the required fields of the result: those of the request, else of its task, else of the
   * last readable card with {@code task.result_fields}.
   */
  List<ResultField> fields(AgentTransaction round, Lease lease) {
    Turn turn = round.tx().turn(lease.turn());
    Message request = turn == null ? null : round.tx().message(turn.message());
    if (request == null) {
      return List.of();
    }
    Map<String, @Nullable Object> payload = context.codec().read(request.payload());
    List<ResultField> asked = ResultField.of(payload.get("result_fields"));
    if (asked.isEmpty() && payload.get("task") instanceof Map<?, ?> task) {
      asked = ResultField.of(task.get("result_fields"));
    }
    TurnBoxes boxes = round.headDraft().activeBoxes();
    if (!asked.isEmpty() || boxes.context() == null) {
      return asked;
    }
    List<Card> cards = round.boxes().read(boxes.context(), boxes.contextSeq());
    for (int i = cards.size() - 1; i >= 0; i--) {
      if (cards.get(i).type().equals("task.result_fields")) {
        return fields(cards.get(i));
      }
    }
    return List.of();
  }

  private List<ResultField> fields(Card card) {
    try {
      return ResultField.of(context.codec().read(card.content()));
    } catch (IllegalArgumentException e) {
      LOG.warn("card {} defines no fields of a result", card.id(), e);
      throw new TurnChartException(
          "card '" + card.id() + "' does not say which fields a result has: " + e.getMessage());
    }
  }
}
