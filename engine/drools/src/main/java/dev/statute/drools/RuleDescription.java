package dev.statute.drools;

import dev.statute.policy.base.Verdict;
import dev.statute.policy.spi.Layer;
import dev.statute.problem.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compiled rule, for explanations and coverage.
 *
 * @param id {@code pack#name}, as in rulings
 * @param place start of the rule
 * @param title its {@code @title}, else empty
 * @param doc its {@code @doc}, else empty
 * @param owner its {@code @owner}, else the pack's
 * @param verdictKinds the kinds of verdict that it may give
 * @param patterns its patterns in the order of the text, nested ones after those that contain them
 */
public record RuleDescription(
    String id,
    String pack,
    String name,
    Place place,
    Layer layer,
    String title,
    String doc,
    String owner,
    Set<Class<? extends Verdict>> verdictKinds,
    List<Pattern> patterns) {
  public RuleDescription {
    verdictKinds = Set.copyOf(verdictKinds);
    patterns = List.copyOf(patterns);
  }

  /** Annotations of its authors: {@code title}, {@code doc}, {@code owner}, those that exist. */
  public Map<String, String> notes() {
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put("title", title);
    notes.put("doc", doc);
    notes.put("owner", owner);
    notes.values().removeIf(String::isEmpty);
    return notes;
  }

  /**
   * Pattern of a rule.
   *
   * @param text as it is written, on one line
   */
  public record Pattern(String text, Place place) {}
}
