package dev.statute.server.internal.journal;

import dev.statute.json.InputLine;
import dev.statute.json.JsonText;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.step.Interpreter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Session that follows a decision log: it is given the same inputs at the same instants, and goes
 * on where the log grows. The line of a step is its number in the log, from 1. Confined to one
 * thread.
 */
public final class JournalSession {
  private final Interpreter interpreter;
  private final SessionListener listener;
  private @Nullable ChartSession session;
  private Instant last = Instant.MIN;
  private int played;
  private boolean broken;

  /**
   * Creates a session.
   *
   * @param interpreter chart with the rules that judged the steps
   * @param listener is notified of the steps
   */
  public JournalSession(Interpreter interpreter, SessionListener listener) {
    this.interpreter = interpreter;
    this.listener = listener;
  }

  /** Tests whether the log lacks the start or steps: what comes after them is not played. */
  public boolean isBroken() {
    return broken;
  }

  /** Plays the lines of a log that were not played yet. */
  public void play(List<String> log) {
    for (; played < log.size() && !broken; played++) {
      Map<String, @Nullable Object> line =
          JsonText.object(log.get(played), "log", played + 1).value();
      broken = line == null || !(line.get("seq") instanceof Long) || !play(line);
    }
  }

  private boolean play(Map<String, @Nullable Object> line) {
    Instant at = Instant.parse(String.valueOf(line.get("at")));
    Map<String, @Nullable Object> in = StepReplay.map(line.get("in"));
    if (Boolean.TRUE.equals(in.get("start"))) {
      session =
          ChartSession.start(interpreter, StepReplay.start(line, in, at), listener)
              .withoutDeadlines();
    } else if (session == null) {
      return false;
    } else {
      InputLine input = StepReplay.input(played + 1, line, in, at, last);
      if (input != null) {
        session.play(input);
      }
    }
    last = at;
    return true;
  }
}
