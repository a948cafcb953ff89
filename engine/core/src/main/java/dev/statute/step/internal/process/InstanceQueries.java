package dev.statute.step.internal.process;

import dev.statute.chart.EventDefinition;
import dev.statute.chart.EventDescriptor;
import dev.statute.chart.ReservedEvents;
import dev.statute.policy.Settings;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.Snapshot;
import dev.statute.step.StuckStatus;
import dev.statute.step.internal.interpret.InterpreterContext;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.StateSet;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Read-only queries about an instance. */
public final class InstanceQueries {
  /** Query of the outcome that an input would have. */
  @FunctionalInterface
  public interface OutcomeQuery {
    Outcome can(Snapshot snapshot, Input input, long now);
  }

  private static final List<String> LEVELS = List.of("hint", "recover", "stop");
  private final OutcomeQuery outcomes;
  private final CompiledChart model;
  private final RecordProcessor records;
  private final Settings settings;

  public InstanceQueries(
      InterpreterContext context, OutcomeQuery outcomes, RecordProcessor records) {
    model = context.model();
    settings = context.chart().settings();
    this.outcomes = outcomes;
    this.records = records;
  }

  /**
   * Returns the possible inputs: events first, then moves, both in document order, inner states
   * after outer ones.
   */
  public List<PossibleInput> enabled(Snapshot snapshot, long now) {
    List<PossibleInput> answers = new ArrayList<>();
    if (snapshot.isDone()) {
      return answers;
    }
    for (String event : acceptedEvents(snapshot)) {
      Input.Event input = new Input.Event(event);
      answers.add(new PossibleInput(input, outcomes.can(snapshot, input, now)));
    }
    Set<String> listed = listedTargets(snapshot);
    for (String id : model.ids()) {
      Input.Move input = new Input.Move(id);
      Outcome outcome = outcomes.can(snapshot, input, now);
      if (listed.contains(id) || !(outcome instanceof Outcome.Rejected)) {
        answers.add(new PossibleInput(input, outcome));
      }
    }
    return answers;
  }

  /** Returns the status, see {@link dev.statute.step.Interpreter#stuckStatus}. */
  public StuckStatus stuckStatus(Snapshot snapshot, long now) {
    List<ReportedFinding> findings = records.currentFindings(snapshot, now);
    Object flagged = settings.value("flag_only");
    ReportedFinding decisive = null;
    for (ReportedFinding found : findings) {
      boolean counts = !(flagged instanceof List<?> all && all.contains(found.finding().pattern()));
      if (counts && (decisive == null || rank(found) > rank(decisive))) {
        decisive = found;
      }
    }
    return new StuckStatus(decisive, findings);
  }

  /** Returns the rank of a finding's level; an unknown level ranks as the mildest. */
  private static int rank(ReportedFinding found) {
    return Math.max(0, LEVELS.indexOf(found.finding().level()));
  }

  /** Returns the accepted events; a descriptor of several declared events is replaced by them. */
  private Set<String> acceptedEvents(Snapshot snapshot) {
    Set<String> events = new LinkedHashSet<>();
    Map<String, EventDefinition> declared = model.definition().events();
    for (String word : snapshot.activeConfiguration().acceptedEvents(model)) {
      String prefix = EventDescriptor.prefix(word);
      if (declared == null) {
        if (!prefix.isEmpty()) {
          events.add(prefix);
        }
      } else {
        declared.keySet().stream()
            .filter(event -> EventDescriptor.matches(word, event))
            .filter(event -> !ReservedEvents.isReserved(event))
            .forEach(events::add);
      }
    }
    return events;
  }

  private Set<String> listedTargets(Snapshot snapshot) {
    Set<String> targets = new LinkedHashSet<>();
    StateSet active = snapshot.activeConfiguration().active();
    for (int n = active.next(0); n >= 0; n = active.next(n + 1)) {
      model.state(n).moves().forEach(move -> targets.add(model.id(move.targets()[0])));
    }
    return targets;
  }
}
