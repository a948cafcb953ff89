package dev.statute.jdbc.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.jdbc.JdbcStore;
import dev.statute.jdbc.fixture.CounterInstances;
import dev.statute.jdbc.fixture.SqliteFiles;
import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.store.Durability;
import dev.statute.store.InstanceAdministration.ChartUse;
import dev.statute.store.InstanceAdministration.Filter;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Pending;
import dev.statute.store.InstanceStore.Status;
import dev.statute.store.InstanceStore.Stored;
import dev.statute.store.StoreException;
import dev.statute.store.Worker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged file. {@code -Dstatute.flips=10000} flips more often. */
@Tag("long")
class InstanceBitFlipTest {
  private static final int INSTANCES = 8;
  private static final Worker ANN = new Worker("ann", "ann-1");

  @TempDir Path folder;
  private @Nullable DamagedFile file;

  @BeforeEach
  void fill() throws IOException {
    Path made = folder.resolve("good.db");
    try (JdbcStore store = SqliteFiles.open(made)) {
      store.enlist(ANN, CounterInstances.NOW, CounterInstances.NOW.plusSeconds(30));
      for (int k = 0; k < INSTANCES; k++) {
        String id = "instance-" + k;
        var snapshot = CounterInstances.start(id);
        CounterInstances.write(store, snapshot, 0, 0, ANN).join();
        snapshot = CounterInstances.next(snapshot);
        Commit plain = CounterInstances.commit(snapshot, 1, 1, ANN);
        Pending call =
            new Pending(
                id + "/2/0", new Effect.Call("h", Map.of("k", "v"), true), CounterInstances.NOW);
        store
            .commit(
                new Commit(
                    id,
                    1,
                    1,
                    snapshot,
                    false,
                    null,
                    ANN,
                    CounterInstances.NOW,
                    plain.stream(),
                    List.of(call),
                    Set.of(),
                    plain.handled(),
                    null))
            .toCompletableFuture()
            .join();
        Input waits = new Input.Event("Add", Map.of("why", "waiting-" + k), "w");
        store.accept(new Entry(id, "w", waits, CounterInstances.NOW)).toCompletableFuture().join();
      }
    }
    file = new DamagedFile(folder, made, InstanceBitFlipTest::ask);
  }

  private DamagedFile file() {
    return Objects.requireNonNull(file);
  }

  private static void ask(JdbcStore store, DamagedFile.StoreAnswers all) {
    for (int k = 0; k < INSTANCES; k++) {
      String id = "instance-" + k;
      all.ask(
          "load " + id,
          () -> {
            Stored stored = store.load(id, CounterInstances::chartOf);
            return stored == null || stored.status() == Status.QUARANTINED
                ? stored
                : List.of(
                    stored.snapshot().toMap(),
                    stored.epoch(),
                    stored.revision(),
                    stored.events(),
                    stored.pending(),
                    stored.inbox(),
                    stored.status());
          });
      all.ask("events " + id, () -> store.events(id, 0, 10));
      all.ask("handled " + id, () -> store.handled(id, "e1"));
      all.ask("waiting " + id, () -> store.readInbox(id, 10));
    }
    // the number of instances is counted without reading them
    all.ask("charts", () -> store.charts().stream().map(ChartUse::hash).toList());
  }

  @Test
  void every_flipped_bit_is_noticed_or_changes_no_answer() throws IOException {
    int flips = Integer.getInteger("statute.flips", 600);
    int noticed = file().flip(flips, Long.getLong("seed", 7));
    assertThat(noticed).as("flips that mattered").isGreaterThan(flips / 10);
  }

  /** The bytes before a row's first text hold the types of its values, outside any checksum. */
  @Test
  void a_text_with_a_wrong_type_hides_no_row() throws IOException {
    String all = file().text();
    int rows = 0;
    for (int at = all.indexOf("instance-3"); at >= 0; at = all.indexOf("instance-3", at + 1)) {
      for (int before = 1; before <= 12; before++) {
        byte[] bytes = file().original();
        bytes[at - before] ^= 1;
        file().isDetected(bytes, "bit 0 of byte " + (at - before));
      }
      rows++;
    }
    assertThat(rows).as("rows and entries of indexes").isGreaterThan(10);
  }

  @Test
  void a_file_that_was_cut_off_is_noticed() throws IOException {
    byte[] good = file().original();
    for (int length :
        new int[] {1, 50, 99, 100, 512, 4096, 5000, good.length / 2, good.length - 1}) {
      assertThat(file().isDetected(Arrays.copyOf(good, length), "cut at " + length))
          .as("cut at %s", length)
          .isTrue();
    }
  }

  @Test
  void a_flipped_bit_sets_one_instance_aside_and_no_other() throws IOException {
    byte[] bytes = file().original();
    String marker = "waiting-3";
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(marker);
    bytes[at + 8] ^= 1;
    Path one = folder.resolve("one.db");
    Files.write(one, bytes);
    try (JdbcStore store = JdbcStore.sqlite(one, Durability.POWER_SAFE)) {
      assertThat(store.check()).hasSize(1);
      assertThat(store.check().get(0).table()).isEqualTo("inbox");
      assertThat(store.check().get(0).row()).isEqualTo("instance-3/w");
      assertThatThrownBy(
              () -> store.claim("instance-3", ANN, CounterInstances.NOW, CounterInstances::chartOf))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("inbox")
          .hasMessageContaining("instance-3/w")
          .satisfies(e -> assertThat(((StoreException) e).code()).isEqualTo("corrupted"));
      assertThat(store.claim("instance-3", ANN, CounterInstances.NOW, CounterInstances::chartOf))
          .isInstanceOf(Claim.Parked.class);
      assertThat(store.claim("instance-4", ANN, CounterInstances.NOW, CounterInstances::chartOf))
          .isInstanceOf(Claim.Taken.class);
      assertThat(store.list(new Filter(List.of(Status.QUARANTINED), null, "", 10)))
          .extracting(listed -> listed.id())
          .containsExactly("instance-3");
      assertThat(store.due(CounterInstances.NOW, CounterInstances.NOW, ANN, "", 100))
          .doesNotContain("instance-3")
          .contains("instance-4");
      store.remove("instance-3");
      assertThat(store.check()).isEmpty();
    }
  }
}
