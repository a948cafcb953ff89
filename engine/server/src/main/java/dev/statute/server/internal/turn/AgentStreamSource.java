package dev.statute.server.internal.turn;

import dev.statute.server.internal.stream.ServerEvent;
import dev.statute.server.internal.stream.StreamSource;
import dev.statute.store.Subscription;
import dev.statute.turns.Turns;
import dev.statute.turns.store.TurnRecords.Event;
import dev.statute.turns.store.TurnStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Events of an agent's turns, read from the store from the one after a number on. */
final class AgentStreamSource implements StreamSource {
  private final Turns turns;
  private final TurnStore store;
  private final String agent;
  private final List<ServerEvent> first = new ArrayList<>();
  private @Nullable Subscription subscription;
  private long seen;

  /**
   * Creates a source. A client that knows more events than there are, as of another store, is told
   * from which number on it follows.
   *
   * @param last number of the agent's last event
   * @param after number of the last event that the client knows
   */
  AgentStreamSource(Turns turns, TurnStore store, String agent, long last, long after) {
    this.turns = turns;
    this.store = store;
    this.agent = agent;
    this.seen = Math.min(after, last);
    if (after > last) {
      first.add(ServerEvent.missed(last + 1, last));
    }
  }

  @Override
  public void open(Runnable onChange) {
    subscription = turns.subscribe(agent, seen, event -> onChange.run());
  }

  @Override
  public List<ServerEvent> next(int atMost) {
    List<ServerEvent> events = new ArrayList<>(first);
    first.clear();
    for (Event event : store.events(agent, seen, atMost)) {
      if (event.seq() > seen + 1) {
        events.add(ServerEvent.missed(seen + 1, event.seq() - 1));
      }
      seen = event.seq();
      events.add(new ServerEvent(String.valueOf(seen), event.type(), event.payload()));
    }
    return events;
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
