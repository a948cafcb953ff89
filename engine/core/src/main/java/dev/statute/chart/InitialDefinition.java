package dev.statute.chart;

import dev.statute.problem.Text;
import java.util.List;

/**
 * The default entry of a compound or history state: targets (ids or dotted paths) and the actions
 * on the way.
 */
public record InitialDefinition(List<Text> targets, List<ActionDefinition> actions) {}
