package dev.statute.cli.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.CommandResult;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Agents under a daemon of their own, played by scripts that call it as hooks do. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class GuardExecCommandTest {
  private static final String HOOK =
      """
      hook() {
        printf '{"session_id":"s","hook_event_name":"%s","tool_name":"Bash",\
      "tool_input":{"command":"make"},"error":"Exit code 2\\\\nno rule"}' "$1" |
          curl -sS --noproxy '*' -o "$OUT" -w '%{http_code}\\n' --data-binary @- \
            -H "Authorization: Bearer $(cat "$STATUTE_GUARD_ACCESS")" \
            "$STATUTE_GUARD_URL/v1/hooks/claude-code" >>"$OUT.codes"
      }
      """;

  @TempDir private Path folder;

  private CommandResult exec(String script) throws Exception {
    String hooks = HOOK.replace("$OUT", folder.resolve("reply").toString());
    Path agent = Files.writeString(folder.resolve("agent.sh"), hooks + script);
    return CommandResult.once(
        "", "guard", "exec", "--profile", "unattended", "--", "sh", agent.toString());
  }

  @Test
  void an_agent_that_loops_is_ended_with_the_code_of_its_chart() throws Exception {
    CommandResult result = exec("while hook PreToolUse; do hook PostToolUseFailure; done");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err())
        .contains(
            "statute: the agent was halted: calls were refused 3 times", "by rule loops/full#")
        .contains("session claude-code:s");
  }

  @Test
  void an_agent_that_is_killed_during_a_call_ends_with_its_own_code() throws Exception {
    CommandResult result = exec("hook PreToolUse; kill -9 $$; hook PostToolUseFailure");
    assertThat(result).isEqualTo(new CommandResult(137, "", ""));
    assertThat(Files.readString(folder.resolve("reply.codes"))).isEqualTo("204\n");
  }

  @Test
  void a_command_that_is_no_program_is_reported_by_its_name() {
    CommandResult result = CommandResult.once("", "guard", "exec", "--", "/");
    assertThat(result.err()).doesNotContain("internal error");
  }

  @Test
  void a_chart_that_is_missing_is_an_error_of_the_user() {
    CommandResult result =
        CommandResult.once("", "guard", "exec", "--chart", "missing.yaml", "--", "true");
    assertThat(result.err()).startsWith("statute guard exec: there is no file 'missing.yaml'");
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void an_agent_whose_hooks_are_not_called_is_said_to_be_unguarded() throws Exception {
    CommandResult result = exec("exit 3");
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err()).contains("no hook of the agent was called, so it was not guarded");
  }
}
