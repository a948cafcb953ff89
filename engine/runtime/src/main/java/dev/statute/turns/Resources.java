package dev.statute.turns;

import java.util.Map;

/**
 * What a turn has to work with, as it is when its worker takes it; plain values, for whoever does
 * the rounds.
 *
 * @param roster agents that may be asked, by name
 * @param tools tools that may be called, by name: what they do, and what they take
 * @param profiles how agents of a kind work, by name
 */
public record Resources(Map<String, ?> roster, Map<String, ?> tools, Map<String, ?> profiles) {
  /** Nothing is said. */
  public static final Resources NONE = new Resources(Map.of(), Map.of(), Map.of());

  /**
   * The parts of one map; what is not there is empty.
   *
   * @throws IllegalArgumentException if a part is no map, or there is another one
   */
  public static Resources of(Map<String, ?> parts) {
    parts
        .keySet()
        .forEach(
            name -> {
              if (!name.equals("roster") && !name.equals("tools") && !name.equals("profiles")) {
                throw new IllegalArgumentException(
                    "resources have no '" + name + "'; they are roster, tools and profiles");
              }
            });
    return new Resources(part(parts, "roster"), part(parts, "tools"), part(parts, "profiles"));
  }

  private static Map<String, ?> part(Map<String, ?> parts, String name) {
    Object part = parts.get(name);
    if (part != null && !(part instanceof Map)) {
      throw new IllegalArgumentException("'" + name + "' of resources is no map");
    }
    return Turns.toValues(part);
  }
}
