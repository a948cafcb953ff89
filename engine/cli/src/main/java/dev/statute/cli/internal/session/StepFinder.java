package dev.statute.cli.internal.session;

import dev.statute.cli.internal.console.UsageException;
import dev.statute.cli.internal.decision.DecisionFile;
import dev.statute.cli.internal.decision.SequencedListener;
import dev.statute.cli.internal.input.InputClock;
import dev.statute.cli.internal.input.InstanceOptions;
import dev.statute.json.InputLine;
import dev.statute.json.OutputLines;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.session.StartOptions;
import dev.statute.step.ExplainedStep;
import dev.statute.step.Interpreter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Replay of a session to one of its steps, with an explanation of that step: the first pass finds
 * the line of the step, the second one explains that line only.
 */
final class StepFinder {
  private final Interpreter interpreter;
  private final StartOptions initial;
  private final List<InputLine> lines;
  private final boolean stepsOnly;

  /**
   * Step of a session.
   *
   * @param json its line as {@code run} prints it, with the explanation
   */
  record FoundStep(int line, Instant time, ExplainedStep explained, String json) {
    /** Returns the step with the number that a decision log gives it instead of that of a line. */
    FoundStep numbered(long seq) {
      String numbered = json.replaceFirst("^\\{\"seq\":\\d+", "{\"seq\":" + seq);
      return new FoundStep((int) seq, time, explained, numbered);
    }
  }

  private StepFinder(
      Interpreter interpreter, StartOptions how, List<InputLine> lines, boolean stepsOnly) {
    this.interpreter = interpreter;
    this.initial = how;
    this.lines = lines;
    this.stepsOnly = stepsOnly;
  }

  /** Creates a finder for input lines; numbers are those of {@code run --output jsonl}. */
  static StepFinder inLines(
      Interpreter interpreter, InstanceOptions instance, List<InputLine> lines) {
    Instant began = InputClock.ofLines(lines.isEmpty() ? null : lines.get(0)).start();
    return new StepFinder(
        interpreter, instance.startOptions(interpreter.chart(), began), lines, false);
  }

  /** Creates a finder for an instance of a decision log; the first step is number 0. */
  static StepFinder inRecorded(Interpreter interpreter, DecisionFile.RecordedInstance recorded) {
    return new StepFinder(
        recorded.restrict(interpreter), recorded.beginning(), recorded.lines(), true);
  }

  /** Replays to the step with this number; other numbers are usage errors. */
  FoundStep replayTo(long seq) {
    int line = lineOf(seq);
    OutputLines numbered = new OutputLines();
    Search search = new Search(seq, numbered, stepsOnly);
    SessionListener listener =
        SessionListener.all(SessionListener.json(numbered, text -> {}), search);
    ChartSession session =
        line == 0
            ? ChartSession.startExplained(interpreter, initial, listener)
            : ChartSession.start(interpreter, initial, listener);
    leaveDeadlines(session);
    for (InputLine each : lines) {
      if (each.number() > line || search.found != null) {
        break;
      }
      session.explain(each.number() == line);
      session.play(each);
    }
    if (search.found == null) {
      for (InputLine each : lines) {
        if (each instanceof InputLine.Unreadable unreadable && each.number() == line) {
          throw new UsageException(
              "seq " + seq + " is a line that cannot be read: " + unreadable.problem().place());
        }
      }
      throw new UsageException("seq " + seq + " (line " + line + ") is no step of the instance");
    }
    return search.found;
  }

  /** A decision log contains what came of each invocation. */
  private void leaveDeadlines(ChartSession session) {
    if (stepsOnly) {
      session.withoutDeadlines();
    }
  }

  /** Number of the line that causes the output with this number. */
  private int lineOf(long seq) {
    int[] found = {-1};
    SequencedListener counting =
        new SequencedListener(stepsOnly) {
          @Override
          public void onOutput(int line, Instant when) {
            if (seq() == seq) {
              found[0] = line;
            }
          }
        };
    ChartSession session = ChartSession.start(interpreter, initial, counting);
    leaveDeadlines(session);
    for (InputLine each : lines) {
      if (found[0] >= 0) {
        break;
      }
      session.play(each);
    }
    if (found[0] < 0) {
      throw new UsageException(
          "there is no seq " + seq + "; the session ends with seq " + counting.seq());
    }
    return found[0];
  }

  /** Listener that takes the explanation immediately before the wanted number. */
  private static final class Search extends SequencedListener {
    private final long wantedSequence;
    private final OutputLines renderer;
    private @Nullable FoundStep found;

    Search(long wanted, OutputLines numbered, boolean stepsOnly) {
      super(stepsOnly);
      this.wantedSequence = wanted;
      this.renderer = numbered;
    }

    @Override
    public void explained(int line, Instant when, ExplainedStep explained) {
      if (seq() + 1 == wantedSequence) {
        found = new FoundStep(line, when, explained, renderer.explained(line, when, explained));
      }
    }
  }
}
