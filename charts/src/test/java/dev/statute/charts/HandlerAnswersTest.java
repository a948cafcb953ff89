package dev.statute.charts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.ChartLoader;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each handler of onevalet with each status that it may return, and late results. */
class HandlerAnswersTest {
  private static final Path CHARTS = Path.of(System.getProperty("statute.root", ".."), "charts");
  private static final Instant NOW = Instant.EPOCH;
  private static final Interpreter CHART =
      ChartLoader.standard().open(CHARTS.resolve("onevalet.yaml")).get();

  private static final List<String> STATUSES =
      List.of(
          "initializing",
          "running",
          "waiting_for_input",
          "waiting_for_approval",
          "paused",
          "completed",
          "error",
          "cancelled");

  /** Handler's state → refused statuses; the others lead to the state of their name. */
  private static final Map<String, List<String>> REFUSED =
      Map.of(
          "INITIALIZING", List.of("cancelled"),
          "WAITING_FOR_INPUT", List.of("initializing", "cancelled"),
          "WAITING_FOR_APPROVAL", List.of("initializing"),
          "RUNNING", List.of("initializing", "cancelled"),
          "PAUSED", List.of("completed"),
          "ERROR",
              List.of(
                  "initializing",
                  "running",
                  "waiting_for_input",
                  "waiting_for_approval",
                  "paused",
                  "completed"));

  @TestFactory
  Stream<DynamicTest> every_status_of_every_handler_is_handled() {
    List<DynamicTest> cells = new ArrayList<>();
    REFUSED.forEach(
        (state, refused) -> {
          for (String status : STATUSES) {
            boolean allowed = !refused.contains(status);
            cells.add(
                DynamicTest.dynamicTest(
                    state + " answers " + status + (allowed ? "" : ", refused"),
                    () -> answer(state, status, allowed)));
          }
        });
    return cells.stream();
  }

  private static void answer(String state, String status, boolean allowed) {
    Snapshot before = CHART.startAt("cell", List.of(state), Map.of(), NOW).snapshot();
    Map<String, Object> metadata = Map.of("sub_state", "second");
    List<Step> steps = CHART.handle(before, answered(state, status, "as I said", metadata), NOW);
    assertThat(steps.get(0).outcome().kind()).isEqualTo("taken");
    Step step = steps.get(steps.size() - 1);
    assertThat(step.outcome().configuration())
        .containsExactly(allowed ? status.toUpperCase(Locale.ROOT) : state);
    assertThat(step.snapshot().data().get("metadata")).isEqualTo(metadata);
    List<Map<String, ?>> emitted = new ArrayList<>();
    steps.forEach(each -> emitted.addAll(emits(each, allowed ? "reply" : "refused")));
    assertThat(emitted).hasSize(1);
    assertThat(emitted.get(0).get("status")).isEqualTo(status);
    if (allowed) {
      assertThat(emitted.get(0))
          .isEqualTo(Map.of("status", status, "message", "as I said", "metadata", metadata));
    } else {
      assertThat(String.valueOf(emitted.get(0).get("reason")))
          .containsAnyOf("go there", "is listed");
    }
    assertThat(step.snapshot().data().get("message")).isEqualTo(allowed ? "as I said" : null);
    assertThat(step.snapshot().data().get("error"))
        .isEqualTo(allowed && status.equals("error") ? "as I said" : null);
  }

  @TestFactory
  Stream<DynamicTest> every_handler_receives_the_message_and_the_metadata() {
    return REFUSED.keySet().stream()
        .map(
            state ->
                DynamicTest.dynamicTest(
                    state,
                    () -> {
                      Snapshot at = CHART.startAt("cell", List.of(state), Map.of(), NOW).snapshot();
                      Step first = step(at, answered(state, "done", null, Map.of("step", 1L)));
                      Snapshot open =
                          first.snapshot().isDone() || state.equals("RUNNING")
                              ? at
                              : first.snapshot();
                      Step second =
                          step(
                              open,
                              new Input.Event(
                                  "Message",
                                  Map.of("message", "go on", "metadata", Map.of("lang", "de"))));
                      Map<String, Object> metadata = new LinkedHashMap<>();
                      if (open != at) {
                        metadata.put("step", 1L);
                      }
                      metadata.put("lang", "de");
                      assertThat(calls(second))
                          .containsExactly(
                              Map.of(
                                  "handler", state.toLowerCase(Locale.ROOT),
                                  "with",
                                      Map.of(
                                          "message",
                                          "go on",
                                          "metadata",
                                          metadata,
                                          "values",
                                          Map.of())));
                    }));
  }

  @Test
  void a_task_is_not_done_twice_over_a_pause_and_its_result_ends_the_agent_afterwards() {
    Step running = step(start(), new Input.Event("Start", Map.of()));
    assertThat(handlers(running)).containsExactly("running");
    Snapshot paused = step(running.snapshot(), new Input.Event("Pause")).snapshot();

    Step resumed = step(paused, new Input.Event("Resume"));
    assertThat(handlers(resumed)).isEmpty();
    assertThat(resumed.outcome().configuration()).containsExactly("RUNNING");

    Step result = step(paused, answered("RUNNING", "completed", "all done", Map.of()));
    assertThat(result.outcome().configuration()).containsExactly("PAUSED");
    Step after = step(result.snapshot(), new Input.Event("Resume"));
    assertThat(handlers(after)).isEmpty();
    assertThat(after.outcome().configuration()).containsExactly("COMPLETED");
    assertThat(after.snapshot().data().get("message")).isEqualTo("all done");
  }

  @Test
  void a_question_to_a_handler_is_not_put_twice_over_a_pause_and_its_answer_counts_afterwards() {
    Snapshot waiting = step(start(), new Input.Move("WAITING_FOR_INPUT")).snapshot();
    Snapshot paused = step(waiting, new Input.Event("Pause")).snapshot();
    assertThat(handlers(step(paused, new Input.Event("Resume")))).isEmpty();

    Step kept = step(paused, answered("WAITING_FOR_INPUT", "running", "enough", Map.of()));
    Step resumed = step(kept.snapshot(), new Input.Event("Resume"));
    assertThat(resumed.outcome().configuration()).containsExactly("RUNNING");
    assertThat(handlers(resumed)).containsExactly("running");
  }

  @Test
  void a_task_that_needs_input_is_resumed_with_its_metadata() {
    Snapshot running = step(start(), new Input.Event("Start", Map.of())).snapshot();
    Map<String, Object> left = Map.of("sub_state", "which");
    Step asking = step(running, answered("RUNNING", "waiting_for_input", "which one?", left));
    assertThat(asking.outcome().configuration()).containsExactly("WAITING_FOR_INPUT");

    Step again =
        step(asking.snapshot(), new Input.Event("Provide", Map.of("message", "the second")));
    assertThat(calls(again))
        .containsExactly(
            Map.of(
                "handler",
                "running",
                "with",
                Map.of("message", "the second", "metadata", left, "values", Map.of())));
  }

  @Test
  void a_result_that_comes_after_a_move_away_is_kept_until_the_task_is_wanted_again() {
    Snapshot running = step(start(), new Input.Event("Start", Map.of())).snapshot();
    Snapshot away = step(running, new Input.Move("WAITING_FOR_INPUT")).snapshot();
    Step kept = step(away, answered("RUNNING", "completed", "all done", Map.of()));
    assertThat(kept.outcome().configuration()).containsExactly("WAITING_FOR_INPUT");
    Step back = step(kept.snapshot(), new Input.Move("RUNNING"));
    assertThat(back.outcome().configuration()).containsExactly("COMPLETED");
    assertThat(back.snapshot().data().get("message")).isEqualTo("all done");
  }

  @Test
  void a_handler_of_errors_that_throws_leaves_its_text() {
    Snapshot error =
        step(start(), new Input.Event("Fail", Map.of("message", "out of stock"))).snapshot();
    Step thrown =
        step(
            error,
            new Input.Event(
                "error.call.error",
                Map.of("code", "handler", "message", "no mail", "kind", "thrown", "attempts", 1L)));
    assertThat(thrown.outcome().configuration()).containsExactly("ERROR");
    assertThat(emits(thrown, "failed")).containsExactly(Map.of("error", "no mail"));
  }

  private static Snapshot start() {
    return CHART.start("cell", Map.of(), NOW).snapshot();
  }

  private static Step step(Snapshot snapshot, Input input) {
    Step step = CHART.step(snapshot, input, NOW);
    assertThat(step.outcome()).isInstanceOf(Outcome.Taken.class);
    return step;
  }

  private static Input.Event answered(
      String state, String status, @Nullable String message, Map<String, Object> metadata) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("status", status);
    data.put("message", message);
    data.put("metadata", metadata);
    data.put("value", null);
    return new Input.Event("done.call." + state.toLowerCase(Locale.ROOT), data);
  }

  private static List<Map<String, ?>> emits(Step step, String type) {
    List<Map<String, ?>> emits = new ArrayList<>();
    for (Effect effect : step.outcome().trace().effects()) {
      if (effect instanceof Effect.Emit emit && emit.type().equals(type)) {
        emits.add(emit.data());
      }
    }
    return emits;
  }

  private static List<String> handlers(Step step) {
    return calls(step).stream().map(call -> String.valueOf(call.get("handler"))).toList();
  }

  private static List<Map<String, Object>> calls(Step step) {
    List<Map<String, Object>> calls = new ArrayList<>();
    for (Effect effect : step.outcome().trace().effects()) {
      if (effect instanceof Effect.Call call) {
        calls.add(Map.of("handler", call.handler(), "with", call.with()));
      }
    }
    return calls;
  }
}
