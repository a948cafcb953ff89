package dev.statute.cli.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import dev.statute.guard.HookInstallation;
import dev.statute.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Programs that run the hooks which an installation wrote into their configuration. */
@EnabledOnOs(OS.LINUX)
@Timeout(180)
class InstalledHookTest {
  /** Agent that makes one failing call again and again, and goes on after each refusal. */
  private static final String AGENT =
      """
      n=0
      while [ $n -lt 30 ]; do
        n=$((n + 1))
        printf '%s' "$BEFORE" | sed "s/@ID@/c$n/" | sh -c "$WAITING" >"$OUT/reply" 2>"$OUT/error" || { echo "hook: $?"; cat "$OUT/error"; exit 9; }
        cat "$OUT/reply" >>"$OUT/replies"
        case $(cat "$OUT/reply") in
          *'"permissionDecision":"deny"'*) ;;
          *) printf '%s' "$AFTER" | sed "s/@ID@/c$n/" | sh -c "$TELLING" >>"$OUT/replies" 2>&1 ;;
        esac
      done
      """;

  @TempDir private Path folder;

  private Map<String, String> environment() {
    return Map.of("HOME", folder.toString(), "XDG_STATE_HOME", folder.resolve("state").toString());
  }

  /** Commands of the hooks in a configuration as JSON or TOML, in their order. */
  private static List<String> commands(Path file) throws IOException {
    Matcher command =
        Pattern.compile("\"?command\"? *[:=] *\"((?:[^\"\\\\]|\\\\.)*)\"")
            .matcher(Files.readString(file));
    return command.results().map(each -> each.group(1).replace("\\\"", "\"")).toList();
  }

  private CommandResult loop(
      HookInstallation installation, Map<String, Object> before, Map<String, Object> after)
      throws IOException {
    installation.install(true);
    List<String> commands = commands(installation.file());
    Path agent =
        Files.writeString(
            folder.resolve("agent.sh"),
            assignment("WAITING", commands.get(0))
                + assignment("TELLING", commands.get(1))
                + assignment("BEFORE", JsonText.write(before))
                + assignment("AFTER", JsonText.write(after))
                + assignment("OUT", folder.toString())
                + AGENT);
    return CommandResult.once(
        "", "guard", "exec", "--profile", "unattended", "--", "sh", agent.toString());
  }

  private static String assignment(String name, String value) {
    return name + "='" + value.replace("'", "'\\''") + "'\n";
  }

  private void assertHalted(CommandResult result, String session) throws IOException {
    assertThat(result.err())
        .contains("statute: the agent was halted", "by rule loops/full#", "session " + session);
    assertThat(result.code()).isEqualTo(1);
    assertThat(Files.readString(folder.resolve("replies")))
        .contains("permissionDecision", "Statute: this call of '");
  }

  private static Map<String, Object> call(String event, Map<String, ?> more) {
    Map<String, Object> payload =
        new LinkedHashMap<>(
            Map.of(
                "session_id",
                "s",
                "hook_event_name",
                event,
                "tool_name",
                "Bash",
                "tool_input",
                Map.of("command", "cat nothere.txt")));
    payload.putAll(more);
    return payload;
  }

  @Test
  void a_program_of_the_shape_of_Claude_Code_is_guarded_in_its_own_file() throws IOException {
    Path file = folder.resolve("mine/settings.json");
    CommandResult result =
        loop(
            HookInstallation.like("claude-code", file, environment()),
            call("PreToolUse", Map.of("tool_use_id", "@ID@")),
            call(
                "PostToolUse",
                Map.of(
                    "tool_use_id",
                    "@ID@",
                    "tool_response",
                    Map.of("stderr", "No such file", "exit_code", 1))));
    assertHalted(result, "claude-code:s");
  }

  @Test
  void qwen_code_is_guarded() throws IOException {
    CommandResult result =
        loop(
            HookInstallation.project("qwen-code", folder, environment()),
            call("PreToolUse", Map.of("tool_use_id", "@ID@", "permission_mode", "yolo")),
            call("PostToolUseFailure", Map.of("tool_use_id", "@ID@", "error", "No such file")));
    assertHalted(result, "qwen-code:s");
  }

  @Test
  void droid_is_guarded() throws IOException {
    CommandResult result =
        loop(
            HookInstallation.project("droid", folder, environment()),
            call("PreToolUse", Map.of("permission_mode", "auto-full")),
            call(
                "PostToolUse",
                Map.of("tool_response", Map.of("success", false, "error", "No such file"))));
    assertHalted(result, "droid:s");
  }

  @Test
  void kimi_is_guarded() throws IOException {
    CommandResult result =
        loop(
            HookInstallation.user("kimi", environment()),
            call("PreToolUse", Map.of("tool_call_id", "@ID@")),
            call(
                "PostToolUseFailure",
                Map.of("tool_call_id", "@ID@", "error", Map.of("message", "No such file"))));
    assertHalted(result, "kimi:s");
  }

  @Test
  void a_payload_of_an_unknown_form_is_refused_in_mode_closed() throws IOException {
    CommandResult result =
        loop(
            HookInstallation.like("claude-code", folder.resolve("a.json"), environment()),
            Map.of(
                "session_id",
                "s",
                "hook_event_name",
                "PreToolUse",
                "name",
                "Bash",
                "input",
                Map.of()),
            Map.of());
    assertThat(result.code()).isEqualTo(9);
    assertThat(Files.readString(folder.resolve("error")))
        .contains(
            "gave no verdict (HTTP 400: the payload of 'PreToolUse' has neither a tool nor arguments"
                + " where this program has them), and the call was not made.");
  }

  @Test
  void the_place_of_hooks_is_said_once() {
    Path file = folder.resolve("mine.json");
    CommandResult printed =
        CommandResult.once(
            "",
            "guard",
            "install",
            "--like",
            "claude-code",
            "--config",
            file.toString(),
            "--print");
    assertThat(printed.out())
        .startsWith("# " + file + "\n")
        .contains("hook.sh' claude-code before open");
    assertThat(CommandResult.once("", "guard", "install", "--like", "claude-code").err())
        .startsWith(
            "statute guard install: --like AGENT and --config FILE belong together: give both");
    assertThat(CommandResult.once("", "guard", "install").err())
        .startsWith("statute guard install: the agent is missing: give AGENT, or --like AGENT");
    assertThat(CommandResult.once("", "guard", "install", "kimi", "--print").err())
        .startsWith(
            "statute guard install: kimi: this program has hooks of users only, none of projects;"
                + " use --user");
  }
}
