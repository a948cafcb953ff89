package dev.statute.policy;

import java.util.List;
import java.util.Map;

/**
 * The instance a decision is about, as it was before the step.
 *
 * @param configuration all active states, document order, ancestors included, without the root
 * @param age milliseconds since its start
 * @param epoch fencing number; 0 where nothing fences
 * @param turn turn id; empty where there is none
 * @param fields the values of its fields, those among them that are just being given
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
    Values fields) {

  /** An instance without fields. */
  public Instance(
      String id,
      String chart,
      int version,
      List<String> configuration,
      Values data,
      long age,
      long epoch,
      String turn) {
    this(id, chart, version, configuration, data, age, epoch, turn, Values.of(Map.of()));
  }

  @Override
  public List<String> configuration() {
    return new NullFreeList<>(configuration);
  }

  /** Whether this state is active. */
  public boolean in(String state) {
    return configuration.contains(state);
  }
}
