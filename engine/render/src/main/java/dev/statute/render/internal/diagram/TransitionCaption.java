package dev.statute.render.internal.diagram;

/**
 * Caption of an arrow for one transition.
 *
 * @param timed true if a timer triggers it
 * @param trigger the events or the delay; empty for moves
 * @param condition {@code [when] [guard: name]}; empty = none
 * @param actions abbreviated; empty = none
 */
public record TransitionCaption(boolean timed, String trigger, String condition, String actions) {
  public static final TransitionCaption NONE = new TransitionCaption(false, "", "", "");

  /** Returns the caption of an alternative that is taken if those before it are not. */
  TransitionCaption otherwise() {
    return new TransitionCaption(timed, trigger, "[else]", actions);
  }

  /** Returns one line without the actions, for languages with short labels. */
  public String text() {
    return (trigger + " " + condition).strip();
  }
}
