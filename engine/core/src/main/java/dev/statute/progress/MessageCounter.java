package dev.statute.progress;

import dev.statute.policy.Counter;
import java.util.Locale;
import java.util.Set;

/** Counts what is said and reported around the actions. */
final class MessageCounter {
  private static final Set<String> REVISE =
      Set.of("revise", "reject", "rejected", "changes_requested", "needs_revision");
  private final TrackerState state;
  private final TrackerSettings tracking;

  MessageCounter(TrackerState state, TrackerSettings tracking) {
    this.state = state;
    this.tracking = tracking;
  }

  void count(ProgressRecord record, boolean stuck) {
    switch (record.type()) {
      case "message", "thought" -> same(record.text(RecordField.TEXT));
      case "user_message" -> new BatchCounter(state).freshen();
      case "stream_text" -> stream(record.text(RecordField.TEXT));
      case "condensation" -> trail().add(Counter.CONDENSATIONS);
      case "retry" -> trail().retried = true;
      case "verdict" -> {
        boolean revise = REVISE.contains(record.text(RecordField.VALUE).toLowerCase(Locale.ROOT));
        streak(Counter.REVISIONS, revise);
      }
      case "judge" -> judge(record);
      case "sub_agent" -> streak(Counter.STUCK_SUB_AGENTS, stuck);
      case "budget" -> state.spending = state.spending.with(record);
      default -> {}
    }
  }

  private RepetitionState trail() {
    return state.trail;
  }

  private void streak(Counter counter, boolean goesOn) {
    RepetitionState trail = trail();
    trail.set(counter, goesOn ? trail.get(counter) + 1 : 0);
  }

  private void same(String text) {
    if (text.isBlank()) {
      return;
    }
    RepetitionState trail = trail();
    int key = TextHash.half(text.strip());
    int said = trail.get(Counter.SAME_MESSAGES);
    trail.set(Counter.SAME_MESSAGES, said > 0 && key == trail.lastMessage ? said + 1 : 1);
    trail.lastMessage = key;
  }

  private void stream(String text) {
    state.chant = state.chant.after(text);
    trail().set(Counter.CHANT, state.chant.laps());
  }

  private void judge(ProgressRecord record) {
    double sure = tracking.judgeConfidence;
    double first = record.number(RecordField.CONFIDENCE, 0);
    boolean loop = first >= sure && record.number(RecordField.SECOND_CONFIDENCE, first) >= sure;
    trail().set(Counter.JUDGED, loop ? 1 : 0);
  }
}
