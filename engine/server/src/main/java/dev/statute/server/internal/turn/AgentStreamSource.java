package dev.statute.server.internal.turn;

import dev.statute.server.internal.stream.ServerEvent;
import dev.statute.server.internal.stream.StreamCursor;
import dev.statute.server.internal.stream.StreamSource;
import dev.statute.store.Subscription;
import dev.statute.turns.Turns;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Events of an agent's turns, read from the store from the one after a number on. */
final class AgentStreamSource implements StreamSource {
  private final Turns turns;
  private final TurnStore store;
  private final String agent;
  private final StreamCursor cursor;
  private @Nullable Subscription subscription;

  /**
   * Creates a source.
   *
   * @param last number of the agent's last event
   * @param after number of the last event that the client knows
   */
  AgentStreamSource(Turns turns, TurnStore store, String agent, long last, long after) {
    this.turns = turns;
    this.store = store;
    this.agent = agent;
    this.cursor = new StreamCursor(after, last);
  }

  @Override
  public void open(Runnable onChange) {
    subscription = turns.subscribe(agent, cursor.seen(), event -> onChange.run());
  }

  @Override
  public List<ServerEvent> next(int atMost) {
    store
        .events(agent, cursor.seen(), atMost)
        .forEach(event -> cursor.add(event.seq(), encode(event)));
    return cursor.take();
  }

  private static ServerEvent encode(Event event) {
    return new ServerEvent(String.valueOf(event.seq()), event.type(), event.payload());
  }

  @Override
  public boolean isEnded() {
    return false;
  }

  @Override
  public void close() {
    if (subscription != null) {
      subscription.close();
    }
  }
}
