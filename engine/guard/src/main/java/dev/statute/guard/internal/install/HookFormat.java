package dev.statute.guard.internal.install;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
   * Returns the command of a hook of which a call waits for the reply. In open mode the script ends
   * with 0; if it ends otherwise, it refused the call or cannot be run, for which shells have other
   * exit codes.
   */
  default String waiting(String command, boolean closed) {
    String mode = closed ? "closed" : "open";
    String isOpen = "sh -c '[ \"${STATUTE_GUARD_FAIL:-" + mode + "}\" != closed ]'";
    return command + " before " + mode + " || " + isOpen + " || " + refusal();
  }

  /** Returns the command that refuses a call without the script. */
  default String refusal() {
    return "exit 2";
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

  /**
   * Returns the command of the hook before a call as a configuration now has it, or null.
   *
   * @param command result of {@link #command}
   * @throws IllegalArgumentException if the text cannot be read
   */
  @Nullable String configured(String text, String command);

  /** Returns the setting that switches hooks off in a configuration, or null. */
  default @Nullable String disabling(String text) {
    return null;
  }

  /** Returns the words that run a configured command, as the program does. */
  default List<String> trial(String command, String session) {
    return List.of("sh", "-c", command);
  }
}
