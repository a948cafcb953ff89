package dev.statute.drools.internal.forecast;

import dev.statute.drools.internal.condition.EquivalenceClass;
import dev.statute.drools.internal.condition.FactReader;
import dev.statute.drools.internal.condition.ReflectiveReader;
import dev.statute.drools.internal.condition.SymbolicValue;
import dev.statute.policy.spi.PolicyApproximation.ApproximateProposal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Access to the known values of the proposal, the instance and the settings. */
record ApproximateReader(ApproximateProposal proposal) implements FactReader {
  @Override
  public @Nullable Object field(Object on, String name) {
    if (on == KnownFact.PROPOSAL) {
      return proposalField(name);
    }
    if (on == KnownFact.INSTANCE) {
      return switch (name) {
        case "chart" -> proposal.chart();
        case "configuration" ->
            proposal.before() == null ? SymbolicValue.UNKNOWN : proposal.before();
        default -> SymbolicValue.UNKNOWN;
      };
    }
    return on instanceof SymbolicValue
        ? SymbolicValue.UNKNOWN
        : ReflectiveReader.INSTANCE.field(on, name);
  }

  private @Nullable Object proposalField(String name) {
    return switch (name) {
      case "chart" -> proposal.chart();
      case "from" -> proposal.from();
      case "to" -> proposal.to();
      case "targets" -> proposal.targets();
      case "source" -> proposal.source();
      case "event" -> eventClass(proposal.event());
      case "kind" -> proposal.kind() == null ? SymbolicValue.UNKNOWN : proposal.kind();
      case "listed" -> proposal.listed();
      case "guard" -> proposal.guard();
      case "tags" -> proposal.tags();
      case "instance" -> KnownFact.INSTANCE;
      case "settings" -> KnownFact.SETTINGS;
      default -> SymbolicValue.UNKNOWN;
    };
  }

  /** An event stands for all events with the same meaning for the chart and the rules. */
  private static EquivalenceClass eventClass(@Nullable String event) {
    return event == null ? EquivalenceClass.OTHER : new EquivalenceClass(event);
  }

  @Override
  public @Nullable Object call(Object on, String name, List<@Nullable Object> arguments) {
    if (on instanceof KnownFact && arguments.isEmpty()) {
      return field(on, name);
    }
    if (on == KnownFact.SETTINGS) {
      return ReflectiveReader.INSTANCE.call(proposal.settings(), name, arguments);
    }
    if (!(on instanceof SymbolicValue)) {
      return ReflectiveReader.INSTANCE.call(on, name, arguments);
    }
    if (arguments.size() != 1 || !(arguments.get(0) instanceof String state)) {
      return SymbolicValue.UNKNOWN;
    }
    if (on == KnownFact.PROPOSAL) {
      return switch (name) {
        case "leaves" -> proposal.leaves().test(state);
        case "enters" -> proposal.enters().test(state);
        default -> SymbolicValue.UNKNOWN;
      };
    }
    List<String> configuration = proposal.before();
    return on == KnownFact.INSTANCE && name.equals("in") && configuration != null
        ? configuration.contains(state)
        : SymbolicValue.UNKNOWN;
  }
}
