package dev.statute.guard.internal.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramTextTest {
  @Test
  void words_of_programs_are_not_those_of_the_user() {
    for (String text :
        List.of(
            "<task-notification>\n"
                + "<task-id>b1</task-id>\n"
                + "<status>done</status>\n"
                + "</task-notification>",
            "<hook_prompt hook_run_id=\"stop:0\">go on</hook_prompt>",
            "<subagent_notification>{\"agent\":\"a\"}</subagent_notification>\n",
            "<system-reminder>one</system-reminder>\n<system-reminder>two</system-reminder>",
            "<system-reminder>one</system-reminder> Continue from where you left off.",
            "<local-command-stdout></local-command-stdout>",
            "<background_task id=\"1\"/>",
            "<task-notification>\ncut",
            "Continue where you left off",
            "continue from where you left off.",
            "[Request interrupted by user for tool use]",
            "This session is being continued from a previous conversation that ran out of"
                + " context.")) {
      assertThat(ProgramText.matches(text)).as(text).isTrue();
    }
  }

  @Test
  void words_of_the_user_are_his() {
    for (String text :
        List.of(
            "",
            "go on",
            "continue",
            "Continue where you left off, but leave the tests alone",
            "What does <task-notification> mean?",
            "<div>why is this not centred?</div>",
            "<user_query>\nfix it\n</user_query>",
            "<system-reminder>one</system-reminder>\nfix the test",
            "<b>stop</b>")) {
      assertThat(ProgramText.matches(text)).as(text).isFalse();
    }
  }
}
