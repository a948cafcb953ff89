package dev.statute.logs.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.logs.hook.HookEvent.Kind;
import dev.statute.problem.Loaded;
import dev.statute.problem.Source;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Descriptions of hooks, shipped ones and wrong ones. */
class HookFormTest {
  private static final String OWN =
      """
      program: own
      event: hook
      session: id
      call: { tool: item.tool, args: item.args }
      hooks:
        before: { is: proposal }
        after: { is: call, result: item.out, exit: item.code }
        said: { is: prompt, when: item.by == 'user', text: item.text }
      ignore: [ tick ]
      reply: codex
      """;

  private static HookForm form(String text) {
    return HookForm.read(new Source("own.hook.yaml", text)).get();
  }

  private static HookEvent read(String payload) {
    return form(OWN).read(payload.replace('\'', '"'));
  }

  private static List<String> problems(String text) {
    Loaded<HookForm> loaded = HookForm.read(new Source("own.hook.yaml", text));
    return loaded.problems().stream()
        .map(each -> each.place().line() + " " + each.message())
        .toList();
  }

  @Test
  void every_shipped_description_is_read() {
    for (String name : HookForm.names()) {
      assertThat(HookForm.of(name).name()).isEqualTo(name);
    }
  }

  @Test
  void a_payload_is_read_by_its_description() {
    HookEvent call =
        read("{'hook':'after','id':7,'tool':'sh','args':{'cmd':'ls'},'out':'no','code':'2'}");
    assertThat(call.kind()).isEqualTo(Kind.CALL);
    assertThat(call.session()).isEqualTo("7");
    assertThat(call.fields())
        .containsEntry("tool", "sh")
        .containsEntry("command", "ls")
        .containsEntry("success", false)
        .containsEntry("exit_code", 2L);
  }

  @Test
  void an_exit_code_stands_before_a_stated_success() {
    assertThat(
            read("{'hook':'after','id':'s','tool':'sh','out':{'success':true,'exit_code':1}}")
                .fields())
        .containsEntry("success", false);
    assertThat(read("{'hook':'after','id':'s','tool':'sh','out':{'content':'a'}}").fields())
        .doesNotContainKey("success");
  }

  @Test
  void a_condition_decides_whether_a_prompt_is_one() {
    assertThat(read("{'hook':'said','id':'s','by':'user','text':''}").kind())
        .isEqualTo(Kind.PROMPT);
    assertThat(read("{'hook':'said','id':'s','by':'tool','text':'a'}").kind())
        .isEqualTo(Kind.OTHER);
    assertThat(read("{'hook':'said','id':'s','text':'a'}").kind()).isEqualTo(Kind.OTHER);
  }

  @Test
  void what_is_not_described_is_refused() {
    assertThatThrownBy(() -> read("{'hook':'during','id':'s','tool':'sh'}"))
        .hasMessage("the hook 'during' is not known");
    assertThatThrownBy(() -> read("{'hook':'before','id':'s','toolName':'sh','input':{}}"))
        .hasMessage(
            "the payload of 'before' has neither a tool nor arguments where this program has them");
    assertThat(read("{'hook':'tick','id':'s'}").kind()).isEqualTo(Kind.OTHER);
  }

  @Test
  void what_a_person_typed_for_qwen_is_told_from_what_the_program_sends() {
    String prompt =
        "{\"session_id\":\"s\",\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"go\"%s}";
    HookForm qwen = HookForm.of("qwen-code");
    assertThat(qwen.read(prompt.formatted("")).kind()).isEqualTo(Kind.OTHER);
    HookEvent typed = qwen.read(prompt.formatted(",\"submitted_prompt\":\"go on\""));
    assertThat(typed.fields()).containsEntry("text", "go on");
  }

  @Test
  void a_failure_of_kimi_is_its_message_and_a_prompt_may_have_parts() {
    HookForm kimi = HookForm.of("kimi");
    String head = "{\"session_id\":\"s\",\"hook_event_name\":";
    HookEvent failed =
        kimi.read(
            head
                + "\"PostToolUseFailure\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"},"
                + "\"tool_call_id\":\"c\",\"error\":{\"name\":\"E\",\"message\":\"Exit code 3\\nno\"}}");
    assertThat(failed.call()).isEqualTo("c");
    assertThat(failed.fields()).containsEntry("exit_code", 3L).containsEntry("output", "no");
    HookEvent said =
        kimi.read(head + "\"UserPromptSubmit\",\"prompt\":[{\"type\":\"text\",\"text\":\"go\"}]}");
    assertThat(said.fields()).containsEntry("text", "go");
  }

  @Test
  void mistakes_are_said_with_their_place() {
    assertThat(problems("program: own\nevent: hook\n"))
        .containsExactly(
            "1 a description of hooks has the key 'session'",
            "1 a description of hooks has the key 'hooks'",
            "1 a description of hooks has the key 'reply'");
    assertThat(problems(OWN.replace("is: proposal", "is: question")))
        .containsExactly("6 a hook is no 'question'");
    assertThat(problems(OWN.replace("is: proposal", "is: proposal, when: true")))
        .containsExactly("6 there is no key 'when' here");
    assertThat(problems(OWN.replace("item.out", "itm.out")))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("7 ");
    assertThat(problems("- a\n")).containsExactly("1 a description of hooks is a map, not a list");
  }
}
