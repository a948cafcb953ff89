package dev.statute.progress.internal.state;

import dev.statute.policy.Message;
import dev.statute.policy.base.Counter;
import dev.statute.progress.internal.count.RepetitionState;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.record.RecordField;
import dev.statute.progress.internal.settings.TrackerSettings;
import dev.statute.progress.internal.text.TextExcerpt;
import dev.statute.progress.internal.text.TextHash;
import java.util.Locale;
import java.util.Set;

/** Counter of messages, verdicts, budgets and other records beside the actions. */
final class MessageCounter {
  private static final Set<String> REVISE =
      Set.of("revise", "reject", "rejected", "changes_requested", "needs_revision");
  private final TrackerState state;
  private final TrackerSettings settings;

  MessageCounter(TrackerState state, TrackerSettings settings) {
    this.state = state;
    this.settings = settings;
  }

  void count(ProgressRecord record, boolean stuck) {
    switch (record.type()) {
      case "message" -> countMessage(record);
      case "thought" -> repetition().countMessage(record.text(RecordField.TEXT));
      case "user_message" -> {
        if (!record.isByProgram()) { // nobody asked for anything
          new BatchCounter(state).startSegment();
        }
      }
      case "stream_text" -> countStreamed(record.text(RecordField.TEXT));
      case "condensation" -> repetition().add(Counter.CONDENSATIONS);
      case "retry" -> repetition().expectRetry();
      case "verdict" -> {
        String verdict = record.text(RecordField.VALUE).toLowerCase(Locale.ROOT);
        countStreak(Counter.REVISIONS, REVISE.contains(verdict));
      }
      case "judge" -> countJudgement(record);
      case "sub_agent" -> countStreak(Counter.STUCK_SUB_AGENTS, stuck);
      case "budget" -> state.budget = state.budget.with(record);
      default -> {}
    }
  }

  private RepetitionState repetition() {
    return state.repetition;
  }

  private void countStreak(Counter counter, boolean continues) {
    repetition().set(counter, continues ? repetition().get(counter) + 1 : 0);
  }

  private void countMessage(ProgressRecord record) {
    String text = record.text(RecordField.TEXT);
    state.budget = state.budget.withUsed(record);
    if (record.isByProgram()) {
      return; // a turn that the service of the model failed has no words of the agent
    }
    repetition().countMessage(text);
    state.add(Counter.MESSAGES);
    boolean duplicate = settings.keepsWindows && countDuplicate(TextHash.key64(text));
    if (settings.keepsTexts) {
      String role = record.has(RecordField.ROLE) ? record.text(RecordField.ROLE) : "assistant";
      state.texts =
          state.texts.withMessage(
              new Message(0, role, TextExcerpt.cut(text), duplicate), settings.maxActions);
    }
  }

  /** Counts a message in the window of distinct messages; a duplicate keeps its place there. */
  private boolean countDuplicate(long key) {
    int ago = state.messages.find(1, TextHash.low(key));
    if (ago < 0 || state.messages.at(ago, 0) != TextHash.high(key)) {
      state.messages.add(settings.maxMessages, TextHash.high(key), TextHash.low(key), 1);
      return false;
    }
    int times = state.messages.at(ago, 2) + 1;
    state.messages.set(ago, 2, times);
    state.set(Counter.DUPLICATE_MESSAGE, times);
    return true;
  }

  private void countStreamed(String text) {
    state.repeatedText = state.repeatedText.after(text);
    repetition().set(Counter.CHANT, state.repeatedText.laps());
  }

  private void countJudgement(ProgressRecord record) {
    double threshold = settings.judgeConfidence;
    double first = record.number(RecordField.CONFIDENCE, 0);
    double second = record.number(RecordField.SECOND_CONFIDENCE, first);
    repetition().set(Counter.JUDGED, first >= threshold && second >= threshold ? 1 : 0);
    if (record.has(RecordField.CONFIDENCE) && Math.max(first, second) <= 1 - threshold) {
      state.ledger.withdrawAdvice(); // sure that it is no loop: this holds a stop back
    }
  }
}
