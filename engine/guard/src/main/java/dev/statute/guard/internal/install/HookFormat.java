package dev.statute.guard.internal.install;

/** Form of the hooks in an agent's configuration. Stateless. */
public interface HookFormat {
  /** Name of the resource that is written beside the configuration. */
  default String script() {
    return "hook.sh";
  }

  /** Returns the entry of the configuration that runs the script at a path. */
  default String command(String path, String vendor) {
    return "sh '" + path.replace("'", "'\\''") + "' " + vendor;
  }

  /**
   * Adds hooks to a configuration.
   *
   * @param before text of the file; empty if there is none
   * @param command result of {@link #command}, to which arguments may be added
   * @param closed whether a call is refused while the daemon does not answer
   * @throws IllegalArgumentException if the text cannot be edited without loss
   */
  String add(String before, String command, boolean closed);

  /**
   * Removes hooks from a configuration that was edited since.
   *
   * @param command result of {@link #command}
   */
  String remove(String text, String command);
}
