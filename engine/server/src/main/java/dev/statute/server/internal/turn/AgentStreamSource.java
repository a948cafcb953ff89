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
  private @Nullable Subscription subscription;
  private long seen;

  AgentStreamSource(Turns turns, TurnStore store, String agent, long after) {
    this.turns = turns;
    this.store = store;
    this.agent = agent;
    this.seen = after;
  }

  @Override
  public void open(Runnable onChange) {
    subscription = turns.subscribe(agent, seen, event -> onChange.run());
  }

  @Override
  public List<ServerEvent> next(int atMost) {
    List<ServerEvent> events = new ArrayList<>();
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
