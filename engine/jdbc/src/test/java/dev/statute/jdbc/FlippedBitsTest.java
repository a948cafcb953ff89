package dev.statute.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.step.Effect;
import dev.statute.step.Input;
import dev.statute.store.Durability;
import dev.statute.store.InstanceStore.ChartUse;
import dev.statute.store.InstanceStore.Claim;
import dev.statute.store.InstanceStore.Commit;
import dev.statute.store.InstanceStore.Entry;
import dev.statute.store.InstanceStore.Filter;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is not what was written. {@code -Dstatute.flips=10000} flips more often. */
class FlippedBitsTest {
  private static final int INSTANCES = 8;
  private static final Worker ANN = new Worker("ann", "ann-1");

  @TempDir Path folder;
  private byte[] good = new byte[0];
  private Map<String, @Nullable Object> truth = Map.of();

  @BeforeEach
  void fill() throws IOException {
    Path file = folder.resolve("good.db");
    try (JdbcStore store = Sqlite.open(file)) {
      store.enlist(ANN, Counters.NOW, Counters.NOW.plusSeconds(30));
      for (int k = 0; k < INSTANCES; k++) {
        String id = "instance-" + k;
        var snapshot = Counters.start(id);
        Counters.write(store, snapshot, 0, 0, ANN).join();
        snapshot = Counters.next(snapshot);
        Commit plain = Counters.commit(snapshot, 1, 1, ANN);
        Pending call =
            new Pending(id + "/2/0", new Effect.Call("h", Map.of("k", "v"), true), Counters.NOW);
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
                    Counters.NOW,
                    plain.stream(),
                    List.of(call),
                    Set.of(),
                    plain.handled()))
            .toCompletableFuture()
            .join();
        Input waits = new Input.Event("Add", Map.of("why", "waiting-" + k), "w");
        store.accept(new Entry(id, "w", waits, Counters.NOW)).toCompletableFuture().join();
      }
      truth = said(store);
    }
    good = Files.readAllBytes(file);
  }

  /** All that the store says, by question; what it refuses to say is left out. */
  private static Map<String, @Nullable Object> said(JdbcStore store) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    for (int k = 0; k < INSTANCES; k++) {
      String id = "instance-" + k;
      ask(
          all,
          "load " + id,
          () -> {
            Stored stored = store.load(id, Counters::known);
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
      ask(all, "events " + id, () -> store.events(id, 0, 10));
      ask(all, "handled " + id, () -> store.handled(id, "e1"));
      ask(all, "waiting " + id, () -> store.waiting(id, 10));
    }
    // how many instances run it is counted without reading them
    ask(all, "charts", () -> store.charts().stream().map(ChartUse::hash).toList());
    return all;
  }

  private static void ask(
      Map<String, @Nullable Object> all, String question, Callable<@Nullable Object> answer) {
    try {
      all.put(question, answer.call());
    } catch (StoreException e) {
      // it says that it does not know: that is no wrong answer
    } catch (Exception e) {
      throw new AssertionError(question, e);
    }
  }

  /** Opens a file of these bytes and asks everything; true if anything was noticed. */
  private boolean noticed(byte[] bytes, String what) throws IOException {
    Path file = folder.resolve("flipped.db");
    for (String suffix : List.of("", "-wal", "-shm")) {
      Files.deleteIfExists(folder.resolve("flipped.db" + suffix));
    }
    Files.write(file, bytes);
    Map<String, @Nullable Object> now;
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.MEMORY)) {
      now = said(store);
    } catch (StoreException e) {
      return true;
    }
    now.forEach(
        (question, answer) ->
            assertThat(Objects.equals(answer, truth.get(question)))
                .as("%s: %s is %s, not %s", what, question, answer, truth.get(question))
                .isTrue());
    return now.size() < truth.size();
  }

  @Test
  void every_flipped_bit_is_noticed_or_changes_no_answer() throws IOException {
    assertThat(noticed(good, "nothing")).isFalse();
    long seed = Long.getLong("seed", 7);
    Random random = new Random(seed);
    int flips = Integer.getInteger("statute.flips", 600);
    int noticed = 0;
    for (int n = 0; n < flips; n++) {
      byte[] bytes = good.clone();
      int at;
      do {
        at = random.nextInt(bytes.length);
      } while (bytes[at] == 0 && random.nextInt(20) > 0); // most of a small file is empty room
      int bit = random.nextInt(8);
      bytes[at] ^= (byte) (1 << bit);
      noticed += noticed(bytes, "seed " + seed + ": bit " + bit + " of byte " + at) ? 1 : 0;
    }
    assertThat(noticed).as("flips that mattered").isGreaterThan(flips / 10);
  }

  /**
   * The bytes before a row's first text say of what kind its values are, and no checksum has them.
   */
  @Test
  void a_text_that_is_said_to_be_something_else_hides_no_row() throws IOException {
    String all = new String(good, StandardCharsets.ISO_8859_1);
    int rows = 0;
    for (int at = all.indexOf("instance-3"); at >= 0; at = all.indexOf("instance-3", at + 1)) {
      for (int before = 1; before <= 12; before++) {
        byte[] bytes = good.clone();
        bytes[at - before] ^= 1;
        noticed(bytes, "bit 0 of byte " + (at - before));
      }
      rows++;
    }
    assertThat(rows).as("rows and entries of indexes").isGreaterThan(10);
  }

  @Test
  void a_file_that_was_cut_off_is_noticed() throws IOException {
    for (int length :
        new int[] {1, 50, 99, 100, 512, 4096, 5000, good.length / 2, good.length - 1}) {
      assertThat(noticed(Arrays.copyOf(good, length), "cut at " + length))
          .as("cut at %s", length)
          .isTrue();
    }
  }

  @Test
  void a_flipped_bit_sets_one_instance_aside_and_no_other() throws IOException {
    byte[] bytes = good.clone();
    String marker = "waiting-3";
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(marker);
    bytes[at + 8] ^= 1;
    Path file = folder.resolve("one.db");
    Files.write(file, bytes);
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.POWER_SAFE)) {
      assertThat(store.check()).hasSize(1);
      assertThat(store.check().get(0).table()).isEqualTo("inbox");
      assertThat(store.check().get(0).row()).isEqualTo("instance-3/w");
      assertThatThrownBy(() -> store.claim("instance-3", ANN, Counters.NOW, Counters::known))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("inbox")
          .hasMessageContaining("instance-3/w")
          .satisfies(e -> assertThat(((StoreException) e).code()).isEqualTo("corrupted"));
      assertThat(store.claim("instance-3", ANN, Counters.NOW, Counters::known))
          .isInstanceOf(Claim.Aside.class);
      assertThat(store.claim("instance-4", ANN, Counters.NOW, Counters::known))
          .isInstanceOf(Claim.Taken.class);
      assertThat(store.list(new Filter(List.of(Status.QUARANTINED), null, "", 10)))
          .extracting(listed -> listed.id())
          .containsExactly("instance-3");
      assertThat(store.due(Counters.NOW, Counters.NOW, ANN, "", 100))
          .doesNotContain("instance-3")
          .contains("instance-4");
      store.remove("instance-3");
      assertThat(store.check()).isEmpty();
    }
  }
}
