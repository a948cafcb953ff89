package dev.statute.guard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.statute.guard.internal.install.AgentFiles;
import dev.statute.guard.internal.install.HookFormat;
import dev.statute.guard.internal.install.PlainFiles;
import dev.statute.guard.internal.install.SavedState;
import dev.statute.guard.internal.install.StateFolder;
import dev.statute.guard.internal.install.TrialPayload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Hooks in the configuration of an agent program, for one project or for one user. The hooks are a
 * shell script that gives payloads to the daemon at {@code STATUTE_GUARD_URL}. The script and the
 * saved copies are in the user's folder for state. Installations of one user wait for each other;
 * an object is not thread-safe.
 */
public final class HookInstallation {
  private final String vendor;
  private final HookFormat format;
  private final Path file;

  /** Folder of the project; null for the user's file, which may be a link of the user. */
  private final @Nullable Path project;

  private final StateFolder folder;

  /** Folder of the hook script and of saved copies. */
  private final Path state;

  private final SavedState saved;

  /** Path of a script of this kind anywhere. */
  private final String scriptAnywhere;

  /** Command of a hook that runs such a script. */
  private final Pattern anywhere;

  private HookInstallation(
      String vendor, HookFormat format, Path file, @Nullable Path project, StateFolder folder) {
    this.vendor = vendor;
    this.format = format;
    this.file = file;
    this.project = project;
    this.folder = folder;
    this.state = folder.path();
    this.saved = new SavedState(this.state, vendor);
    scriptAnywhere = StateFolder.BASE + "/(?:[^\"\\n/]+/)?" + Pattern.quote(format.script());
    String[] parts = format.command("\0", vendor).split("\0", -1);
    anywhere =
        Pattern.compile(
            Pattern.quote(parts[0]) + "[^\"\\n]*" + scriptAnywhere + Pattern.quote(parts[1]));
  }

  /**
   * Creates the installation of a project.
   *
   * @param vendor one of {@link HookService#vendors}
   * @param environment of the user's programs; {@code HOME} and {@code XDG_STATE_HOME} count
   * @throws IllegalArgumentException if the vendor is unknown, or has hooks of users only
   */
  public static HookInstallation project(
      String vendor, Path folder, Map<String, String> environment) {
    AgentFiles files = AgentFiles.of(vendor);
    Path root = folder.toAbsolutePath().normalize();
    return new HookInstallation(
        vendor,
        files.format(),
        files.inProject(root),
        root,
        StateFolder.ofProject(root, environment));
  }

  /**
   * Creates the installation of a user.
   *
   * @param environment of the user's programs; {@code HOME}, {@code XDG_STATE_HOME} and variables
   *     of agent programs count
   * @throws IllegalArgumentException if the vendor is unknown
   */
  public static HookInstallation user(String vendor, Map<String, String> environment) {
    AgentFiles files = AgentFiles.of(vendor);
    return new HookInstallation(
        vendor,
        files.format(),
        files.inHome(environment).toAbsolutePath(),
        null,
        StateFolder.ofUser(environment));
  }

  /**
   * Creates the installation in a file of a program that took over the hooks of another one.
   *
   * @param vendor program whose hooks these are like
   * @param file configuration of the program; a link of the user, which stays
   * @param environment of the user's programs; {@code HOME} and {@code XDG_STATE_HOME} count
   * @throws IllegalArgumentException if the vendor is unknown
   */
  public static HookInstallation like(String vendor, Path file, Map<String, String> environment) {
    Path absolute = file.toAbsolutePath().normalize();
    return new HookInstallation(
        vendor,
        AgentFiles.of(vendor).format(),
        absolute,
        null,
        StateFolder.ofFile(absolute, environment));
  }

  /**
   * Returns the installations that a program may have in a project and of the user.
   *
   * @throws IllegalArgumentException if the vendor is unknown
   */
  public static List<HookInstallation> all(
      String vendor, Path folder, Map<String, String> environment) {
    HookInstallation user = user(vendor, environment);
    return AgentFiles.of(vendor).hasProjects()
        ? List.of(project(vendor, folder, environment), user)
        : List.of(user);
  }

  /** Returns whether the file is a link of the project, or leads nowhere. */
  private boolean isLinked() {
    return project == null
        ? Files.isSymbolicLink(file) && !Files.exists(file)
        : PlainFiles.isLinked(project, file);
  }

  /**
   * Checks that the file is not reached through a link of the project, which could lead anywhere.
   *
   * @throws IllegalArgumentException if it is
   */
  private void requirePlain() {
    if (project != null) {
      PlainFiles.requirePlain(project, file);
    } else if (isLinked()) {
      throw new IllegalArgumentException("'" + file + "' is a link to a file that is not there");
    }
  }

  private Path script() {
    return state.resolve(format.script());
  }

  private String command() {
    return format.command(script().toString(), vendor);
  }

  /** File of the agent program that holds the hooks. */
  public Path file() {
    return file;
  }

  /** Returns whether hooks were installed and not removed, even if the file has them no more. */
  public boolean wasInstalled() {
    return saved.exists();
  }

  /** Returns whether the hooks are installed: the file has one that runs the script of here. */
  public boolean isInstalled() throws IOException {
    return saved.exists()
        && Files.exists(script())
        && Files.exists(file)
        && isConfigured(Files.readAllBytes(file));
  }

  private boolean isConfigured(byte[] content) {
    try {
      return format.configured(text(content), command()) != null;
    } catch (IllegalArgumentException e) {
      return false; // the agent cannot read it either
    }
  }

  private boolean namesScript(String text) {
    return Pattern.compile(scriptAnywhere).matcher(text).find();
  }

  /**
   * Checks the configuration without running a hook.
   *
   * @return what is wrong, each as a clause; empty if nothing is
   */
  public List<String> faults() throws IOException {
    if (!Files.exists(file)) {
      return List.of(file + " does not exist");
    }
    List<String> faults = new ArrayList<>();
    try {
      String text = text(Files.readAllBytes(file));
      if (format.configured(text, command()) == null) {
        faults.add(file + " has no hook that runs " + script());
      }
      String disabling = format.disabling(text);
      if (disabling != null) {
        faults.add(file + " switches all hooks off by '" + disabling + "'");
      }
    } catch (IllegalArgumentException e) {
      faults.add(file + ": " + e.getMessage());
    }
    if (!Files.isReadable(script())) {
      faults.add(script() + " is missing");
    }
    Path instead = AgentFiles.instead(vendor, file);
    if (instead != null) {
      faults.add("the hooks of " + instead + " are read instead of those of " + file);
    }
    return faults;
  }

  /**
   * Returns a trial of the hook before a call, as the configuration now has it.
   *
   * @param session id of a session that no agent has
   * @return null if no such hook is configured
   * @throws IllegalArgumentException if the configuration cannot be read
   */
  public @Nullable HookTrial trial(String session) throws IOException {
    String configured = format.configured(Files.readString(file), command());
    return configured == null
        ? null
        : new HookTrial(
            format.trial(configured, session),
            TrialPayload.of(vendor, session),
            vendor + ":" + session);
  }

  /** Returns the files that an installation writes, with their content. */
  public Map<Path, String> preview(boolean closed) throws IOException {
    requirePlain();
    Path instead = AgentFiles.instead(vendor, file);
    if (instead != null) {
      throw new IllegalArgumentException(
          "the hooks of " + instead + " are read instead of its hooks");
    }
    Map<Path, String> files = new LinkedHashMap<>();
    files.put(file, format.add(text(original()), command(), closed));
    files.put(script(), scriptText(closed));
    return files;
  }

  private String scriptText(boolean closed) {
    return AgentFiles.resource(format.script()).replace("@FAIL@", closed ? "closed" : "open");
  }

  /** Returns the content without hooks; null if there is no file. */
  private byte @Nullable [] original() throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    byte[] current = Files.readAllBytes(file);
    boolean isUnchanged = saved.exists() && saved.isUnchanged(current);
    byte[] before = isUnchanged ? saved.original() : current;
    boolean isEdited = saved.exists() && !isUnchanged && !Arrays.equals(current, saved.original());
    return before != null && (isEdited || hasHooks(before)) ? withoutHooks(before) : before;
  }

  /** Returns whether a content has hooks of this or another place. */
  private boolean hasHooks(byte[] content) {
    try {
      String text = text(content);
      return commands(text).stream().anyMatch(each -> format.configured(text, each) != null);
    } catch (IllegalArgumentException e) {
      return false; // no hooks were added to such a file
    }
  }

  /** Commands by which hooks of a file may run the script of this or another place. */
  private Set<String> commands(String text) {
    Set<String> commands = new LinkedHashSet<>(Set.of(command()));
    anywhere
        .matcher(text)
        .results()
        .forEach(each -> commands.add(each.group().replace("\\\\", "\\"))); // escaped in the file
    return commands;
  }

  private byte[] withoutHooks(byte[] content) {
    String text = text(content);
    try {
      for (String command : commands(text)) {
        text = format.remove(text, command);
      }
    } catch (IllegalArgumentException e) {
      if (namesScript(text)) {
        throw e;
      }
      return content; // they were removed by hand
    }
    return text.getBytes(UTF_8);
  }

  /**
   * Returns the text of a file; empty text if there is none.
   *
   * @throws IllegalArgumentException if it is not UTF-8
   */
  private static String text(byte @Nullable [] content) {
    try {
      return content == null ? "" : UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the file is not UTF-8", e);
    }
  }

  /**
   * Installs the hooks, in place of those that are installed already.
   *
   * @param closed whether calls are refused while the daemon does not answer
   * @return the written files
   * @throws IllegalArgumentException if the file cannot be edited without loss, or is reached
   *     through a link of the project
   */
  public List<Path> install(boolean closed) throws IOException {
    return folder.locked(() -> installUnshared(closed));
  }

  private List<Path> installUnshared(boolean closed) throws IOException {
    Map<Path, String> files = preview(closed); // before anything is changed
    uninstallUnshared();
    byte[] original = Files.exists(file) ? Files.readAllBytes(file) : null;
    int created = SavedState.createFolders(Objects.requireNonNull(file.getParent()));
    Files.createDirectories(state);
    byte[] changed = Objects.requireNonNull(files.get(file)).getBytes(UTF_8);
    try {
      saved.save(original, changed, created);
      // first: a hook without it stops the agent
      PlainFiles.write(script(), scriptText(closed).getBytes(UTF_8));
      write(changed);
    } catch (IOException e) {
      undo(original, created, e);
      throw e;
    }
    return List.copyOf(files.keySet());
  }

  /** Writes the file; that of a user may be a link, which stays. */
  private void write(byte[] content) throws IOException {
    requirePlain();
    PlainFiles.write(Files.isSymbolicLink(file) ? file.toRealPath() : file, content);
  }

  private void undo(byte @Nullable [] original, int created, IOException cause) {
    try {
      restore(original);
      deleteState(created);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * Removes the hooks. A file that was not edited since gets its content of before byte for byte,
   * or is deleted if there was none; of another one the entries are removed.
   *
   * @return the changed files; empty if no hooks were installed
   * @throws IllegalArgumentException if the file has hooks and cannot be edited without loss
   */
  public List<Path> uninstall() throws IOException {
    return folder.locked(this::uninstallUnshared);
  }

  private List<Path> uninstallUnshared() throws IOException {
    if (isLinked()) { // put in place of the file since; what it leads to is not touched
      if (Files.exists(file) && hasHooks(Files.readAllBytes(file))) {
        requirePlain();
      }
      deleteState(0);
      return List.of();
    }
    List<Path> changed = Files.exists(file) ? List.of(file) : List.of();
    if (!saved.exists() && (changed.isEmpty() || !hasHooks(Files.readAllBytes(file)))) {
      return List.of();
    }
    int created = saved.exists() ? saved.created() : 0;
    if (!changed.isEmpty()) {
      restore(original());
    }
    deleteState(created);
    return changed;
  }

  private void restore(byte @Nullable [] content) throws IOException {
    if (content == null && Files.isSymbolicLink(file)) {
      write(withoutHooks(Files.readAllBytes(file))); // made a link since
    } else if (content == null) {
      Files.deleteIfExists(file);
    } else if (!Arrays.equals(content, Files.readAllBytes(file))) {
      write(content);
    }
  }

  /**
   * Deletes the saved state, what no other program uses any more, and created folders.
   *
   * @param created number of folders around the file that were created for it
   */
  private void deleteState(int created) throws IOException {
    saved.delete();
    if (saved.isLast()) {
      Files.deleteIfExists(state.resolve("hook.sh"));
      Files.deleteIfExists(state.resolve("opencode.js"));
      SavedState.deleteIfEmpty(state);
    }
    Path around = file.getParent();
    for (int i = 0; i < created && around != null; i++) {
      SavedState.deleteIfEmpty(around);
      around = around.getParent();
    }
  }
}
