package dev.statute.step.internal.model;

import dev.statute.step.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an event in a configuration: the transitions that are tried, and for each where
 * it led when it was taken. Filled in as steps are made; thread-safe, as a jump is a value and it
 * does not matter whose is kept.
 */
public final class Route {
  /** Must be computed each time. */
  public static final Route NONE = new Route(List.of(), false);

  /** Nothing listens, and nothing follows from that. */
  public static final Route UNHEARD = new Route(List.of(), true);

  private final Arrow[] arrows;
  private final @Nullable Jump[] jumps;
  private final boolean unheard;

  private Route(List<Arrow> arrows, boolean unheard) {
    this.arrows = arrows.toArray(new Arrow[0]);
    this.unheard = unheard;
    jumps = new Jump[arrows.size()];
  }

  /** The transitions in the order in which they are tried. */
  public static Route of(List<Arrow> arrows) {
    return new Route(arrows, false);
  }

  /**
   * A whole step.
   *
   * @param next the configuration after it
   */
  public record Jump(Configuration next, Outcome outcome) {}

  public boolean isUnheard() {
    return unheard;
  }

  /** How many transitions are tried. */
  public int size() {
    return arrows.length;
  }

  public Arrow arrow(int index) {
    return arrows[index];
  }

  /** Where that transition leads, or null if it is not known. */
  public @Nullable Jump jump(int index) {
    return jumps[index];
  }

  /** Remembers where that transition led. */
  @SuppressWarnings("ReferenceEquality") // the very transition is meant
  public void learn(Arrow arrow, Jump jump) {
    for (int i = 0; i < arrows.length; i++) {
      if (arrows[i] == arrow) {
        jumps[i] = jump;
      }
    }
  }
}
