package dev.statute.step;

import dev.statute.problem.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transition or listed move of a chart, resolved.
 *
 * @param source the state it is written on; the chart's name for the root
 * @param kind {@code event}, {@code always}, {@code after} or {@code move}
 * @param descriptors of events; of an {@code after}, its duration; else empty
 * @param targets ids, a history not resolved; empty = targetless
 * @param place of the transition
 */
public record TransitionInfo(
    String source,
    String kind,
    List<String> descriptors,
    List<String> targets,
    @Nullable Place place) {}
