package dev.statute.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.langchain4j.agent.tool.CompensateFor;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.tool.ToolErrorHandlerResult;
import dev.langchain4j.service.tool.ToolProviderResult;
import dev.statute.Statute;
import dev.statute.guard.AgentGuard;
import dev.statute.guard.AgentStopException;
import dev.statute.runtime.Engine;
import dev.statute.runtime.EngineBuilder;
import dev.statute.runtime.Listener;
import dev.statute.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Services of LangChain4j with a scripted model, under a guard. */
class GuardedToolsTest {
  private static final Statute STATUTE =
      Statute.loader().profile("unattended").fromClassPath("statute/charts/supervised.yaml");
  private final Set<String> instances = ConcurrentHashMap.newKeySet();
  private final AgentGuard guard = AgentGuard.forChart("supervised");
  private final Engine engine = engine();
  private final Files files = new Files();

  private Engine engine() {
    EngineBuilder builder = STATUTE.engine();
    builder.listener(
        new Listener() {
          @Override
          public void onHandled(String instance, Instant at, List<Step> steps, Duration took) {
            instances.add(instance);
          }
        });
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

  /** Service under test. */
  interface Assistant {
    String chat(String message);
  }

  /** Streaming service under test. */
  interface StreamingAssistant {
    TokenStream chat(String message);
  }

  /** Tools that count their calls. */
  static final class Files {
    int calls;

    @Tool
    String read(String path) {
      calls++;
      if (path.startsWith("missing")) {
        throw new IllegalStateException(path + ": no such file");
      }
      return "text of " + path;
    }
  }

  /** Tool other than the one that the model asks for. */
  static final class Clock {
    @Tool
    String time() {
      return "noon";
    }
  }

  /** Tool with a compensating action. */
  static final class Bookings {
    @Tool
    String book(String room) {
      return room;
    }

    @CompensateFor("book")
    void cancel(String room) {}
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
    public ChatResponse doChat(ChatRequest request) {
      List<ToolExecutionResultMessage> last = new ArrayList<>();
      for (int i = request.messages().size() - 1; i >= 0; i--) {
        if (!(request.messages().get(i) instanceof ToolExecutionResultMessage result)) {
          break;
        }
        last.add(0, result);
      }
      last.forEach(result -> results.add(result.text()));
      int now = ++round;
      List<ToolExecutionRequest> calls = new ArrayList<>();
      for (String path : script.apply(now)) {
        calls.add(
            ToolExecutionRequest.builder()
                .id(now + "." + calls.size())
                .name("read")
                .arguments("{\"arg0\":\"" + path + "\",\"path\":\"" + path + "\"}")
                .build());
      }
      AiMessage message = calls.isEmpty() ? AiMessage.from("done") : AiMessage.from(calls);
      return ChatResponse.builder().aiMessage(message).build();
    }
  }

  private Assistant assistant(ScriptedModel model) {
    return GuardedTools.of(guard)
        .install(AiServices.builder(Assistant.class).chatModel(model), files)
        .build();
  }

  @Test
  void a_looping_model_gets_its_hint_at_the_third_call_and_is_stopped() {
    ScriptedModel model = new ScriptedModel(round -> List.of("a"));
    AgentStopException stop =
        catchThrowableOfType(AgentStopException.class, () -> assistant(model).chat("read a"));
    assertThat(stop.halt().rule()).startsWith("loops/full#");
    assertThat(model.results.subList(0, 2)).containsOnly("text of a");
    assertThat(model.results.get(2)).startsWith("text of a\n\nStatute: ");
    assertThat(model.results).hasSizeLessThanOrEqualTo(8);
    assertThat(files.calls).isLessThanOrEqualTo(model.results.size());
    assertThat(model.results).last().asString().contains("was refused and not made");
  }

  @Test
  void a_stream_gets_its_hint_and_ends_with_the_stop() throws Exception {
    ScriptedModel model = new ScriptedModel(round -> List.of("a"));
    StreamingChatModel streaming =
        new StreamingChatModel() {
          @Override
          public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
            handler.onCompleteResponse(model.doChat(request));
          }
        };
    GuardedTools tools = GuardedTools.of(guard);
    var services =
        AiServices.builder(StreamingAssistant.class).streamingChatModel(tools.decorate(streaming));
    StreamingAssistant assistant = tools.install(services, files).build();
    CompletableFuture<String> ended = new CompletableFuture<>();
    assistant
        .chat("read a")
        .onPartialResponse(part -> {})
        .onCompleteResponse(response -> ended.complete(response.aiMessage().text()))
        .onError(ended::completeExceptionally)
        .start();
    assertThatThrownBy(() -> ended.get(30, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(AgentStopException.class);
    assertThat(model.results.get(2)).startsWith("text of a\n\nStatute: ");
    assertThat(model.results).last().asString().startsWith("Statute: ");
  }

  @Test
  void parallel_calls_of_one_round_are_one_round() {
    ScriptedModel model =
        new ScriptedModel(round -> round == 3 ? List.of() : List.of("a", "a", "a", "a"));
    assertThat(assistant(model).chat("read a")).isEqualTo("done");
    assertThat(model.results).hasSize(8).containsOnly("text of a");
  }

  @Test
  void parallel_calls_on_threads_are_one_round_too() {
    ScriptedModel model =
        new ScriptedModel(round -> round == 3 ? List.of() : List.of("a", "b", "a", "b"));
    Assistant assistant =
        GuardedTools.of(guard)
            .install(AiServices.builder(Assistant.class).chatModel(model), new Files())
            .executeToolsConcurrently()
            .build();
    assertThat(assistant.chat("read both")).isEqualTo("done");
    assertThat(model.results).hasSize(8).allMatch(text -> text.startsWith("text of "));
  }

  @Test
  void healthy_steps_are_silent() {
    ScriptedModel model =
        new ScriptedModel(round -> round > 50 ? List.of() : List.of("file " + round));
    assertThat(assistant(model).chat("read all")).isEqualTo("done");
    assertThat(model.results)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 50).mapToObj(i -> "text of file " + i).toList());
  }

  @Test
  void a_tool_that_throws_is_recorded_as_an_error_and_gets_its_hint() {
    ScriptedModel model = new ScriptedModel(round -> round > 3 ? List.of() : List.of("missing"));
    Assistant assistant = assistant(model);
    assertThat(assistant.chat("read")).isEqualTo("done");
    assertThat(model.results.subList(0, 2)).containsOnly("missing: no such file");
    assertThat(model.results.get(2)).startsWith("missing: no such file\n\nStatute: ");
    assertThat(instances).hasSize(1);
    String instance = instances.iterator().next();
    assertThat(engine.instance(instance).snapshot().configuration()).containsExactly("closed");
    assertThat(engine.instance(instance).progress()).containsEntry("failures", 3L);
  }

  @Test
  void tools_of_a_provider_are_guarded() {
    ScriptedModel model = new ScriptedModel(round -> List.of("a"));
    GuardedTools tools = GuardedTools.of(guard);
    Assistant assistant =
        tools
            .install(AiServices.builder(Assistant.class).chatModel(model))
            .toolProvider(
                tools.decorate(
                    request ->
                        ToolProviderResult.builder()
                            .add(
                                ToolSpecification.builder().name("read").build(),
                                (call, memory) -> "always the same")
                            .build()))
            .build();
    assertThatThrownBy(() -> assistant.chat("read")).isInstanceOf(AgentStopException.class);
    assertThat(model.results.get(2)).startsWith("always the same\n\nStatute: ");
  }

  @Test
  void a_stop_that_an_error_handler_swallows_ends_the_invocation_all_the_same() {
    ScriptedModel model = new ScriptedModel(round -> List.of("a"));
    Assistant assistant =
        GuardedTools.of(guard)
            .install(AiServices.builder(Assistant.class).chatModel(model), files)
            .toolExecutionErrorHandler((error, context) -> ToolErrorHandlerResult.text("oops"))
            .build();
    assertThatThrownBy(() -> assistant.chat("read"))
        .isInstanceOf(Error.class)
        .hasMessageContaining("AgentStopException")
        .hasCauseInstanceOf(AgentStopException.class);
  }

  @Test
  void a_loop_of_unknown_tools_gets_its_hint_and_is_stopped() {
    ScriptedModel model = new ScriptedModel(round -> List.of("a"));
    Assistant assistant =
        GuardedTools.of(guard)
            .unknownTools(call -> ToolExecutionResultMessage.from(call, "no such tool"))
            .install(AiServices.builder(Assistant.class).chatModel(model), new Clock())
            .build();
    assertThatThrownBy(() -> assistant.chat("read")).isInstanceOf(AgentStopException.class);
    assertThat(model.results.subList(0, 2)).containsOnly("no such tool");
    assertThat(model.results.get(2)).startsWith("no such tool\n\nStatute: ");
    String instance = instances.iterator().next();
    assertThat((long) engine.instance(instance).progress().get("failures")).isGreaterThan(2);
  }

  @Test
  void an_unknown_tool_ends_the_invocation_unless_an_answer_is_given() {
    ScriptedModel model = new ScriptedModel(round -> List.of("a"));
    Assistant assistant =
        GuardedTools.of(guard)
            .install(AiServices.builder(Assistant.class).chatModel(model), new Clock())
            .build();
    assertThatThrownBy(() -> assistant.chat("read")).hasMessageContaining("read");
    assertThat(model.results).isEmpty();
  }

  @Test
  void memory_ids_of_different_types_long_ones_and_such_with_line_breaks_are_sessions() {
    var tool = GuardedTools.of(guard).decorate((request, memory) -> "same");
    ToolExecutionRequest request =
        ToolExecutionRequest.builder().id("1").name("t").arguments("{}").build();
    List<Object> ids =
        List.of(7L, "7", 7, "java.lang.Long#7", "x".repeat(5000), "x".repeat(4999) + "y", "a\nb");
    for (Object id : ids) {
      assertThat(tool.execute(request, id)).isEqualTo("same");
      assertThat(tool.execute(request, id)).isEqualTo("same");
    }
    assertThat(ids.stream().map(id -> guard.instance(GuardedTools.session(id))))
        .doesNotHaveDuplicates()
        .allSatisfy(
            instance ->
                assertThat(engine.instance(instance).progress()).containsEntry("calls", 2L));
  }

  @Test
  void long_arguments_are_counted() {
    var tool = GuardedTools.of(guard).decorate((request, memory) -> "same");
    for (String arguments :
        List.of(
            "{\"path\":\"a.txt\",\"content\":\"" + "x".repeat(20_000_000) + "\"}",
            "[" + "1,".repeat(5_000_000) + "1]",
            "x".repeat(15_000_000))) {
      ToolExecutionRequest request =
          ToolExecutionRequest.builder().id("1").name("write").arguments(arguments).build();
      String id = arguments.substring(0, 8);
      for (int i = 0; i < 2; i++) {
        assertThat(tool.execute(request, id)).isEqualTo("same");
      }
      assertThat(tool.execute(request, id)).startsWith("same\n\nStatute: ");
      assertThat(engine.instance(guard.instance(id)).progress()).containsEntry("calls", 3L);
    }
  }

  @Test
  void compensating_actions_are_refused() {
    GuardedTools tools = GuardedTools.of(guard);
    var services = AiServices.builder(Assistant.class).chatModel(new ScriptedModel(i -> List.of()));
    assertThatThrownBy(() -> tools.install(services, new Bookings()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("remove @CompensateFor");
  }

  @Test
  void a_broken_guard_refuses_calls_unless_it_is_to_fail_open() {
    engine.close();
    ScriptedModel closed = new ScriptedModel(round -> round > 1 ? List.of() : List.of("a"));
    assertThat(assistant(closed).chat("read")).isEqualTo("done");
    assertThat(closed.results)
        .containsExactly(
            "Statute: this call of 'read' was refused and not made: it could not be judged.");
    assertThat(files.calls).isZero();

    ScriptedModel open = new ScriptedModel(round -> round > 1 ? List.of() : List.of("a"));
    Assistant assistant =
        GuardedTools.of(guard.failOpen())
            .install(AiServices.builder(Assistant.class).chatModel(open), files)
            .build();
    assertThat(assistant.chat("read")).isEqualTo("done");
    assertThat(open.results).containsExactly("text of a");
  }

  @Test
  void a_tool_without_a_service_is_a_session_by_its_memory() {
    var tool = GuardedTools.of(guard).decorate((request, memory) -> "same");
    ToolExecutionRequest request =
        ToolExecutionRequest.builder().id("1").name("t").arguments("{}").build();
    for (String memory : List.of("x", "y", "x", "y")) {
      assertThat(tool.execute(request, memory)).isEqualTo("same");
    }
    assertThat(tool.execute(request, "x")).startsWith("same\n\nStatute: ");
    assertThat(engine.instance("agent:x").progress()).containsEntry("calls", 3L);
    assertThat(engine.instance("agent:y").progress()).containsEntry("calls", 2L);
  }
}
