package dev.statute.chart;

import dev.statute.problem.SourceText;
import java.util.List;

/**
 * The default entry of a compound or history state: targets (ids or dotted paths) and the actions
 * on the way.
 */
public record InitialDefinition(List<SourceText> targets, List<ActionDefinition> actions) {}
