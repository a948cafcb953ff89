package dev.statute.cli.internal.session;

import dev.statute.cli.internal.console.TerminalStyle;
import dev.statute.cli.internal.input.InputDescription;
import dev.statute.expr.DurationFormat;
import dev.statute.json.JsonText;
import dev.statute.policy.Finding;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.policy.spi.RuleVerdict;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.VisibleText;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.step.BlockedCandidate;
import dev.statute.step.Effect;
import dev.statute.step.ExecutionError;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.RankedVerdict;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import dev.statute.step.StuckStatus;
import dev.statute.step.TakenTransition;
import dev.statute.step.Trace;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Session as text: one row per step (line, input, outcome, target), and its explanation below.
 * Columns have fixed widths, because rows are printed immediately.
 */
final class RunText implements SessionListener {
  private static final int INPUT_WIDTH = 30;
  private static final int OUTCOME_WIDTH = 10;
  private static final String MARGIN = " ".repeat(6);
  private final PrintStream out;
  private final TerminalStyle style;
  private int lastLine = -1;

  RunText(PrintStream out, TerminalStyle style) {
    this.out = out;
    this.style = style;
  }

  @Override
  public void step(int line, Instant at, Step step) {
    Outcome outcome = step.outcome();
    printRow(line, InputDescription.describe(step.cause()), outcome.kind(), stateChange(outcome));
    printMessage(outcome);
    printTrace(outcome);
  }

  @Override
  public void resumed(Instant at, List<String> configuration) {
    printRow(0, "resume", "started", join(configuration));
  }

  @Override
  public void advanced(int line, Instant at, Duration by, List<String> configuration) {
    String what = by.isZero() ? "clock at " + at : "+" + DurationFormat.format(by);
    printRow(line, what, "advanced", join(configuration));
  }

  @Override
  public void described(int line, Instant at, List<String> configuration) {
    printRow(line, "meta", "", "");
  }

  @Override
  public void unreadable(int line, Instant at, Problem problem, List<String> configuration) {
    printRow(line, "", "unreadable", "");
    printNote(problem.code() + ": " + problem.message());
    printNote("fix: " + problem.fix());
  }

  @Override
  public void enabled(
      int line, Instant at, List<PossibleInput> answers, List<String> configuration) {
    printRow(line, "enabled?", "answered", join(configuration));
    for (PossibleInput answer : answers) {
      Outcome would = answer.outcome();
      printNote(
          pad(InputDescription.describe(answer.input()), INPUT_WIDTH)
              + colorOf(would.kind(), pad(would.kind(), OUTCOME_WIDTH))
              + stateChange(would));
    }
  }

  @Override
  public void can(int line, Instant at, Input about, Outcome would, List<String> configuration) {
    printRow(
        line, "can " + InputDescription.describe(about) + "?", would.kind(), stateChange(would));
    printMessage(would);
    printTrace(would);
  }

  @Override
  public void progress(int line, Instant at, Map<String, ?> counters, List<String> configuration) {
    printRow(line, "progress?", "answered", join(configuration));
    counters.forEach(
        (name, value) -> {
          if (!value.equals(0L)) {
            printNote(pad(name, INPUT_WIDTH) + value);
          }
        });
  }

  @Override
  public void phases(int line, Instant at, Map<String, ?> phases, List<String> configuration) {
    printRow(line, "phases?", "answered", join(configuration));
    phases.forEach((name, value) -> printNote(pad(name, INPUT_WIDTH) + JsonText.write(value)));
  }

  @Override
  public void stuck(int line, Instant at, StuckStatus stuck, List<String> configuration) {
    printRow(line, "stuck?", stuck.isStuck() ? "yes" : "no", join(configuration));
    stuck.findings().forEach(this::findingText);
  }

  private void printRow(int line, String what, String outcome, String change) {
    String number = line == lastLine || line == 0 ? "" : Integer.toString(line);
    lastLine = line;
    String row =
        " ".repeat(Math.max(0, 4 - number.length()))
            + style.dim(number)
            + "  "
            + pad(VisibleText.oneLine(what, INPUT_WIDTH - 1), INPUT_WIDTH)
            + colorOf(outcome, pad(outcome, OUTCOME_WIDTH))
            + change;
    out.println(row.stripTrailing());
  }

  private String stateChange(Outcome outcome) {
    List<String> from = outcome.from();
    List<String> to = outcome.configuration();
    return from.equals(to) || from.isEmpty() ? join(to) : join(from) + " → " + style.bold(join(to));
  }

  private void printMessage(Outcome outcome) {
    String message = outcome.message();
    String code = outcome.code();
    if (message != null && !(outcome instanceof Outcome.Blocked)) {
      printNote((code == null ? "" : code + ": ") + message);
    }
    if (outcome instanceof Outcome.Denied denied) {
      printNote(style.dim(ruleText(denied.rule() + layerText(denied), denied.place())));
    } else if (outcome instanceof Outcome.Blocked blocked) {
      blocked.candidates().forEach(attempted -> printNote(candidateText(attempted)));
    } else if (outcome instanceof Outcome.Deferred deferred) {
      printNote("kept until " + join(deferred.until()));
    } else if (outcome instanceof Outcome.Failed failed && failed.place() != null) {
      printNote(style.dim("at " + failed.place()));
    } else if (outcome instanceof Outcome.Ignored ignored && message == null) {
      printNote(
          style.dim(
              "heard here: "
                  + (ignored.acceptedEvents().isEmpty()
                      ? "nothing"
                      : join(ignored.acceptedEvents()))));
    }
  }

  private String candidateText(BlockedCandidate attempted) {
    return attempted.reason() + style.dim("  " + attempted.place());
  }

  private void printTrace(Outcome outcome) {
    Trace trace = outcome.trace();
    for (TakenTransition fired : trace.transitions()) {
      String reason = fired.reason();
      if (reason != null) {
        printNote("“" + reason + "”");
      }
    }
    for (ReportedFinding found : trace.findings()) {
      findingText(found);
    }
    for (RankedVerdict weighed : trace.verdicts()) {
      if (!(outcome instanceof Outcome.Denied && weighed.decisive())) {
        printReason(weighed);
      }
    }
    for (Effect effect : trace.effects()) {
      String phrase = InputDescription.describe(effect);
      if (phrase != null) {
        printNote("» " + phrase);
      }
    }
    for (ExecutionError fault : trace.errors()) {
      if (fault.message().equals(outcome.message())) {
        continue;
      }
      printNote("! " + fault.message() + style.dim("  " + fault.place()));
    }
  }

  private void findingText(ReportedFinding found) {
    Finding finding = found.finding();
    String level = finding.level();
    String mark = level.equals("hint") ? style.warning("● " + level) : style.error("● " + level);
    printNote(mark + " " + finding.pattern() + " ×" + finding.count() + ": " + finding.reason());
    printNote("  " + style.dim(ruleText(found.rule(), found.place())));
  }

  private void printReason(RankedVerdict weighed) {
    RuleVerdict ruling = weighed.ruling();
    if (ruling.verdict() instanceof Finding) {
      return;
    }
    String verdict = ruling.verdict().getClass().getSimpleName().toLowerCase(Locale.ROOT);
    printNote(
        (weighed.decisive() ? verdict : verdict + " (outvoted)")
            + ": "
            + ruling.verdict().reason()
            + "  "
            + style.dim(ruleText(ruling.rule() + layerText(ruling), ruling.place())));
  }

  /** Layer that decided, unless the rule failed. */
  private static String layerText(Outcome.Denied denied) {
    return denied.trace().verdicts().stream()
        .filter(weighed -> weighed.decisive() && weighed.ruling().rule().equals(denied.rule()))
        .map(weighed -> layerText(weighed.ruling()))
        .findFirst()
        .orElse("");
  }

  private static String layerText(RuleVerdict ruling) {
    return " (" + ruling.layer() + ")";
  }

  private static String ruleText(String rule, @Nullable Place place) {
    return "by " + rule + (place == null ? "" : "  " + place);
  }

  private void printNote(String text) {
    out.println(MARGIN + "  " + text);
  }

  private String colorOf(String outcome, String text) {
    return switch (outcome) {
      case "taken", "started" -> style.success(text);
      case "denied", "rejected", "failed", "unreadable" -> style.error(text);
      case "blocked", "ignored", "deferred", "duplicate" -> style.warning(text);
      default -> style.dim(text);
    };
  }

  private static String join(List<String> words) {
    return String.join(", ", words);
  }

  private static String pad(String text, int width) {
    return text.length() >= width ? text + " " : text + " ".repeat(width - text.length());
  }

  /** Prints the final configuration. */
  static void printEnd(PrintStream out, TerminalStyle style, ChartSession session) {
    Snapshot snapshot = session.snapshot();
    String state = snapshot.isDone() ? "ended in " : "rests in ";
    out.println();
    out.println(snapshot.chart().name() + " " + state + style.bold(join(snapshot.configuration())));
    if (!snapshot.data().isEmpty()) {
      out.println(style.dim("data " + VisibleText.oneLine(JsonText.write(snapshot.data()), 200)));
    }
  }
}
