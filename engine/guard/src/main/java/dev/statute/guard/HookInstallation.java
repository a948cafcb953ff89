package dev.statute.guard;

import dev.statute.guard.internal.install.AgentFiles;
import dev.statute.guard.internal.install.HookInstaller;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hooks in the configuration of an agent program, for one project or for one user. The hooks are a
 * shell script that gives payloads to the daemon at {@code STATUTE_GUARD_URL}. Not thread-safe.
 */
public final class HookInstallation {
  private final HookInstaller installer;

  private HookInstallation(HookInstaller installer) {
    this.installer = installer;
  }

  /**
   * Creates the installation of a project.
   *
   * @param vendor one of {@link HookService#vendors}
   * @throws IllegalArgumentException if the vendor is unknown
   */
  public static HookInstallation project(String vendor, Path folder) {
    AgentFiles files = AgentFiles.of(vendor);
    Path root = folder.toAbsolutePath().normalize();
    return new HookInstallation(
        new HookInstaller(
            vendor, files.format(), files.inProject(root), root.resolve(".statute/guard"), true));
  }

  /**
   * Creates the installation of a user.
   *
   * @param environment of the user's programs; {@code HOME} and variables of agent programs count
   * @throws IllegalArgumentException if the vendor is unknown
   */
  public static HookInstallation user(String vendor, Map<String, String> environment) {
    AgentFiles files = AgentFiles.of(vendor);
    String given = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path home = Path.of(Objects.requireNonNullElse(environment.get("HOME"), "."));
    Path config = given.isEmpty() ? home.resolve(".config") : Path.of(given);
    return new HookInstallation(
        new HookInstaller(
            vendor,
            files.format(),
            files.inHome(environment).toAbsolutePath(),
            config.toAbsolutePath().resolve("statute/guard"),
            false));
  }

  /** File of the agent program that holds the hooks. */
  public Path file() {
    return installer.file();
  }

  /** Returns whether hooks were installed and not removed, even if the file has them no more. */
  public boolean wasInstalled() {
    return installer.wasInstalled();
  }

  /** Returns whether the hooks are installed. */
  public boolean isInstalled() throws IOException {
    return installer.isInstalled();
  }

  /**
   * Checks the configuration without running a hook.
   *
   * @return what is wrong, each as a clause; empty if nothing is
   */
  public List<String> faults() throws IOException {
    return installer.faults();
  }

  /**
   * Returns a trial of the hook before a call, as the configuration now has it.
   *
   * @param session id of a session that no agent has
   * @return null if no such hook is configured
   * @throws IllegalArgumentException if the configuration cannot be read
   */
  public @Nullable HookTrial trial(String session) throws IOException {
    return installer.trial(session);
  }

  /** Returns the files that an installation writes, with their content. */
  public Map<Path, String> preview(boolean closed) throws IOException {
    return installer.preview(closed);
  }

  /**
   * Installs the hooks, in place of those that are installed already.
   *
   * @param closed whether calls are refused while the daemon does not answer
   * @return the written files
   * @throws IllegalArgumentException if the file cannot be edited without loss
   */
  public List<Path> install(boolean closed) throws IOException {
    return installer.install(closed);
  }

  /**
   * Removes the hooks. A file that was not edited since gets its content of before byte for byte;
   * of another one the entries are removed.
   *
   * @return the changed files; empty if no hooks were installed
   */
  public List<Path> uninstall() throws IOException {
    return installer.uninstall();
  }
}
