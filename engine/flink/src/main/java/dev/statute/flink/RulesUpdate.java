package dev.statute.flink;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/**
 * Charts, rules, settings and migration plans as text files, which replace the present ones as a
 * whole: no event is judged by a mix.
 *
 * @param files relative path → content. Charts are {@code charts/*.yaml}, packs are in {@code
 *     rules/}, plans are {@code charts/*.migration.yaml}, settings are lines {@code name=value} of
 *     {@code settings.properties}, where {@code profile} names one of {@code rules/profiles/}
 */
public record RulesUpdate(Map<String, String> files) implements Serializable {
  /** Creates an update of these files. */
  public static RulesUpdate of(Map<String, String> files) {
    return new RulesUpdate(new TreeMap<>(files));
  }
}
