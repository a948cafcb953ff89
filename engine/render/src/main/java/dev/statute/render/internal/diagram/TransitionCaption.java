package dev.statute.render.internal.diagram;

/**
 * What stands at an arrow for one transition.
 *
 * @param timed whether a clock leads to it
 * @param trigger the events or the delay; empty for moves
 * @param condition {@code [when] [guard: name]}; empty = none
 * @param actions what it does, in few words; empty = nothing
 */
public record TransitionCaption(boolean timed, String trigger, String condition, String actions) {
  public static final TransitionCaption NONE = new TransitionCaption(false, "", "", "");

  /** Of an alternative that is taken when those before it are not. */
  TransitionCaption otherwise() {
    return new TransitionCaption(timed, trigger, "[else]", actions);
  }

  /** On one line, without the actions, for languages whose labels must be short. */
  public String text() {
    return (trigger + " " + condition).strip();
  }
}
