package dev.statute.progress;

import dev.statute.policy.Counter;

/**
 * The numbers of a trail that talk changes. While a batch of calls is open, the trail is packed as
 * it was before it, and its calls are counted again when it is unpacked; what was said since then
 * is all that this leaves out.
 */
final class Said {
  private static final Counter[] COUNTERS = {
    Counter.SAME_MESSAGES,
    Counter.CONDENSATIONS,
    Counter.REVISIONS,
    Counter.STUCK_SUB_AGENTS,
    Counter.JUDGED,
    Counter.CHANT
  };

  private Said() {}

  static void write(Packing out, Trail trail) {
    for (Counter counter : COUNTERS) {
      out.number(trail.get(counter));
    }
    out.key(trail.lastMessage);
    out.flag(trail.retried);
  }

  static void read(Unpacking in, Trail trail) {
    for (Counter counter : COUNTERS) {
      trail.set(counter, in.number());
    }
    trail.lastMessage = in.key();
    trail.retried = in.flag();
  }

  /** The keys of what came last. */
  static int[] lasts(Trail trail) {
    return new int[] {
      trail.lastTool,
      trail.lastAnswer,
      trail.lastError,
      trail.lastClass,
      trail.lastReject,
      trail.lastEdit,
      trail.lastNoop,
      trail.lastMessage,
      trail.verdict,
      trail.verdictBefore
    };
  }

  static void lasts(Unpacking in, Trail trail) {
    trail.lastTool = in.key();
    trail.lastAnswer = in.key();
    trail.lastError = in.key();
    trail.lastClass = in.key();
    trail.lastReject = in.key();
    trail.lastEdit = in.key();
    trail.lastNoop = in.key();
    trail.lastMessage = in.key();
    trail.verdict = in.key();
    trail.verdictBefore = in.key();
  }
}
