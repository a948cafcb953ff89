package dev.statute.policy;

import dev.statute.policy.base.Values;
import dev.statute.policy.base.internal.NullFreeList;
import java.util.List;
import java.util.Map;

/**
 * The instance that a decision is about, in its state before the step.
 *
 * @param id id of the instance
 * @param chart name of its chart
 * @param version version of its chart
 * @param configuration active states in document order, with their ancestors, without the root
 * @param data its data
 * @param age time since its start, in milliseconds
 * @param epoch fencing number of an agent's turn; 0 if there is none
 * @param turn id of an agent's turn; empty if there is none
 * @param fields values of its form fields, including those that this step fills in
 * @param now time of the step in milliseconds since 1970
 */
public record Instance(
    String id,
    String chart,
    int version,
    List<String> configuration,
    Values data,
    long age,
    long epoch,
    String turn,
    Values fields,
    long now) {

  /** Creates an instance without form fields at the time 0. */
  public Instance(
      String id,
      String chart,
      int version,
      List<String> configuration,
      Values data,
      long age,
      long epoch,
      String turn) {
    this(id, chart, version, configuration, data, age, epoch, turn, Values.of(Map.of()), 0);
  }

  @Override
  public List<String> configuration() {
    return new NullFreeList<>(configuration);
  }

  /** True if this state is active. */
  public boolean in(String state) {
    return configuration.contains(state);
  }
}
