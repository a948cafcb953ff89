package dev.statute.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.json.internal.JsonWriter;
import dev.statute.json.internal.OutcomeMembers;
import dev.statute.policy.Finding;
import dev.statute.policy.spi.ReportedFinding;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.step.BlockedCandidate;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.step.Outcome;
import dev.statute.step.PossibleInput;
import dev.statute.step.TakenTransition;
import dev.statute.step.Trace;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutputLinesTest {
  private static final Place PLACE = new Place("charts/a.yaml", 27, 14);
  private final JsonWriter out = new JsonWriter();

  private String outcome(Outcome outcome) {
    out.open();
    OutcomeMembers.writeOutcome(out, outcome, 5, record -> record + 10);
    String line = out.close().toString();
    if (outcome.trace().findings().isEmpty()) {
      assertThat(OutcomeJson.write(outcome)).isEqualTo(line);
    } else {
      assertThat(OutcomeJson.write(outcome))
          .contains("\"findings\":[{\"pattern\":")
          .doesNotContain("\"line\":");
    }
    return line;
  }

  private static Trace trace(
      List<TakenTransition> fired, List<Effect> effects, List<ReportedFinding> findings) {
    return new Trace(
        fired,
        List.of(),
        List.of("idle"),
        List.of("paused"),
        effects,
        findings,
        List.of(),
        List.of());
  }

  @Test
  void a_taken_transition_is_shown_with_its_place_and_what_the_host_must_do() {
    Trace trace =
        trace(
            List.of(
                new TakenTransition(
                    "idle", "idle", "event", "Pause", List.of("paused"), PLACE, null)),
            List.of(
                new Effect.StateChanged("idle", "paused", null),
                new Effect.Emit("stopped", Map.of("n", 1L)),
                new Effect.Call("llm", Map.of(), true)),
            List.of());
    assertThat(outcome(new Outcome.Taken(List.of("idle"), List.of("paused"), trace)))
        .isEqualTo(
            "{\"outcome\":\"taken\",\"from\":[\"idle\"],\"to\":[\"paused\"],\"configuration\":[\"paused\"],"
                + "\"transitions\":[{\"from\":\"idle\",\"event\":\"Pause\",\"to\":[\"paused\"],\"place\":\"charts/a.yaml:27:14\"}],"
                + "\"exited\":[\"idle\"],\"entered\":[\"paused\"],"
                + "\"effects\":[{\"emit\":\"stopped\",\"data\":{\"n\":1}},{\"call\":\"llm\",\"optional\":true}]}");
  }

  @Test
  void a_finding_names_the_lines_it_was_concluded_from() {
    ReportedFinding found =
        new ReportedFinding(
            new Finding("repeated-error", "edit main.go", "recover", 3, "three times the same"),
            "loops/nexora#repeated error",
            new Place("rules/loops/nexora.drl", 12, 1),
            List.of(1L, 2L));
    assertThat(
            outcome(
                new Outcome.Recorded(List.of("idle"), trace(List.of(), List.of(), List.of(found)))))
        .contains(
            "\"findings\":[{\"pattern\":\"repeated-error\",\"level\":\"recover\",\"line\":5,\"count\":3,\"reason\":\"three"
                + " times the same\",\"rule\":\"loops/nexora#repeated"
                + " error\",\"place\":\"rules/loops/nexora.drl:12:1\",\"identity\":\"edit"
                + " main.go\",\"evidence\":[11,12]}]");
  }

  @Test
  void a_refusal_says_code_field_and_what_was_expected() {
    assertThat(
            outcome(
                new Outcome.Rejected(
                    List.of("idle"), "payload", "no", "user_id", "uuid", "'x'", Trace.NONE)))
        .isEqualTo(
            "{\"outcome\":\"rejected\",\"from\":[\"idle\"],\"to\":[\"idle\"],\"configuration\":[\"idle\"],"
                + "\"code\":\"payload\",\"message\":\"no\",\"field\":\"user_id\",\"expected\":\"uuid\",\"found\":\"'x'\"}");
  }

  @Test
  void a_blocked_event_lists_what_was_tried() {
    assertThat(
            outcome(
                new Outcome.Blocked(
                    List.of("idle"),
                    List.of(
                        new BlockedCandidate(
                            "idle",
                            List.of("b"),
                            PLACE,
                            "data.n > 3",
                            "false",
                            "may",
                            false,
                            "not he",
                            "desk#r")),
                    Trace.NONE)))
        .endsWith(
            "\"candidates\":[{\"source\":\"idle\",\"to\":[\"b\"],\"place\":\"charts/a.yaml:27:14\",\"when\":\"data.n"
                + " > 3\",\"value\":\"false\",\"guard\":\"may\",\"granted\":false,\"denial\":\"not"
                + " he\",\"rule\":\"desk#r\"}]}");
  }

  @Test
  void lines_have_a_number_and_an_instant() {
    OutputLines lines = new OutputLines();
    assertThat(lines.advanced(3, Instant.EPOCH, Duration.ofMinutes(10), List.of("idle")))
        .isEqualTo(
            "{\"seq\":0,\"line\":3,\"at\":\"1970-01-01T00:00:00Z\",\"in\":{\"advance\":\"10m\"},"
                + "\"outcome\":\"advanced\",\"configuration\":[\"idle\"]}");
    assertThat(
            lines.unreadable(
                4,
                Instant.EPOCH,
                Problem.error("L102", new Place("x", 4, 1), "this is a list", "an object"),
                List.of("idle")))
        .isEqualTo(
            "{\"seq\":1,\"line\":4,\"at\":\"1970-01-01T00:00:00Z\",\"in\":{},\"outcome\":\"unreadable\","
                + "\"configuration\":[\"idle\"],\"code\":\"L102\",\"place\":\"x:4:1\",\"message\":\"this"
                + " is a list; an object\"}");
    assertThat(
            lines.enabled(
                5,
                Instant.EPOCH,
                List.of(
                    new PossibleInput(
                        new Input.Event("Pause"),
                        new Outcome.Taken(List.of("idle"), List.of("paused"), Trace.NONE))),
                List.of("idle")))
        .isEqualTo(
            "{\"seq\":2,\"line\":5,\"at\":\"1970-01-01T00:00:00Z\",\"in\":{\"query\":\"enabled\"},"
                + "\"outcome\":\"answered\",\"configuration\":[\"idle\"],"
                + "\"answer\":[{\"event\":\"Pause\",\"outcome\":\"taken\",\"to\":[\"paused\"]}]}");
    assertThat(lines.progress(6, Instant.EPOCH, Map.of("calls", 3), List.of("idle")))
        .endsWith(
            "\"outcome\":\"answered\",\"configuration\":[\"idle\"],\"answer\":{\"calls\":3}}");
  }

  @Test
  void a_query_shows_the_outcome_and_that_nothing_changed() {
    assertThat(
            new OutputLines()
                .can(
                    2,
                    Instant.EPOCH,
                    new Input.Move("RUNNING"),
                    new Outcome.Taken(List.of("IDLE"), List.of("RUNNING"), Trace.NONE),
                    List.of("IDLE")))
        .isEqualTo(
            "{\"seq\":0,\"line\":2,\"at\":\"1970-01-01T00:00:00Z\",\"in\":{\"query\":\"can\",\"move\":\"RUNNING\"},"
                + "\"outcome\":\"taken\",\"from\":[\"IDLE\"],\"to\":[\"RUNNING\"],\"configuration\":[\"IDLE\"]}");
  }

  @Test
  void values_have_one_spelling() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("d", 1.0);
    values.put("tiny", 2.0E-3);
    values.put("odd", 2.2E-322);
    values.put("nan", Double.NaN);
    values.put("inf", Double.NEGATIVE_INFINITY);
    values.put("time", Instant.EPOCH);
    values.put("span", Duration.ofMinutes(90));
    values.put("none", null);
    values.put("half", "a\ud83d");
    values.put("text", "ü€\ud83d\ude00\u0001\"");
    assertThat(out.value(values).toString())
        .isEqualTo(
            "{\"d\":1.0,\"tiny\":0.002,\"odd\":2.2E-322,\"nan\":\"NaN\",\"inf\":\"-Infinity\","
                + "\"time\":\"1970-01-01T00:00:00Z\",\"span\":\"PT1H30M\",\"none\":null,"
                + "\"half\":\"a\ufffd\",\"text\":\"ü€\ud83d\ude00\\u0001\\\"\"}");
  }

  @Test
  void a_session_shows_the_first_line_of_each_level() {
    ScannedSession session =
        new ScannedSession(
            "a.jsonl",
            "statute",
            9,
            new ScannedSession.CallCounts(7, 6, 5, 1),
            List.of(
                new ScannedSession.ScanFinding(
                    "p", "hint", 3, 3, "r", "i", "x#y", Map.of(), Map.of()),
                new ScannedSession.ScanFinding(
                    "p", "stop", 5, 5, "r", "i", "x#y", Map.of("calls", 5L), Map.of("calls", 4L))),
            List.of("idle"),
            Map.of("taken", 2),
            List.of());
    assertThat(OutputLines.session(session))
        .isEqualTo(
            "{\"session\":\"a.jsonl\",\"lines\":9,\"calls\":7,\"results\":6,\"failures\":5,\"not_read\":1,\"findings\":["
                + "{\"pattern\":\"p\",\"level\":\"hint\",\"line\":3,\"count\":3,\"reason\":\"r\",\"identity\":\"i\",\"rule\":\"x#y\"},"
                + "{\"pattern\":\"p\",\"level\":\"stop\",\"line\":5,\"count\":5,\"reason\":\"r\",\"identity\":\"i\",\"rule\":\"x#y\","
                + "\"spent\":{\"calls\":5},\"saved\":{\"calls\":4}}],"
                + "\"first\":{\"hint\":3,\"recover\":null,\"stop\":5},\"configuration\":[\"idle\"],\"outcomes\":{\"taken\":2}}");
    assertThat(OutputLines.total(List.of(session, session)))
        .isEqualTo(
            "{\"total\":{\"sessions\":2,\"lines\":18,\"calls\":14,\"results\":12,\"failures\":10,\"not_read\":2,\"stuck\":2,\"findings\":{\"hint\":2,\"recover\":0,\"stop\":2},"
                + "\"patterns\":{\"p\":4},\"outcomes\":{\"taken\":4}}}");
  }
}
