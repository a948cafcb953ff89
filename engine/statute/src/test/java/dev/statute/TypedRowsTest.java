package dev.statute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Problem;
import dev.statute.runtime.Engine;
import dev.statute.runtime.InstanceHandle;
import dev.statute.step.Chart;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types of a chart's own: checked in payloads, data and expressions, kept in stored forms. */
class TypedRowsTest {
  private static final String CHART =
      """
      chart: claim
      policies: [claim]
      types:
        Person: { name: string, level: int }
        Payment: { by: Person, amount: decimal, at: timestamp }
      data:
        paid: [Payment]
        claimant: Person?
      events:
        register: { claimant: Person }
        approve: { by: Person, amount: decimal }
        import: { payments: [Payment] }
        forget: { by: any }
      states:
        open:
          on:
            register: { do: [ { assign: { claimant: event.claimant } } ] }
            approve:
              when: "!data.paid.exists(p, p.by.name == event.by.name && p.amount > 1000)"
              do: [ { append: { paid: { by: event.by, amount: event.amount, at: now } } } ]
            import: { do: [ { assign: { paid: event.payments } } ] }
            forget: { do: [ { assign: { claimant: event.by } } ] }
      """;
  private static final String RULES =
      """
      package claim
      import dev.statute.policy.*
      rule "level"
      when
        $t : Transition( event == "approve", payload.has("by.level"),
                         instance.data.has("claimant.level"),
                         payload.num("by.level") < instance.data.num("claimant.level") )
      then insert( new Deny($t, "not one above") );
      end
      """;
  private static final Map<String, Object> ANN = Map.of("name", "ann", "level", 2);

  @TempDir private Path folder;

  private Engine engine(String chart) throws IOException {
    Files.writeString(folder.resolve("claim.yaml"), chart);
    Files.writeString(folder.resolve("claim.drl"), RULES);
    return Statute.load(folder).engine().sameThread().build();
  }

  @Test
  void rows_are_checked_converted_and_stored() throws IOException {
    try (Engine engine = engine(CHART)) {
      engine.spawn("i", "claim").join();
      InstanceHandle claim = engine.instance("i");
      assertThat(claim.ask("register", Map.of("claimant", ANN)).kind()).isEqualTo("taken");
      Map<String, Object> approve = Map.of("by", ANN, "amount", "1000.01");
      assertThat(claim.ask("approve", approve).kind()).isEqualTo("taken");
      assertThat(claim.ask("approve", approve).kind()).isEqualTo("blocked");
      Outcome denied =
          claim.ask("approve", Map.of("by", Map.of("name", "bob", "level", 1), "amount", 1));
      assertThat(denied.message()).contains("not one above");

      Snapshot snapshot = Objects.requireNonNull(claim.snapshot());
      Map<?, ?> paid = (Map<?, ?>) ((List<?>) snapshot.data().get("paid")).get(0);
      assertThat(paid.get("amount")).isEqualTo(new BigDecimal("1000.01"));
      Chart chart = snapshot.chart();
      assertThat(Snapshot.fromMap(chart, snapshot.toMap()).data()).isEqualTo(snapshot.data());
    }
  }

  @Test
  void a_row_that_does_not_fit_is_refused_with_the_path_to_the_part() throws IOException {
    try (Engine engine = engine(CHART)) {
      engine.spawn("i", "claim").join();
      InstanceHandle claim = engine.instance("i");
      assertThat(message(claim, "register", Map.of("claimant", Map.of("name", "ann"))))
          .isEqualTo("'claimant.level' of event 'register' is null, expected int");
      assertThat(
              message(
                  claim, "register", Map.of("claimant", Map.of("name", "a", "level", 1, "x", 2))))
          .isEqualTo(
              "'claimant.x' of event 'register' is 2, expected Person { name: string, level: int"
                  + " }");
      Map<String, Object> payment = Map.of("by", ANN, "amount", 0.5, "at", "2026-11-28T10:00:00Z");
      assertThat(message(claim, "import", Map.of("payments", List.of(payment))))
          .startsWith("'payments[0].amount' of event 'import' is 0.5, expected decimal");
      assertThat(message(claim, "forget", Map.of("by", 7)))
          .contains("'claimant' would be 7, it is declared Person? { name: string, level: int }");
    }
  }

  private static String message(InstanceHandle claim, String event, Map<String, ?> payload) {
    return String.valueOf(claim.ask(event, payload).message());
  }

  @Test
  void expressions_know_the_fields() throws IOException {
    Files.writeString(folder.resolve("claim.drl"), RULES);
    Path file = folder.resolve("claim.yaml");
    Files.writeString(file, CHART.replace("p.amount > 1000", "p.amuont > 1000"));
    assertThat(Statute.tryLoad(folder).problems())
        .extracting(Problem::message)
        .anyMatch(message -> message.contains("amuont"));
    Files.writeString(file, CHART.replace("p.amount > 1000", "p.amount == 'much'"));
    assertThat(Statute.tryLoad(folder).problems()).isNotEmpty();
  }

  @Test
  void a_changed_field_of_a_type_is_another_chart() throws IOException {
    String other = CHART.replace("level: int }", "level: int, at: timestamp? }");
    try (Engine one = engine(CHART)) {
      one.spawn("i", "claim").join();
      String hash = Objects.requireNonNull(one.instance("i").snapshot()).chart().hash();
      try (Engine two = engine(other)) {
        two.spawn("i", "claim").join();
        Snapshot changed = Objects.requireNonNull(two.instance("i").snapshot());
        assertThat(changed.chart().hash()).isNotEqualTo(hash);
      }
    }
  }
}
