package dev.statute.policy.spi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Origin of a pack; a higher layer outvotes a lower one.
 *
 * @param rank position in the order of layers, from 0
 * @param name unique name among the layers of a chart
 */
public record Layer(int rank, String name) implements Comparable<Layer> {
  /** Built-in: on the class path or the {@code rules/} path. */
  public static final Layer BASE = new Layer(0, "base");

  /** Next to the chart. */
  public static final Layer CHART = new Layer(1, "chart");

  private static final Comparator<Layer> ORDER =
      Comparator.comparingInt(Layer::rank).thenComparing(Layer::name);

  /**
   * Returns the layers of rules on top of those that charts name, each higher than the one before.
   * A name that is taken gets a number.
   */
  public static List<Layer> above(List<String> names) {
    List<Layer> layers = new ArrayList<>(List.of(BASE, CHART));
    Set<String> taken = new HashSet<>(List.of(BASE.name, CHART.name));
    for (String name : names) {
      String unique = name;
      for (int number = 2; !taken.add(unique); number++) {
        unique = name + " " + number;
      }
      layers.add(new Layer(layers.size(), unique));
    }
    return List.copyOf(layers.subList(2, layers.size()));
  }

  @Override
  public int compareTo(Layer other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return name;
  }
}
