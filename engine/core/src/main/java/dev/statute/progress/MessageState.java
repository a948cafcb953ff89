package dev.statute.progress;

import dev.statute.policy.Counter;

/**
 * The numbers of a trail that talk changes. While a batch of calls is open, the trail is packed as
 * it was before it, and its calls are counted again when it is unpacked; what was said since then
 * is all that this leaves out.
 */
final class MessageState {
  private static final Counter[] COUNTERS = {
    Counter.SAME_MESSAGES,
    Counter.CONDENSATIONS,
    Counter.REVISIONS,
    Counter.STUCK_SUB_AGENTS,
    Counter.JUDGED,
    Counter.CHANT
  };

  private MessageState() {}

  static void write(PackedWriter out, RepetitionState trail) {
    for (Counter counter : COUNTERS) {
      out.number(trail.get(counter));
    }
    out.key(trail.lastMessage);
    out.flag(trail.retried);
  }

  static void read(PackedReader in, RepetitionState trail) {
    for (Counter counter : COUNTERS) {
      trail.set(counter, in.number());
    }
    trail.lastMessage = in.key();
    trail.retried = in.flag();
  }

  /** The keys of what came last. */
  static int[] lasts(RepetitionState trail) {
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

  static void lasts(PackedReader in, RepetitionState trail) {
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
