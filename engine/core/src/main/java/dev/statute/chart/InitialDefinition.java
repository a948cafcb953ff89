package dev.statute.chart;

import dev.statute.problem.SourceText;
import java.util.List;

/** Default entry of a compound or history state: targets (ids or dotted paths) and actions. */
public record InitialDefinition(List<SourceText> targets, List<ActionDefinition> actions) {}
