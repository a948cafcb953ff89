package dev.statute.guard.internal.session;

import dev.statute.collection.BoundedMap;
import java.util.Map;

/**
 * Refused calls of a session, with the text that the agent got in place of a result. Programs may
 * report such a text as the result of a call. Only the id tells such a report where calls have one;
 * else its arguments are those of a refused call, and its output is the text as a whole: an output
 * that merely contains the text, such as the page of a log, is of a call that was made. At most
 * {@value #MAX} are kept. Thread-safe.
 */
public final class RefusedCalls {
  private static final int MAX = 64;

  private final Map<String, String> texts = BoundedMap.ofLatest(MAX);

  /**
   * Adds a refused call.
   *
   * @param id vendor's id of the call; empty if it has none
   * @param fields tool and arguments
   * @param text what the agent got
   */
  public synchronized void add(String id, Map<String, ?> fields, String text) {
    texts.put(OpenCalls.key(id, fields), text);
  }

  /** Notes that a call is made after all, by whose id or arguments another one was refused. */
  public synchronized void remove(String id, Map<String, ?> fields) {
    texts.remove(OpenCalls.key(id, fields));
  }

  /** Tests whether a reported call is one that was refused. */
  public synchronized boolean contains(String id, Map<String, ?> record) {
    String text = texts.get(OpenCalls.key(id, record));
    return text != null
        && (!id.isEmpty() || text.strip().equals(String.valueOf(record.get("output")).strip()));
  }
}
