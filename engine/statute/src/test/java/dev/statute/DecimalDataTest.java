package dev.statute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.runtime.Engine;
import dev.statute.runtime.InstanceHandle;
import dev.statute.step.Chart;
import dev.statute.step.Outcome;
import dev.statute.step.Snapshot;
import dev.statute.store.MemoryStore;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decimals of an application: exact in, in data, in rules' reach, in stored forms and out. */
class DecimalDataTest {
  private static final String CHART =
      """
      chart: invoice
      policies: [limits]
      data:
        total: { type: decimal, initial: 0.00 }
        last: null
      events: { Item: { price: decimal, about: any } }
      states:
        open:
          on:
            Item:
              when: data.total + event.price < 1000
              do:
                - assign: { total: data.total + event.price, last: event.about }
                - emit: { priced: { total: data.total, text: string(data.total) } }
      """;
  private static final String RULES =
      """
      package limits
      import dev.statute.policy.*
      rule "no single item above 500"
      when $t : Transition( event == "Item", payload.num("price") > 500 )
      then insert( new Deny($t, "ask first") );
      end
      """;

  @TempDir private Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("invoice.yaml"), CHART);
    Files.writeString(folder.resolve("limits.drl"), RULES);
  }

  @Test
  void decimals_are_exact_from_the_application_to_the_store() {
    try (Statute statute = Statute.load(folder);
        Engine engine = statute.engine().store(new MemoryStore()).sameThread().build()) {
      engine.spawn("i", "invoice").join();
      InstanceHandle invoice = engine.instance("i");
      for (int i = 0; i < 3; i++) {
        invoice.ask("Item", Map.of("price", new BigDecimal("0.10"), "about", new BigDecimal("7")));
      }
      invoice.ask("Item", Map.of("price", "100", "about", 1));
      Outcome denied = invoice.ask("Item", Map.of("price", new BigDecimal("500.01"), "about", 1));
      assertThat(denied.kind()).isEqualTo("denied");
      Outcome refused = invoice.ask("Item", Map.of("price", 0.1, "about", 1));
      assertThat(refused.message())
          .isEqualTo(
              "'price' of event 'Item' is 0.1, expected decimal, an int or exact text such as"
                  + " '12.30'");
      Snapshot snapshot = Objects.requireNonNull(invoice.snapshot());
      Chart chart = snapshot.chart();
      assertThat(snapshot.data().get("total")).isEqualTo(new BigDecimal("100.30"));
      assertThat(Snapshot.fromMap(chart, snapshot.toMap()).data()).isEqualTo(snapshot.data());
    }
  }

  @Test
  void decimals_without_a_declared_type_stay_exact() {
    try (Statute statute = Statute.load(folder);
        Engine engine = statute.engine().sameThread().build()) {
      engine.spawn("i", "invoice").join();
      engine
          .instance("i")
          .ask("Item", Map.of("price", 1, "about", Map.of("tax", new BigDecimal("0.070"))));
      assertThat(Objects.requireNonNull(engine.instance("i").snapshot()).data().get("last"))
          .isEqualTo(Map.of("tax", new BigDecimal("0.070")));
    }
  }
}
