package dev.statute.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.statute.Statute;
import dev.statute.guard.AgentGuard;
import dev.statute.guard.AgentStopException;
import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.store.InstanceAdministration;
import dev.statute.store.InstanceStore.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.definition.ToolDefinition;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Chat clients of Spring AI with a scripted model, under a guard. */
class GuardedToolCallsTest {
  private static final Statute STATUTE =
      Statute.loader().profile("unattended").fromClassPath("statute/charts/supervised.yaml");
  private final AgentGuard guard = AgentGuard.forChart("supervised");
  private final Engine engine = engine();
  private final Files files = new Files();

  private Engine engine() {
    EngineBuilder builder = STATUTE.engine();
    guard.attach(builder);
    return builder.build();
  }

  @AfterAll
  static void closeRules() {
    STATUTE.close();
  }

  @AfterEach
  void close() {
    engine.close();
  }

  /** Tools that count their calls. */
  static final class Files {
    int calls;

    @Tool(description = "Reads a file")
    public String read(String path) {
      calls++;
      if (path.startsWith("missing")) {
        throw new IllegalStateException(path + ": no such file");
      }
      return "text of " + path;
    }
  }

  /** Model that asks for the calls of a script, then answers. */
  static final class ScriptedModel implements ChatModel {
    final List<String> results = new ArrayList<>();
    private final IntFunction<List<String>> script;
    private int round;

    /** Creates a model; the script gives the paths to read in each round, empty to answer. */
    ScriptedModel(IntFunction<List<String>> script) {
      this.script = script;
    }

    @Override
    public ChatOptions getOptions() {
      return ToolCallingChatOptions.builder().build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      var last = prompt.getInstructions().get(prompt.getInstructions().size() - 1);
      if (last instanceof ToolResponseMessage message) {
        message.getResponses().forEach(response -> results.add(response.responseData()));
      }
      int now = ++round;
      List<ToolCall> calls = new ArrayList<>();
      for (String path : script.apply(now)) {
        String id = now + "." + calls.size();
        calls.add(
            new ToolCall(
                id, "function", "read", "{\"path\":\"" + path + "\",\"arg0\":\"" + path + "\"}"));
      }
      AssistantMessage message =
          AssistantMessage.builder()
              .content(calls.isEmpty() ? "done" : "")
              .toolCalls(calls)
              .build();
      return new ChatResponse(List.of(new Generation(message)));
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
      return Flux.defer(() -> Flux.just(call(prompt)));
    }
  }

  private ChatClient client(ScriptedModel model, AgentGuard by) {
    return ChatClient.builder(model)
        .defaultTools(files)
        .defaultAdvisors(GuardedToolCalls.advisors(by, ToolCallingManager.builder().build()))
        .build();
  }

  private String chat(ScriptedModel model) {
    return client(model, guard).prompt("read").call().content();
  }

  @Test
  void a_looping_model_gets_its_hint_at_the_third_call_and_is_stopped() {
    ScriptedModel model = new ScriptedModel(round -> List.of("a"));
    AgentStopException stop = catchThrowableOfType(AgentStopException.class, () -> chat(model));
    assertThat(stop.halt().rule()).startsWith("loops/full#");
    assertThat(model.results.subList(0, 2)).containsOnly("\"text of a\"");
    assertThat(model.results.get(2)).startsWith("\"text of a\"\n\nStatute: ");
    assertThat(model.results).hasSizeLessThanOrEqualTo(8);
    assertThat(model.results).last().asString().contains("was refused and not made");
  }

  @Test
  void a_stream_is_stopped_too() {
    ScriptedModel model = new ScriptedModel(round -> List.of("a"));
    assertThatThrownBy(
            () -> client(model, guard).prompt("read").stream().content().collectList().block())
        .isInstanceOf(AgentStopException.class);
  }

  private List<String> liveSessions() {
    var live = new InstanceAdministration.Filter(List.of(Status.LIVE), null, "", 1000);
    return engine.store().list(live).stream()
        .filter(each -> !each.configuration().equals(List.of("closed")))
        .map(each -> each.toString())
        .toList();
  }

  @Test
  void streams_that_are_disposed_at_once_leave_no_session() throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(200);
    Scheduler pool = Schedulers.newBoundedElastic(8, 1000, "requests");
    for (int i = 0; i < 200; i++) {
      ScriptedModel model = new ScriptedModel(round -> round > 2 ? List.of() : List.of("a"));
      var running =
          client(model, guard).prompt("read").stream()
              .content()
              .subscribeOn(pool)
              .doFinally(signal -> ended.countDown())
              .subscribe();
      if (i % 2 == 0) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
      running.dispose();
    }
    assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    pool.disposeGracefully().block(Duration.ofSeconds(60));
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!liveSessions().isEmpty() && System.nanoTime() < end) {
      Thread.yield(); // calls of the last requests are under way
    }
    assertThat(liveSessions()).isEmpty();
  }

  @Test
  void parallel_calls_of_one_round_are_one_round() {
    ScriptedModel model =
        new ScriptedModel(round -> round == 3 ? List.of() : List.of("a", "a", "a", "a"));
    assertThat(chat(model)).isEqualTo("done");
    assertThat(model.results).hasSize(8).containsOnly("\"text of a\"");
  }

  @Test
  void a_refused_call_of_a_round_is_answered_in_its_place() {
    ScriptedModel model =
        new ScriptedModel(
            round -> round > 5 ? List.of() : round < 5 ? List.of("a") : List.of("b", "a", "c"));
    assertThat(chat(model)).isEqualTo("done");
    List<String> last = model.results.subList(4, 7);
    assertThat(last.get(0)).isEqualTo("\"text of b\"");
    assertThat(last.get(1)).contains("this call of 'read' was refused and not made");
    assertThat(last.get(2)).isEqualTo("\"text of c\"");
    assertThat(files.calls).isEqualTo(6);
  }

  @Test
  void healthy_steps_are_silent() {
    ScriptedModel model =
        new ScriptedModel(round -> round > 35 ? List.of() : List.of("file " + round));
    assertThat(chat(model)).isEqualTo("done");
    assertThat(model.results)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 35).mapToObj(i -> "\"text of file " + i + "\"").toList());
  }

  @Test
  void fifty_healthy_steps_of_a_conversation_are_silent() {
    ScriptedModel model =
        new ScriptedModel(round -> round % 26 == 0 ? List.of() : List.of("file " + round));
    ChatClient client = client(model, guard);
    for (int i = 0; i < 2; i++) {
      client.prompt("go on").toolContext(Map.of(GuardedToolCalls.SESSION, "s")).call().content();
    }
    assertThat(model.results).hasSize(50).noneMatch(text -> text.contains("Statute"));
    assertThat(engine.instance("agent:s").progress()).containsEntry("calls", 50L);
  }

  @Test
  void a_tool_that_throws_is_recorded_as_an_error_and_gets_its_hint() {
    ScriptedModel model = new ScriptedModel(round -> round > 3 ? List.of() : List.of("missing"));
    ChatClient client = client(model, guard);
    client.prompt("go on").toolContext(Map.of(GuardedToolCalls.SESSION, "s")).call().content();
    assertThat(model.results.subList(0, 2)).containsOnly("missing: no such file");
    assertThat(model.results.get(2)).startsWith("missing: no such file\n\nStatute: ");
    assertThat(engine.instance("agent:s").progress()).containsEntry("failures", 3L);
  }

  @Test
  void an_exception_of_the_manager_is_recorded_and_passed_on() {
    ScriptedModel model = new ScriptedModel(round -> List.of("a"));
    ChatClient client =
        ChatClient.builder(model)
            .defaultAdvisors(GuardedToolCalls.advisors(guard, ToolCallingManager.builder().build()))
            .build();
    assertThatThrownBy(
            () ->
                client
                    .prompt("read")
                    .toolContext(Map.of(GuardedToolCalls.SESSION, "s"))
                    .call()
                    .content())
        .hasMessageContaining("No ToolCallback found");
    assertThat(engine.instance("agent:s").progress()).containsEntry("failures", 1L);
  }

  @Test
  void calls_without_a_session_are_not_made() {
    ScriptedModel model = new ScriptedModel(round -> List.of("a"));
    ChatClient client =
        ChatClient.builder(model)
            .defaultTools(files)
            .defaultAdvisors(
                ToolCallingAdvisor.builder()
                    .toolCallingManager(
                        new GuardedToolCalls(guard, ToolCallingManager.builder().build()))
                    .build())
            .build();
    assertThatThrownBy(() -> client.prompt("read").call().content())
        .hasMessageContaining("add a GuardAdvisor");
    assertThat(files.calls).isZero();
  }

  @Test
  void a_broken_guard_refuses_calls_unless_it_is_to_fail_open() {
    engine.close();
    ScriptedModel closed = new ScriptedModel(round -> round > 1 ? List.of() : List.of("a"));
    assertThat(chat(closed)).isEqualTo("done");
    assertThat(closed.results)
        .containsExactly(
            "Statute: this call of 'read' was refused and not made: it could not be judged.");
    assertThat(files.calls).isZero();

    ScriptedModel open = new ScriptedModel(round -> round > 1 ? List.of() : List.of("a"));
    assertThat(client(open, guard.failOpen()).prompt("read").call().content()).isEqualTo("done");
    assertThat(open.results).containsExactly("\"text of a\"");
  }

  @Test
  void a_hint_reaches_the_model_where_a_later_call_of_the_round_is_refused() {
    GuardedToolCalls calls = new GuardedToolCalls(guard, new DirectTools());
    List<String> told = List.of();
    for (String paths : List.of("b", "b", "a", "a", "a", "a", "b a")) {
      told = execute(calls, List.of(paths.split(" ", -1)));
    }
    assertThat(told.get(1)).contains("this call of 'read' was refused and not made");
    assertThat(told.get(0)).startsWith("text of b\n\nStatute: ");
  }

  /** Executes a round of calls and returns the responses to them. */
  private static List<String> execute(GuardedToolCalls calls, List<String> paths) {
    AssistantMessage message =
        AssistantMessage.builder()
            .toolCalls(
                paths.stream().map(path -> new ToolCall(path, "function", "read", path)).toList())
            .build();
    ToolCallingChatOptions options =
        ToolCallingChatOptions.builder().toolContext(GuardedToolCalls.SESSION, "s").build();
    ToolExecutionResult result =
        calls.executeToolCalls(
            new Prompt(List.of(new UserMessage("read")), options),
            new ChatResponse(List.of(new Generation(message))));
    List<Message> history = result.conversationHistory();
    return ((ToolResponseMessage) history.get(history.size() - 1))
        .getResponses().stream().map(ToolResponseMessage.ToolResponse::responseData).toList();
  }

  /** Tools whose results go to the caller in place of the model. */
  private static final class DirectTools implements ToolCallingManager {
    @Override
    public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions options) {
      return List.of();
    }

    @Override
    public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse response) {
      List<ToolResponseMessage.ToolResponse> responses =
          response.getResults().get(0).getOutput().getToolCalls().stream()
              .map(
                  call ->
                      new ToolResponseMessage.ToolResponse(
                          call.id(), call.name(), "text of " + call.arguments()))
              .toList();
      return ToolExecutionResult.builder()
          .conversationHistory(List.of(ToolResponseMessage.builder().responses(responses).build()))
          .returnDirect(true)
          .build();
    }
  }
}
