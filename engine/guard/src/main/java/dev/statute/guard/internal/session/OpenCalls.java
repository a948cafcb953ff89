package dev.statute.guard.internal.session;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a session without a result. Those of one agent with no result between are made in
 * parallel, which their records say by a common batch, as those of session logs do. At most {@value
 * #MAX} are kept. Thread-safe.
 */
public final class OpenCalls {
  private static final int MAX = 256;

  private final Deque<OpenCall> calls = new ArrayDeque<>();
  private CallRound round = new CallRound(0, "");
  private long rounds;

  private record OpenCall(String key, CallRound round) {}

  /** Calls with no result between. */
  private static final class CallRound {
    private final long number;
    private final String agent;
    private int size;

    CallRound(long number, String agent) {
      this.number = number;
      this.agent = agent;
    }
  }

  /**
   * Adds a call.
   *
   * @param id vendor's id of the call; empty if it has none
   * @param fields tool and arguments, by which a call without an id is found again
   */
  public synchronized void add(String id, Map<String, ?> fields) {
    String agent = String.valueOf(fields.get("agent"));
    if (!agent.equals(round.agent)) {
      round = new CallRound(++rounds, agent);
    }
    round.size++;
    calls.add(new OpenCall(key(id, fields), round));
    if (calls.size() > MAX) {
      calls.remove();
    }
  }

  /** Ends the round, as a result or a message came. */
  public synchronized void endRound() {
    round = new CallRound(++rounds, "");
  }

  /** Removes a call, ends the round, and returns the call's batch; null if it was alone. */
  public synchronized @Nullable String remove(String id, Map<String, ?> fields) {
    endRound();
    String key = key(id, fields);
    for (Iterator<OpenCall> each = calls.iterator(); each.hasNext(); ) {
      OpenCall call = each.next();
      if (call.key.equals(key)) {
        each.remove();
        return call.round.size > 1 ? "round " + call.round.number : null;
      }
    }
    return null;
  }

  /** Returns the key of a call: its id, or else its tool and arguments. */
  static String key(String id, Map<String, ?> fields) {
    return id.isEmpty()
        ? String.valueOf(fields.get("tool"))
            + ' '
            + RecordSize.digest(String.valueOf(fields.get("args")))
        : id;
  }
}
