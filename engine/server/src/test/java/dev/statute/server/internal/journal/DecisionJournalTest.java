package dev.statute.server.internal.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.Statute;
import dev.statute.json.JsonText;
import dev.statute.runtime.Engine;
import dev.statute.store.MemoryStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decision logs on a disk that gets full. */
class DecisionJournalTest {
  private static final String CHART = "chart: a\nstates: { b: { on: { go: b } } }\n";

  @TempDir private Path folder;

  @Test
  void a_line_that_was_cut_is_replaced_by_the_next_one() throws IOException {
    try (Statute statute = Statute.load(Files.writeString(folder.resolve("a.yaml"), CHART));
        DecisionJournal journal = DecisionJournal.open(folder.resolve("logs"));
        Engine engine = statute.engine().sameThread().listener(journal).build()) {
      engine.spawn("a", "a").join();
      engine.instance("a").send("go").join();
      Path log = new JournalFolder(folder.resolve("logs")).file("a");
      Files.writeString(log, "{\"seq\":2,\"instance", StandardOpenOption.APPEND);
      engine.instance("a").send("go").join();
      assertThat(journal.read("a", 0))
          .extracting(line -> JsonText.object(line).get("seq"))
          .containsExactly(0L, 1L, 2L);
    }
  }

  @Test
  void a_line_that_was_cut_in_a_character_is_left_out_and_replaced() throws IOException {
    Path logs = folder.resolve("logs");
    Path chart = Files.writeString(folder.resolve("a.yaml"), CHART);
    MemoryStore store = new MemoryStore();
    try (Statute statute = Statute.load(chart)) {
      try (DecisionJournal journal = DecisionJournal.open(logs);
          Engine engine = statute.engine().sameThread().store(store).listener(journal).build()) {
        engine.spawn("a", "a").join();
      }
      byte[] cut = Arrays.copyOf("{\"seq\":1,\"instance\":\"ä".getBytes(UTF_8), 23);
      Files.write(new JournalFolder(logs).file("a"), cut, StandardOpenOption.APPEND);
      try (DecisionJournal journal = DecisionJournal.open(logs);
          Engine engine = statute.engine().sameThread().store(store).listener(journal).build()) {
        assertThat(journal.read("a", 0)).hasSize(1);
        assertThat(journal.readFirst("a", 1)).startsWith("{\"seq\":0,");
        engine.instance("a").send("go").join();
        assertThat(journal.read("a", 0))
            .extracting(line -> JsonText.object(line).get("seq"))
            .containsExactly(0L, 1L);
      }
    }
  }

  @Test
  void of_lines_that_do_not_fit_none_is_kept() throws IOException {
    Path file = Files.writeString(folder.resolve("log"), "first\n");
    try (RandomAccessFile log = new FullFile(file)) {
      assertThatThrownBy(() -> JournalFolder.append(log, "second\nthird\n"))
          .isInstanceOf(IOException.class)
          .hasMessage("No space left on device");
    }
    assertThat(file).hasContent("first\n");
  }

  /** File that takes a part of what is written. */
  private static final class FullFile extends RandomAccessFile {
    FullFile(Path file) throws IOException {
      super(file.toFile(), "rw");
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      super.write(Arrays.copyOf(bytes, bytes.length - 3));
      throw new IOException("No space left on device");
    }
  }
}
