package dev.statute.server.internal.stream;

import java.util.ArrayList;
import java.util.List;

/**
 * Position of a client in a stream of events with numbers. A client that knows more events than
 * there are, as of another store, is told from which number on it follows; where numbers are
 * missing, {@code missed} says which. Not thread-safe.
 */
public final class StreamCursor {
  private final List<ServerEvent> unsent = new ArrayList<>();
  private long seen;

  /**
   * Creates a cursor.
   *
   * @param after number of the last event that the client knows
   * @param last number of the last event
   */
  public StreamCursor(long after, long last) {
    seen = Math.min(after, last);
    if (after > last) {
      unsent.add(ServerEvent.missed(last + 1, last));
    }
  }

  /** Returns the number of the last event that the client knows, or was given. */
  public long seen() {
    return seen;
  }

  /** Returns whether there are no events to send but those of the store. */
  public boolean isEmpty() {
    return unsent.isEmpty();
  }

  /** Adds the next event, after {@code missed} if there is a gap before it. */
  public void add(long number, ServerEvent event) {
    if (number > seen + 1) {
      unsent.add(ServerEvent.missed(seen + 1, number - 1));
    }
    seen = number;
    unsent.add(event);
  }

  /** Returns the events to send and forgets them. */
  public List<ServerEvent> take() {
    List<ServerEvent> events = List.copyOf(unsent);
    unsent.clear();
    return events;
  }
}
