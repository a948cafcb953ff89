package dev.statute.turns;

import dev.statute.turns.internal.result.ValueMaps;
import java.util.Map;

/**
 * Resources of a turn at the time of its claim; plain values for the handler.
 *
 * @param roster agents that may be asked, by name
 * @param tools callable tools by name: description and parameters
 * @param profiles instructions for kinds of agents, by name
 */
public record Resources(Map<String, ?> roster, Map<String, ?> tools, Map<String, ?> profiles) {
  /** No resources. */
  public static final Resources NONE = new Resources(Map.of(), Map.of(), Map.of());

  /**
   * Reads the parts of one map; missing parts are empty.
   *
   * @throws IllegalArgumentException if a part is no map, or unknown
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
    return ValueMaps.toMap(part);
  }
}
