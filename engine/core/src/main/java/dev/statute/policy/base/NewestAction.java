package dev.statute.policy.base;

/**
 * Names and keys of the newest action; all are empty before the first one.
 *
 * @param effect kind of work, such as {@code READ}
 * @param action key of the action; equal calls have equal keys
 * @param result key of the result
 * @param error key of the error; empty if it succeeded
 */
public record NewestAction(
    String tool,
    String file,
    String effect,
    String action,
    String result,
    String error,
    String errorClass) {
  /** Values before the first action. */
  public static final NewestAction NONE = new NewestAction("", "", "", "", "", "", "");

  /** Returns the class of the error in words. */
  public String errorInWords() {
    return errorClass.equals("other")
        ? "of no known kind"
        : errorClass.substring(errorClass.indexOf(':') + 1).replace('-', ' ');
  }
}
