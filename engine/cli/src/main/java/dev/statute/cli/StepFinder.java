package dev.statute.cli;

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
 * Plays a session to one of its steps, and explains that one: first to find the line it belongs to,
 * then again with explanations for that line only.
 */
final class StepFinder {
  private final Interpreter interpreter;
  private final StartOptions how;
  private final List<InputLine> lines;
  private final boolean stepsOnly;

  /**
   * A step in its session.
   *
   * @param json its line as {@code run} prints it, with the explanation
   */
  record Found(int line, Instant at, ExplainedStep explained, String json) {}

  private StepFinder(
      Interpreter interpreter, StartOptions how, List<InputLine> lines, boolean stepsOnly) {
    this.interpreter = interpreter;
    this.how = how;
    this.lines = lines;
    this.stepsOnly = stepsOnly;
  }

  /** In input lines; numbers are those of {@code run --output jsonl}. */
  static StepFinder inLines(
      Interpreter interpreter, InstanceOptions instance, List<InputLine> lines) {
    Instant began = InputClock.ofLines(lines.isEmpty() ? null : lines.get(0)).begin();
    return new StepFinder(
        interpreter, instance.beginning(interpreter.chart(), began), lines, false);
  }

  /** In what an instance was given by a decision log; the first step is number 0. */
  static StepFinder inRecorded(Interpreter interpreter, DecisionFile.Recorded recorded) {
    return new StepFinder(
        recorded.among(interpreter), recorded.beginning(), recorded.lines(), true);
  }

  /** The step with this number; what has another number, or is no step, is wrong use. */
  Found find(long seq) {
    int line = line(seq);
    OutputLines numbered = new OutputLines();
    Search search = new Search(seq, numbered, stepsOnly);
    SessionListener witness =
        SessionListener.all(SessionListener.json(numbered, told -> {}), search);
    ChartSession session =
        line == 0
            ? ChartSession.startExplained(interpreter, how, witness)
            : ChartSession.start(interpreter, how, witness);
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

  /** The number of the line that leads to this number. */
  private int line(long seq) {
    int[] found = {-1};
    SequencedListener counting =
        new SequencedListener(stepsOnly) {
          @Override
          void told(int line, Instant when) {
            if (seq() == seq) {
              found[0] = line;
            }
          }
        };
    ChartSession session = ChartSession.start(interpreter, how, counting);
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

  /** Waits for the explanation that comes right before the wanted number. */
  private static final class Search extends SequencedListener {
    private final long wanted;
    private final OutputLines numbered;
    private @Nullable Found found;

    Search(long wanted, OutputLines numbered, boolean stepsOnly) {
      super(stepsOnly);
      this.wanted = wanted;
      this.numbered = numbered;
    }

    @Override
    public void explained(int line, Instant when, ExplainedStep explained) {
      if (seq() + 1 == wanted) {
        found = new Found(line, when, explained, numbered.explained(line, when, explained));
      }
    }

    @Override
    void told(int line, Instant when) {}
  }
}
