package dev.statute.guard.internal.install;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Configuration file of an agent program.
 *
 * @param format form of the hooks in it
 * @param inProject path in the folder of a project; empty if the program has hooks of users only
 * @param home environment variable of the program's folder; empty if it has none
 * @param inHome path in that folder; without it in the user's home folder, after {@code fallback}
 * @param fallback folder in the user's home folder
 */
public record AgentFiles(
    HookFormat format, String inProject, String home, String inHome, String fallback) {
  /** File of Droid whose hooks are read instead of those in {@code settings.json} beside it. */
  private static final String DROID_HOOKS = "hooks.json";

  private static final List<String> AFTER =
      List.of("PostToolUse", "UserPromptSubmit", "Stop", "PreCompact");

  /** Events of Claude Code, and of programs that took over its hooks. */
  private static final List<String> AFTER_CLAUDE =
      List.of(
          "PostToolUse",
          "PostToolUseFailure",
          "UserPromptSubmit",
          "Stop",
          "SubagentStop",
          "PreCompact",
          "SessionEnd");

  /**
   * Returns the file of a program.
   *
   * @throws IllegalArgumentException if the program is unknown
   */
  public static AgentFiles of(String vendor) {
    return switch (vendor) {
      case "claude-code" ->
          new AgentFiles(
              new JsonHooks(List.of("PreToolUse"), AFTER_CLAUDE, JsonHooks.Style.NESTED, Map.of()),
              ".claude/settings.json",
              "CLAUDE_CONFIG_DIR",
              "settings.json",
              ".claude");
      case "codex" ->
          new AgentFiles(
              new TomlHooks(List.of("PreToolUse"), AFTER),
              ".codex/config.toml",
              "CODEX_HOME",
              "config.toml",
              ".codex");
      case "gemini" ->
          new AgentFiles(
              new JsonHooks(
                  List.of("BeforeTool"),
                  List.of("AfterTool", "BeforeAgent", "AfterAgent", "SessionEnd"),
                  JsonHooks.Style.NESTED_MILLIS,
                  Map.of(
                      "hooksConfig",
                      "{\"enabled\":true}",
                      // its own detector ends the run with exit code 0 before a halt could
                      "model",
                      "{\"disableLoopDetection\":true}")),
              ".gemini/settings.json",
              "",
              "settings.json",
              ".gemini");
      case "opencode" ->
          new AgentFiles(
              new PluginEntry(),
              "opencode.json",
              "OPENCODE_CONFIG_DIR",
              "opencode.json",
              ".config/opencode");
      case "copilot" ->
          new AgentFiles(
              new JsonHooks(
                  List.of("preToolUse"),
                  List.of("postToolUse", "postToolUseFailure", "userPromptSubmitted", "sessionEnd"),
                  JsonHooks.Style.BASH,
                  Map.of("version", "1")),
              ".github/hooks/statute.json",
              "COPILOT_HOME",
              "hooks/statute.json",
              ".copilot");
      case "cursor" ->
          new AgentFiles(
              new JsonHooks(
                  List.of("preToolUse"),
                  List.of(
                      "postToolUse",
                      "postToolUseFailure",
                      "beforeSubmitPrompt",
                      "afterAgentResponse",
                      "preCompact",
                      "sessionEnd"),
                  JsonHooks.Style.FLAT,
                  Map.of("version", "1")),
              ".cursor/hooks.json",
              "",
              "hooks.json",
              ".cursor");
      case "openhands" ->
          new AgentFiles(
              new JsonHooks(
                  List.of("PreToolUse"),
                  List.of("PostToolUse", "UserPromptSubmit", "Stop", "SessionEnd"),
                  JsonHooks.Style.NESTED,
                  Map.of()),
              ".openhands/hooks.json",
              "",
              "hooks.json",
              ".openhands");
      case "qwen-code" ->
          new AgentFiles(
              new JsonHooks(
                  List.of("PreToolUse"), AFTER_CLAUDE, JsonHooks.Style.NESTED_MILLIS, Map.of()),
              ".qwen/settings.json",
              "",
              "settings.json",
              ".qwen");
      case "droid" ->
          new AgentFiles(
              new JsonHooks(
                  List.of("PreToolUse"),
                  List.of(
                      "PostToolUse",
                      "UserPromptSubmit",
                      "Stop",
                      "SubagentStop",
                      "PreCompact",
                      "SessionEnd"),
                  JsonHooks.Style.NESTED,
                  Map.of()),
              ".factory/settings.json",
              "",
              "settings.json",
              ".factory");
      case "kimi" ->
          new AgentFiles(
              new TomlEntries(
                  List.of("PreToolUse"),
                  List.of(
                      "PostToolUse",
                      "PostToolUseFailure",
                      "UserPromptSubmit",
                      "PreCompact",
                      "SessionEnd")),
              "",
              "",
              "config.toml",
              ".kimi-code");
      default -> throw new IllegalArgumentException("there are no hooks of '" + vendor + "'");
    };
  }

  /**
   * Returns the path in a project.
   *
   * @throws IllegalArgumentException if the program has hooks of users only
   */
  public Path inProject(Path folder) {
    if (!hasProjects()) {
      throw new IllegalArgumentException("this program has hooks of users only, none of projects");
    }
    return folder.resolve(inProject);
  }

  /** Returns whether the program has hooks of projects. */
  public boolean hasProjects() {
    return !inProject.isEmpty();
  }

  /** Returns a file whose hooks are read instead of those in a file; null if there is none. */
  public static @Nullable Path instead(String vendor, Path file) {
    Path other = file.resolveSibling(DROID_HOOKS);
    return vendor.equals("droid") && !other.equals(file) && Files.exists(other) ? other : null;
  }

  /** Returns the path in the folders of a user, by the user's environment. */
  public Path inHome(Map<String, String> environment) {
    String own = home.isEmpty() ? "" : environment.getOrDefault(home, "");
    Path folder = own.isEmpty() ? StateFolder.home(environment).resolve(fallback) : Path.of(own);
    return folder.resolve(inHome);
  }

  /** Returns a resource of the module as text. */
  public static String resource(String name) {
    try (InputStream in = AgentFiles.class.getResourceAsStream("/dev/statute/guard/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
