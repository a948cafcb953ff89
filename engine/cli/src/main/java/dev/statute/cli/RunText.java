package dev.statute.cli;

import dev.statute.json.JsonText;
import dev.statute.policy.Finding;
import dev.statute.policy.RuleVerdict;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.session.ChartSession;
import dev.statute.session.SessionListener;
import dev.statute.step.BlockedCandidate;
import dev.statute.step.Effect;
import dev.statute.step.ExecutionError;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.RankedVerdict;
import dev.statute.step.ReportedFinding;
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
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Tells a session to a person: one row per step (line, what, outcome, where to), and under it what
 * explains it. Columns have fixed widths, since rows are printed as they come.
 */
final class RunText implements SessionListener {
  private static final int WHAT = 30;
  private static final int OUTCOME = 10;
  private static final String MARGIN = " ".repeat(6);
  private final PrintStream out;
  private final TerminalStyle style;
  private int last = -1;

  RunText(PrintStream out, TerminalStyle style) {
    this.out = out;
    this.style = style;
  }

  @Override
  public void step(int line, Instant at, Step step) {
    Outcome outcome = step.outcome();
    row(line, InputDescription.of(step.cause()), outcome.kind(), change(outcome));
    said(outcome);
    trace(outcome);
  }

  @Override
  public void resumed(Instant at, List<String> configuration) {
    row(0, "resume", "started", join(configuration));
  }

  @Override
  public void advanced(int line, Instant at, Duration by, List<String> configuration) {
    String what = by.isZero() ? "clock at " + at : "+" + InputDescription.of(by);
    row(line, what, "advanced", join(configuration));
  }

  @Override
  public void described(int line, Instant at, List<String> configuration) {
    row(line, "meta", "", "");
  }

  @Override
  public void unreadable(int line, Instant at, Problem problem, List<String> configuration) {
    row(line, "", "unreadable", "");
    note(problem.code() + ": " + problem.message());
    note("fix: " + problem.fix());
  }

  @Override
  public void enabled(
      int line, Instant at, List<PossibleInput> answers, List<String> configuration) {
    row(line, "enabled?", "answered", join(configuration));
    for (PossibleInput answer : answers) {
      Outcome would = answer.outcome();
      note(
          pad(InputDescription.of(answer.input()), WHAT)
              + colour(would.kind(), pad(would.kind(), OUTCOME))
              + change(would));
    }
  }

  @Override
  public void can(int line, Instant at, Input about, Outcome would, List<String> configuration) {
    row(line, "can " + InputDescription.of(about) + "?", would.kind(), change(would));
    said(would);
    trace(would);
  }

  @Override
  public void progress(int line, Instant at, Map<String, ?> counters, List<String> configuration) {
    row(line, "progress?", "answered", join(configuration));
    counters.forEach(
        (name, value) -> {
          if (!value.equals(0L)) {
            note(pad(name, WHAT) + value);
          }
        });
  }

  @Override
  public void stuck(int line, Instant at, StuckStatus stuck, List<String> configuration) {
    row(line, "stuck?", stuck.isStuck() ? "yes" : "no", join(configuration));
    stuck.findings().forEach(this::finding);
  }

  private void row(int line, String what, String outcome, String change) {
    String number = line == last || line == 0 ? "" : Integer.toString(line);
    last = line;
    String row =
        " ".repeat(Math.max(0, 4 - number.length()))
            + style.faint(number)
            + "  "
            + pad(InputDescription.brief(what, WHAT - 1), WHAT)
            + colour(outcome, pad(outcome, OUTCOME))
            + change;
    out.println(row.stripTrailing());
  }

  private String change(Outcome outcome) {
    List<String> from = outcome.from();
    List<String> to = outcome.configuration();
    return from.equals(to) || from.isEmpty()
        ? join(to)
        : join(from) + " → " + style.strong(join(to));
  }

  private void said(Outcome outcome) {
    String message = outcome.message();
    String code = outcome.code();
    if (message != null && !(outcome instanceof Outcome.Blocked)) {
      note((code == null ? "" : code + ": ") + message);
    }
    if (outcome instanceof Outcome.Denied denied) {
      note(style.faint(byRule(denied.rule() + layer(denied), denied.place())));
    } else if (outcome instanceof Outcome.Blocked blocked) {
      blocked.candidates().forEach(tried -> note(tried(tried)));
    } else if (outcome instanceof Outcome.Deferred deferred) {
      note("kept until " + join(deferred.until()));
    } else if (outcome instanceof Outcome.Failed failed && failed.place() != null) {
      note(style.faint("at " + failed.place()));
    } else if (outcome instanceof Outcome.Ignored ignored && message == null) {
      note(
          style.faint(
              "heard here: " + (ignored.heard().isEmpty() ? "nothing" : join(ignored.heard()))));
    }
  }

  private String tried(BlockedCandidate tried) {
    StringJoiner text = new StringJoiner(", ");
    if (tried.when() != null) {
      text.add("when " + tried.when() + " is " + tried.value());
    }
    if (tried.guard() != null && !tried.granted()) {
      text.add("no rule grants " + tried.guard());
    }
    return "not to " + join(tried.targets()) + ": " + text + style.faint("  " + tried.place());
  }

  private void trace(Outcome outcome) {
    Trace trace = outcome.trace();
    for (TakenTransition fired : trace.transitions()) {
      String reason = fired.reason();
      if (reason != null) {
        note("“" + reason + "”");
      }
    }
    for (ReportedFinding found : trace.findings()) {
      finding(found);
    }
    for (RankedVerdict weighed : trace.why()) {
      if (!(outcome instanceof Outcome.Denied && weighed.decisive())) {
        why(weighed);
      }
    }
    for (Effect effect : trace.effects()) {
      String phrase = InputDescription.of(effect);
      if (phrase != null) {
        note("» " + phrase);
      }
    }
    for (ExecutionError fault : trace.errors()) {
      if (fault.message().equals(outcome.message())) {
        continue;
      }
      note("! " + fault.message() + style.faint("  " + fault.place()));
    }
  }

  private void finding(ReportedFinding found) {
    Finding finding = found.finding();
    String level = finding.level();
    String mark = level.equals("hint") ? style.warn("● " + level) : style.bad("● " + level);
    note(mark + " " + finding.pattern() + " ×" + finding.count() + ": " + finding.reason());
    note("  " + style.faint(byRule(found.rule(), found.place())));
  }

  private void why(RankedVerdict weighed) {
    RuleVerdict ruling = weighed.ruling();
    if (ruling.verdict() instanceof Finding) {
      return;
    }
    String verdict = ruling.verdict().getClass().getSimpleName().toLowerCase(Locale.ROOT);
    note(
        (weighed.decisive() ? verdict : verdict + " (outvoted)")
            + ": "
            + ruling.verdict().reason()
            + "  "
            + style.faint(byRule(ruling.rule() + layer(ruling), ruling.place())));
  }

  /** The layer that decided, unless the rule failed. */
  private static String layer(Outcome.Denied denied) {
    return denied.trace().why().stream()
        .filter(weighed -> weighed.decisive() && weighed.ruling().rule().equals(denied.rule()))
        .map(weighed -> layer(weighed.ruling()))
        .findFirst()
        .orElse("");
  }

  private static String layer(RuleVerdict ruling) {
    return " (" + ruling.layer().name().toLowerCase(Locale.ROOT) + ")";
  }

  private static String byRule(String rule, @Nullable Place place) {
    return "by " + rule + (place == null ? "" : "  " + place);
  }

  private void note(String text) {
    out.println(MARGIN + "  " + text);
  }

  private String colour(String outcome, String text) {
    return switch (outcome) {
      case "taken", "started" -> style.good(text);
      case "denied", "rejected", "failed", "unreadable" -> style.bad(text);
      case "blocked", "ignored", "deferred", "duplicate" -> style.warn(text);
      default -> style.faint(text);
    };
  }

  private static String join(List<String> words) {
    return String.join(", ", words);
  }

  private static String pad(String text, int width) {
    return text.length() >= width ? text + " " : text + " ".repeat(width - text.length());
  }

  /** Where the instance rests at the end. */
  static void end(PrintStream out, TerminalStyle style, ChartSession session) {
    Snapshot snapshot = session.snapshot();
    String state = snapshot.isDone() ? "ended in " : "rests in ";
    out.println();
    out.println(
        snapshot.chart().name() + " " + state + style.strong(join(snapshot.configuration())));
    if (!snapshot.data().isEmpty()) {
      out.println(
          style.faint("data " + InputDescription.brief(JsonText.write(snapshot.data()), 200)));
    }
  }
}
