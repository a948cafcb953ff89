package dev.statute.render.internal.diagram;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ValueDefinition;
import dev.statute.problem.SourceText;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Summaries of actions in a few words, enough to recognize them in the chart's text. */
public final class ActionSummary {
  private ActionSummary() {}

  public static String of(List<ActionDefinition> actions) {
    return actions.stream().map(ActionSummary::of).collect(Collectors.joining("; "));
  }

  /** One dispatch over the sealed kinds of actions. */
  private static String of(ActionDefinition action) {
    if (action instanceof ActionDefinition.Assign assign) {
      return assigned(assign.values());
    }
    if (action instanceof ActionDefinition.Merge merge) {
      return "merge " + names(merge.values().keySet());
    }
    if (action instanceof ActionDefinition.Append append) {
      return "append " + names(append.values().keySet());
    }
    if (action instanceof ActionDefinition.Remove remove) {
      return "remove " + names(remove.paths());
    }
    if (action instanceof ActionDefinition.Raise raise) {
      return "raise " + raise.event().value();
    }
    if (action instanceof ActionDefinition.Send send) {
      return sent(send);
    }
    if (action instanceof ActionDefinition.Cancel cancel) {
      return "cancel " + cancel.id().value();
    }
    if (action instanceof ActionDefinition.Emit emit) {
      return "emit " + emit.type().value();
    }
    if (action instanceof ActionDefinition.Call call) {
      return "call " + call.handler().value();
    }
    if (action instanceof ActionDefinition.Restart restart) {
      return "restart " + restart.timer().value();
    }
    if (action instanceof ActionDefinition.Log log) {
      return "log “" + summarize(log.message().value()) + "”";
    }
    if (action instanceof ActionDefinition.If choice) {
      return choice.branches().stream().map(ActionSummary::branch).collect(Collectors.joining(" "));
    }
    if (action instanceof ActionDefinition.Each each) {
      return "each " + each.item().value() + ": " + of(each.actions());
    }
    if (action instanceof ActionDefinition.Block block) {
      return of(block.actions());
    }
    return action instanceof ActionDefinition.Fill ? "fill fields" : "fail";
  }

  private static String assigned(Map<SourceText, ValueDefinition> values) {
    if (values.size() == 1) {
      var only = values.entrySet().iterator().next();
      String value = value(only.getValue());
      return only.getKey().value() + " = " + (value.length() > 32 ? "…" : value);
    }
    return names(values.keySet()) + " = …";
  }

  private static String value(ValueDefinition value) {
    if (value instanceof ValueDefinition.Literal literal) {
      return String.valueOf(literal.value());
    }
    return value instanceof ValueDefinition.Expr expr ? summarize(expr.source().value()) : "…";
  }

  private static String sent(ActionDefinition.Send send) {
    SourceText to = send.to();
    SourceText after = send.after();
    return "send "
        + send.event().value()
        + (to == null ? "" : " to " + to.value())
        + (after == null ? "" : " after " + after.value());
  }

  private static String branch(ActionDefinition.Branch branch) {
    SourceText when = branch.when();
    String actions = of(branch.actions());
    return when == null ? "else: " + actions : "if " + summarize(when.value()) + ": " + actions;
  }

  private static String names(Collection<SourceText> paths) {
    return paths.stream().map(SourceText::value).collect(Collectors.joining(", "));
  }

  private static String summarize(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }
}
