package dev.statute.charts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.ChartLoader;
import dev.statute.step.Input;
import dev.statute.step.Interpreter;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.step.Step;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every cell of the tables of three systems: each state × each event of chat-actor, each pair of
 * states of nexora and onevalet. The tables are repeated here on purpose.
 */
class TransitionTablesTest {
  private static final Path CHARTS = Path.of(System.getProperty("statute.root", ".."), "charts");
  private static final Instant NOW = Instant.EPOCH;
  private static final String USER = "123e4567-e89b-12d3-a456-426614174000";

  /** Source → targets that may be requested. */
  private static final Map<String, String> NEXORA =
      table(
          "idle: processing_prompt phase_transition halted",
          "processing_prompt: streaming_response error_recovery halted",
          "streaming_response: executing_tool awaiting_permission progress_check idle"
              + " error_recovery halted",
          "executing_tool: streaming_response progress_check error_recovery halted",
          "awaiting_permission: streaming_response executing_tool idle halted",
          "error_recovery: streaming_response executing_tool progress_check idle halted",
          "phase_transition: processing_prompt progress_check phase_transition idle halted",
          "progress_check: streaming_response executing_tool phase_transition error_recovery idle"
              + " halted",
          "resource_paused:",
          "halted:");

  private static final Map<String, String> ONEVALET =
      table(
          "INITIALIZING: RUNNING WAITING_FOR_INPUT WAITING_FOR_APPROVAL PAUSED COMPLETED ERROR",
          "RUNNING: COMPLETED ERROR PAUSED WAITING_FOR_INPUT WAITING_FOR_APPROVAL",
          "WAITING_FOR_INPUT: RUNNING WAITING_FOR_APPROVAL PAUSED COMPLETED ERROR"
              + " WAITING_FOR_INPUT",
          "WAITING_FOR_APPROVAL: RUNNING WAITING_FOR_INPUT WAITING_FOR_APPROVAL PAUSED COMPLETED"
              + " CANCELLED ERROR",
          "PAUSED: INITIALIZING RUNNING WAITING_FOR_INPUT WAITING_FOR_APPROVAL CANCELLED ERROR",
          "ERROR: CANCELLED",
          "COMPLETED:",
          "CANCELLED:");

  /**
   * State → target of each event; the events in the order of {@link #EVENTS}, {@code -} = ignored.
   */
  private static final Map<String, String> CHAT_ACTOR =
      table(
          "idle:    running paused -    -     completed completed error cancelled -",
          "running: -       paused idle error -         completed error cancelled -",
          "paused:  idle    -      -    -     completed completed error cancelled -");

  private static final List<Input.Event> EVENTS =
      List.of(
          new Input.Event("ProcessInteraction", Map.of("user_id", USER)),
          new Input.Event("Pause"),
          new Input.Event("InteractionComplete", Map.of("success", true)),
          new Input.Event("InteractionComplete", Map.of("success", false, "error", "no")),
          new Input.Event("InactivityTimeout"),
          new Input.Event("Shutdown"),
          new Input.Event("Error", Map.of("message", "no")),
          new Input.Event("Cancel", Map.of("reason", "enough")),
          new Input.Event("Ping"));

  @TestFactory
  Stream<DynamicTest> every_pair_of_states_of_nexora() {
    return moves("nexora.yaml", NEXORA).stream();
  }

  @TestFactory
  Stream<DynamicTest> every_pair_of_states_of_nexora_as_shipped_and_its_one_more_move() {
    Map<String, String> shipped = new LinkedHashMap<>(NEXORA);
    shipped.merge("processing_prompt", " processing_prompt", String::concat);
    return moves("nexora-shipped.yaml", shipped).stream();
  }

  @TestFactory
  Stream<DynamicTest> every_pair_of_states_of_onevalet() {
    return moves("onevalet.yaml", ONEVALET).stream();
  }

  @TestFactory
  Stream<DynamicTest> every_state_and_event_of_chat_actor() {
    Interpreter chart = open("chat-actor.yaml");
    List<DynamicTest> cells = new ArrayList<>();
    CHAT_ACTOR.forEach(
        (state, row) -> {
          String[] targets = row.strip().split("\\s+");
          for (int i = 0; i < targets.length; i++) {
            Input.Event event = EVENTS.get(i);
            String target = targets[i];
            cells.add(
                DynamicTest.dynamicTest(
                    state + " " + event.name() + event.payload() + " -> " + target,
                    () -> {
                      Outcome outcome = chart.step(at(chart, state), event, NOW).outcome();
                      assertThat(outcome.kind())
                          .isEqualTo(target.equals("-") ? "ignored" : "taken");
                      assertThat(outcome.configuration())
                          .containsExactly(target.equals("-") ? state : target);
                    }));
          }
        });
    for (String end : List.of("error", "cancelled", "completed")) {
      for (Input.Event event : EVENTS) {
        cells.add(
            DynamicTest.dynamicTest(
                end + " " + event.name() + " -> finished", () -> finished(chart, end, event)));
      }
    }
    return cells.stream();
  }

  private static List<DynamicTest> moves(String file, Map<String, String> table) {
    Interpreter chart = open(file);
    List<DynamicTest> cells = new ArrayList<>();
    table.forEach(
        (from, row) -> {
          List<String> listed = Arrays.asList(row.strip().split("\\s+"));
          for (String to : table.keySet()) {
            boolean allowed = listed.contains(to);
            cells.add(
                DynamicTest.dynamicTest(
                    from + " -> " + to + (allowed ? "" : " refused"),
                    () -> move(chart, from, to, allowed)));
          }
        });
    return cells;
  }

  private static void move(Interpreter chart, String from, String to, boolean allowed) {
    Snapshot before = at(chart, from);
    Input.Move move = new Input.Move(to);
    if (before.isDone()) {
      finished(chart, from, move);
      return;
    }
    assertThat(chart.can(before, move, NOW).kind()).isEqualTo(allowed ? "taken" : "rejected");
    Outcome outcome = chart.step(before, move, NOW).outcome();
    if (allowed) {
      assertThat(outcome.kind()).isEqualTo("taken");
      assertThat(outcome.configuration()).containsExactly(to);
    } else {
      assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
      assertThat(outcome.code()).isEqualTo("not-listed");
      assertThat(outcome.configuration()).containsExactly(from);
    }
  }

  private static void finished(Interpreter chart, String state, Input input) {
    Step step = chart.step(at(chart, state), input, NOW);
    assertThat(step.outcome().kind()).isEqualTo("rejected");
    assertThat(step.outcome().code()).isEqualTo("finished");
  }

  private static Snapshot at(Interpreter chart, String state) {
    return chart.startAt("cell", List.of(state), Map.of(), NOW).snapshot();
  }

  private static Interpreter open(String file) {
    return ChartLoader.standard().open(CHARTS.resolve(file)).get();
  }

  private static Map<String, String> table(String... rows) {
    Map<String, String> table = new LinkedHashMap<>();
    for (String row : rows) {
      int colon = row.indexOf(':');
      table.put(row.substring(0, colon), row.substring(colon + 1));
    }
    return table;
  }
}
