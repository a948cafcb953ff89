package dev.statute.server.internal.instance;

import dev.statute.runtime.InstanceHandle;
import dev.statute.server.internal.feature.ServerContext;
import dev.statute.server.internal.stream.ServerEvent;
import dev.statute.server.internal.stream.StreamCursor;
import dev.statute.server.internal.stream.StreamSource;
import dev.statute.step.Snapshot;
import dev.statute.store.StreamEvent;
import dev.statute.store.Subscription;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Events of one instance, read from the store from the one after a number on. The numbers have no
 * gaps; where the store no longer keeps an event, {@code missed} says which numbers are lost.
 */
final class InstanceStreamSource implements StreamSource {
  private final ServerContext context;
  private final InstanceHandle instance;
  private final boolean stays;
  private final StreamCursor cursor;
  private @Nullable Subscription subscription;
  private boolean finished;

  /**
   * Creates a source.
   *
   * @param after number of the last event that the client knows
   * @param stays whether it stays open after the end of the instance
   */
  InstanceStreamSource(ServerContext context, String id, long after, boolean stays) {
    this.context = context;
    this.instance = context.engine().instance(id);
    this.stays = stays;
    Map<String, @Nullable Object> row = context.store().inspect(id);
    long last = row != null && row.get("events") instanceof Long count ? count : after;
    this.cursor = new StreamCursor(after, last);
  }

  /** Tests whether the instance ended and the client knows all of its events. */
  boolean isOver() {
    return cursor.isEmpty() && isDone() && events(1).isEmpty();
  }

  private boolean isDone() {
    Snapshot snapshot = instance.snapshot();
    return snapshot == null || snapshot.isDone();
  }

  @Override
  public void open(Runnable onChange) {
    subscription = instance.subscribe(cursor.seen(), event -> onChange.run());
  }

  @Override
  public List<ServerEvent> next(int atMost) {
    // asked before the events are read: what ends it comes after all of them
    finished = !stays && isDone();
    events(atMost).forEach(event -> cursor.add(event.number(), encode(event)));
    return cursor.take();
  }

  private List<StreamEvent> events(int atMost) {
    return context.store().events(instance.id(), cursor.seen(), atMost);
  }

  private static ServerEvent encode(StreamEvent event) {
    return new ServerEvent(
        String.valueOf(event.number()), event.type(), StreamEventJson.write(event, Map.of()));
  }

  @Override
  public boolean isEnded() {
    return finished;
  }

  @Override
  public void close() {
    if (subscription != null) {
      subscription.close();
    }
  }
}
