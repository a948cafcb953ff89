package dev.statute.guard.internal.install;

/** Form of the hooks in an agent's configuration. Stateless. */
public interface HookFormat {
  /**
   * Adds hooks to a configuration.
   *
   * @param before text of the file; empty if there is none
   * @param script shell command that runs the hook script, to which arguments are added
   * @param closed whether a call is refused while the daemon does not answer
   * @throws IllegalArgumentException if the text cannot be edited without loss
   */
  String add(String before, String script, boolean closed);

  /**
   * Removes hooks from a configuration that was edited since.
   *
   * @param script shell command of the hooks
   */
  String remove(String text, String script);
}
