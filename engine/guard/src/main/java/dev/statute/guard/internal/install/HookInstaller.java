package dev.statute.guard.internal.install;

import dev.statute.guard.HookTrial;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Installation of the hooks of one agent program.
 *
 * @param file configuration of the program
 * @param state folder of the hook script and of saved copies
 * @param ignored whether version control ignores that folder
 */
public record HookInstaller(
    String vendor, HookFormat format, Path file, Path state, boolean ignored) {
  private Path script() {
    return state.resolve(format.script());
  }

  private String command() {
    return format.command(script().toString(), vendor);
  }

  private SavedState saved() {
    return new SavedState(state, vendor);
  }

  public boolean wasInstalled() {
    return saved().exists();
  }

  public boolean isInstalled() {
    return saved().exists() && Files.exists(file);
  }

  /**
   * Checks what can be seen without running a hook.
   *
   * @return what is wrong; empty if nothing is
   */
  public List<String> faults() throws IOException {
    if (!Files.exists(file)) {
      return List.of(file + " does not exist");
    }
    List<String> faults = new ArrayList<>();
    String text = Files.readString(file);
    try {
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
    return faults;
  }

  /** Returns a trial of the configured hook, or null if none is configured. */
  public @Nullable HookTrial trial(String session) throws IOException {
    String configured = format.configured(Files.readString(file), command());
    return configured == null
        ? null
        : new HookTrial(
            format.trial(configured, session),
            TrialPayload.of(vendor, session),
            vendor + ":" + session);
  }

  /** Returns the files to write, with their content. */
  public Map<Path, String> preview(boolean closed) throws IOException {
    Map<Path, String> files = new LinkedHashMap<>();
    files.put(file, format.add(text(original()), command(), closed));
    String text = AgentFiles.resource(format.script());
    files.put(script(), text.replace("@FAIL@", closed ? "closed" : "open"));
    return files;
  }

  /** Returns the content without hooks; null if there is no file. */
  private byte @Nullable [] original() throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    byte[] current = Files.readAllBytes(file);
    if (!saved().exists()) {
      return current;
    }
    return saved().isUnchanged(current)
        ? saved().original()
        : format.remove(text(current), command()).getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte @Nullable [] content) {
    return content == null ? "" : new String(content, StandardCharsets.UTF_8);
  }

  public List<Path> install(boolean closed) throws IOException {
    Map<Path, String> files = preview(closed); // before anything is changed
    uninstall();
    byte[] original = Files.exists(file) ? Files.readAllBytes(file) : null;
    List<Path> created = createFolders(Objects.requireNonNull(file.getParent()));
    List<Path> stateFolders = createFolders(state);
    if (ignored && !Files.exists(state.resolve(".gitignore"))) {
      Files.writeString(state.resolve(".gitignore"), "*\n");
    }
    List<Path> all = new ArrayList<>(created);
    all.addAll(stateFolders);
    byte[] changed = Objects.requireNonNull(files.get(file)).getBytes(StandardCharsets.UTF_8);
    saved().save(original, changed, all);
    for (Map.Entry<Path, String> each : files.entrySet()) {
      Files.writeString(each.getKey(), each.getValue());
    }
    return List.copyOf(files.keySet());
  }

  /** Creates missing folders and returns them, the innermost first. */
  private static List<Path> createFolders(Path folder) throws IOException {
    List<Path> missing = new ArrayList<>();
    for (Path each = folder; each != null && !Files.exists(each); each = each.getParent()) {
      missing.add(each);
    }
    Files.createDirectories(folder);
    return missing;
  }

  public List<Path> uninstall() throws IOException {
    if (!saved().exists()) {
      return List.of();
    }
    List<Path> changed = new ArrayList<>();
    List<Path> created = saved().created();
    if (Files.exists(file)) {
      byte[] before = original();
      if (before == null) {
        Files.delete(file);
      } else {
        Files.write(file, before);
      }
      changed.add(file);
    }
    saved().delete();
    if (isLast()) {
      Files.deleteIfExists(state.resolve("hook.sh"));
      Files.deleteIfExists(state.resolve("opencode.js"));
      Files.deleteIfExists(state.resolve(".gitignore"));
    }
    for (Path folder : created) {
      deleteIfEmpty(folder);
    }
    if (isLast()) {
      deleteIfEmpty(state);
      if (ignored) {
        deleteIfEmpty(Objects.requireNonNull(state.getParent()));
      }
    }
    return changed;
  }

  /** Returns whether no program uses the folder of the script any more. */
  private boolean isLast() throws IOException {
    if (!Files.exists(state)) {
      return false;
    }
    try (Stream<Path> files = Files.list(state)) {
      return files.noneMatch(each -> each.getFileName().toString().endsWith(".after"));
    }
  }

  private static void deleteIfEmpty(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        return;
      }
    }
    Files.delete(folder);
  }
}
