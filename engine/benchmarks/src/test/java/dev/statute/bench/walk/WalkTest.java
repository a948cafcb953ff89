package dev.statute.bench.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.Statute;
import dev.statute.jdbc.JdbcStore;
import dev.statute.runtime.Engine;
import dev.statute.runtime.ManualClock;
import dev.statute.store.InstanceStore;
import dev.statute.store.MemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Path of an event, and of a record whose finding leads to a transition, through our classes. Each
 * walk is traced after the same walk of another instance, so that classes of the first use are left
 * out; timers do not run. The limits are lowered with the numbers, never raised.
 */
class WalkTest {
  private static final String EVENT_CHART =
      """
      chart: order
      policies: [order]
      states:
        open: { on: { approve: approved } }
        approved: { on: { reject: open } }
      """;
  private static final String RULE =
      """
      package order
      import dev.statute.policy.*
      rule "no one approves an own order"
      when
        $t : Transition( event == "approve", payload.text("by") == "ann" )
      then
        insert( new Deny($t, "ann wrote it") );
      end
      """;
  private static final String RECORD_CHART =
      """
      chart: agent
      policies: [loops/full]
      states:
        working: { on: { stuck.hint: hinted, stuck.recover: hinted } }
        hinted: { on: { go_on: working } }
      """;
  private static final Map<String, Object> CALL =
      Map.of(
          "type", "tool_call", "tool", "edit", "file", "main.go", "success", false, "error", "no");

  @TempDir private static Path folder;

  @BeforeAll
  static void instrument() throws IOException, UnmodifiableClassException {
    CallInstrumentation.install();
    Files.writeString(folder.resolve("order.yaml"), EVENT_CHART);
    Files.writeString(folder.resolve("order.drl"), RULE);
    Files.writeString(folder.resolve("agent.yaml"), RECORD_CHART);
  }

  private static CallTrace.Counts walk(InstanceStore store, boolean isRecord) {
    try (Statute statute = Statute.load(folder);
        Engine engine =
            statute.engine().store(store).clock(new ManualClock(Instant.EPOCH)).build()) {
      trace(engine, "first", isRecord);
      return trace(engine, "second", isRecord);
    }
  }

  private static CallTrace.Counts trace(Engine engine, String id, boolean isRecord) {
    engine.spawn(id, isRecord ? "agent" : "order").join();
    Supplier<String> input =
        isRecord
            ? () -> engine.instance(id).record(CALL).join().message()
            : () -> engine.instance(id).ask("approve", Map.of("by", "bob")).message();
    for (int repetition = 0; isRecord && repetition < 2; repetition++) {
      input.get();
    }
    CallTrace.begin();
    input.get();
    CallTrace.Counts counts = CallTrace.end();
    assertThat(Objects.requireNonNull(engine.instance(id).snapshot()).configuration())
        .contains(isRecord ? "hinted" : "approved");
    return counts;
  }

  /** Returns the limits of a walk, whose name begins its line. */
  private static List<Integer> limits(String walk) throws IOException {
    try (InputStream in = Objects.requireNonNull(WalkTest.class.getResourceAsStream("walks.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith(walk + " "))
          .flatMap(line -> Stream.of(line.split(" ")).skip(1))
          .map(Integer::valueOf)
          .toList();
    }
  }

  private static void assertWithinLimits(String walk, CallTrace.Counts counts) throws IOException {
    List<Integer> limits = limits(walk);
    assertThat(limits).hasSize(4);
    List<Integer> found =
        List.of(counts.classes().size(), counts.callers().size(), counts.changes(), counts.depth());
    for (int i = 0; i < limits.size(); i++) {
      assertThat(found.get(i))
          .as("%s: %s with limits %s", walk, found, limits)
          .isBetween(limits.get(i) / 2, limits.get(i));
    }
  }

  @Test
  void an_event_on_a_store_in_memory() throws IOException {
    assertWithinLimits("event-memory", walk(new MemoryStore(), false));
  }

  @Test
  void an_event_on_sqlite() throws IOException {
    try (JdbcStore store = JdbcStore.sqlite(folder.resolve("events.db"))) {
      assertWithinLimits("event-sqlite", walk(store, false));
    }
  }

  @Test
  void a_record_on_a_store_in_memory() throws IOException {
    assertWithinLimits("record-memory", walk(new MemoryStore(), true));
  }

  @Test
  void a_record_on_sqlite() throws IOException {
    try (JdbcStore store = JdbcStore.sqlite(folder.resolve("records.db"))) {
      assertWithinLimits("record-sqlite", walk(store, true));
    }
  }
}
