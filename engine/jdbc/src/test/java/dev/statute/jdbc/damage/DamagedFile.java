package dev.statute.jdbc.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.jdbc.JdbcStore;
import dev.statute.store.Durability;
import dev.statute.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** File of a store with systematic damage, and the store's answers. */
final class DamagedFile {
  private final Path folder;
  private final BiConsumer<JdbcStore, StoreAnswers> questions;
  private final byte[] original;
  private final StoreAnswers expected = new StoreAnswers();

  /** Answers by question; refused ones are left out. */
  static final class StoreAnswers {
    final Map<String, @Nullable Object> values = new LinkedHashMap<>();
    final Map<String, @Nullable Object> lists = new LinkedHashMap<>();

    /** Asks a question with an answer that must be right, or refused. */
    void ask(String question, Callable<@Nullable Object> answer) {
      put(values, question, answer);
    }

    /** Asks for a list; entries missing here must be found by a check. */
    void list(String question, Callable<@Nullable Object> answer) {
      put(lists, question, answer);
    }

    private static void put(
        Map<String, @Nullable Object> all, String question, Callable<@Nullable Object> answer) {
      try {
        all.put(question, answer.call());
      } catch (StoreException e) {
        // an unknown answer is no wrong answer
      } catch (CompletionException e) {
        if (!(e.getCause() instanceof StoreException)) {
          throw new AssertionError(question, e);
        }
      } catch (Exception e) {
        throw new AssertionError(question, e);
      }
    }
  }

  /**
   * Reads the file.
   *
   * @param file of a closed store
   */
  DamagedFile(Path folder, Path file, BiConsumer<JdbcStore, StoreAnswers> questions)
      throws IOException {
    this.folder = folder;
    this.questions = questions;
    original = Files.readAllBytes(file);
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.MEMORY)) {
      questions.accept(store, expected);
    }
  }

  byte[] original() {
    return original.clone();
  }

  String text() {
    return new String(original, StandardCharsets.ISO_8859_1);
  }

  /** Opens a file of these bytes and asks everything; true if damage was detected. */
  boolean isDetected(byte[] bytes, String what) throws IOException {
    Path file = folder.resolve("flipped.db");
    for (String suffix : List.of("", "-wal", "-shm")) {
      Files.deleteIfExists(folder.resolve("flipped.db" + suffix));
    }
    Files.write(file, bytes);
    StoreAnswers now = new StoreAnswers();
    boolean damaged;
    try (JdbcStore store = JdbcStore.sqlite(file, Durability.MEMORY)) {
      questions.accept(store, now);
      damaged = !store.check().isEmpty();
    } catch (StoreException e) {
      return true;
    }
    requireSame(now.values, expected.values, what);
    if (!damaged) {
      requireSame(now.lists, expected.lists, what);
    }
    return damaged || now.values.size() < expected.values.size();
  }

  private static void requireSame(
      Map<String, @Nullable Object> now, Map<String, @Nullable Object> truth, String what) {
    now.forEach(
        (question, answer) ->
            assertThat(Objects.equals(answer, truth.get(question)))
                .as("%s: %s is %s, not %s", what, question, answer, truth.get(question))
                .isTrue());
  }

  /** Flips so many bits, one at a time; returns the number of detected flips. */
  int flip(int flips, long seed) throws IOException {
    assertThat(isDetected(original, "nothing")).isFalse();
    Random random = new Random(seed);
    int noticed = 0;
    for (int n = 0; n < flips; n++) {
      byte[] bytes = original();
      int at;
      do {
        at = random.nextInt(bytes.length);
      } while (bytes[at] == 0 && random.nextInt(20) > 0); // most of a small file is empty room
      int bit = random.nextInt(8);
      bytes[at] ^= (byte) (1 << bit);
      noticed += isDetected(bytes, "seed " + seed + ": bit " + bit + " of byte " + at) ? 1 : 0;
    }
    return noticed;
  }
}
