package dev.statute.runtime;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.statute.policy.spi.Policy;
import dev.statute.runtime.internal.stream.RotatingFile;
import dev.statute.step.Decision;
import dev.statute.step.Interpreter;
import dev.statute.step.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecisionLogTest {
  @TempDir private Path folder;

  private static List<Step> step() {
    return List.of(
        Interpreter.of(RuntimeTestCharts.counter(), Policy.NONE)
            .start("a", Map.of(), Instant.EPOCH));
  }

  private static String word(Decision decision) {
    return decision.seq() + " " + decision.instance() + " " + decision.step().outcome().kind();
  }

  private Path file() {
    return folder.resolve("decisions.jsonl");
  }

  @Test
  void every_step_of_an_engine_is_a_line() throws IOException {
    DecisionLog log = DecisionLog.open(file(), DecisionLogTest::word);
    try (Engine engine =
        Engine.builder().chart(RuntimeTestCharts.counter()).listener(log).build()) {
      engine.spawn("one", "counter").join();
      engine.instance("one").ask("Add");
      engine.instance("one").ask("Unheard");
    }
    log.close();
    assertThat(Files.readAllLines(file()))
        .containsExactly("0 one started", "1 one taken", "2 one ignored");
  }

  @Test
  void what_comes_too_fast_is_dropped_and_counted_where_it_is_missing() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch slow = new CountDownLatch(1);
    DecisionLog log =
        DecisionLog.open(
            file(),
            decision -> {
              first.countDown();
              try {
                slow.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return word(decision);
            },
            2,
            1_000,
            3);
    log.onHandled("a", Instant.EPOCH, step(), Duration.ZERO);
    first.await();
    for (int i = 0; i < 5; i++) {
      log.onHandled("a", Instant.EPOCH, step(), Duration.ZERO); // two wait, three are dropped
    }
    slow.countDown();
    log.close();
    assertThat(Files.readAllLines(file()))
        .containsExactly("0 a started", "{\"dropped\":3}", "1 a started", "2 a started");
  }

  @Test
  void a_decision_that_cannot_be_worded_is_counted() throws IOException {
    DecisionLog log =
        DecisionLog.open(
            file(),
            decision -> {
              if (decision.seq() == 0) {
                throw new IllegalStateException("no words");
              }
              return word(decision);
            });
    log.onHandled("a", Instant.EPOCH, step(), Duration.ZERO);
    log.onHandled("a", Instant.EPOCH, step(), Duration.ZERO);
    log.close();
    assertThat(Files.readAllLines(file())).containsExactly("{\"dropped\":1}", "1 a started");
  }

  @Test
  void files_are_put_aside_when_they_are_full_and_the_oldest_goes() throws IOException {
    RotatingFile rotating = RotatingFile.open(file(), 10, 3);
    for (int i = 0; i < 9; i++) {
      rotating.writeLine("line" + i);
    }
    rotating.close();
    List<String> kept = new ArrayList<>();
    for (String name : List.of("decisions.2.jsonl", "decisions.1.jsonl", "decisions.jsonl")) {
      kept.addAll(Files.readAllLines(folder.resolve(name)));
    }
    assertThat(kept).containsExactly("line6", "line7", "line8");
    try (var files = Files.list(folder)) {
      assertThat(files).hasSize(3);
    }
  }

  @Test
  void a_log_that_is_there_is_put_aside() throws IOException {
    Files.writeString(file(), "before\n");
    DecisionLog.open(file(), DecisionLogTest::word).close();
    assertThat(folder.resolve("decisions.1.jsonl")).hasContent("before");
    assertThat(file()).isEmptyFile();
  }

  @Test
  void how_long_the_interpreter_took_is_on_the_first_step_of_an_input() throws IOException {
    DecisionLog log = DecisionLog.open(file(), decision -> String.valueOf(decision.micros()));
    List<Step> two = List.of(step().get(0), step().get(0));
    log.onHandled("a", Instant.EPOCH, two, Duration.ofNanos(12_345));
    log.close();
    assertThat(Files.readAllLines(file())).containsExactly("12", "null");
  }

  /** Each line starts a new file, so that each needs the folder, which the log's thread changes. */
  @Test
  void while_its_folder_is_gone_the_engine_goes_on_and_what_is_missing_is_counted()
      throws IOException {
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Path file = logs.resolve("decisions.jsonl");
    DecisionLog log =
        DecisionLog.open(
            file,
            decision -> {
              try {
                if (decision.seq() == 1) {
                  Files.delete(file);
                  Files.delete(logs);
                } else if (decision.seq() == 3) {
                  Files.createDirectory(logs);
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return word(decision);
            },
            100,
            1,
            9);
    try (Engine engine =
        Engine.builder().chart(RuntimeTestCharts.counter()).listener(log).build()) {
      engine.spawn("one", "counter").join();
      for (int i = 0; i < 4; i++) {
        assertThat(engine.instance("one").ask("Add").kind()).isEqualTo("taken");
      }
    }
    log.close();
    List<String> kept = new ArrayList<>();
    for (String name : List.of("decisions.2.jsonl", "decisions.1.jsonl", "decisions.jsonl")) {
      kept.addAll(Files.readAllLines(logs.resolve(name)));
    }
    assertThat(kept).containsExactly("{\"dropped\":2}", "3 one taken", "4 one taken");
  }

  @Test
  void a_file_that_cannot_be_put_aside_is_kept_and_so_are_those_that_were() throws IOException {
    Files.writeString(folder.resolve("decisions.1.jsonl"), "before\n");
    RotatingFile rotating = RotatingFile.open(file(), 10, 4);
    rotating.writeLine("line1");
    rotating.flush();
    Path inTheWay = Files.createDirectory(folder.resolve("decisions.3.jsonl"));
    Files.writeString(inTheWay.resolve("x"), "");
    Files.writeString(folder.resolve("decisions.2.jsonl"), "before that\n");
    for (int i = 0; i < 3; i++) {
      assertThatIOException().isThrownBy(() -> rotating.writeLine("line2"));
    }
    assertThat(file()).hasContent("line1");
    assertThat(folder.resolve("decisions.1.jsonl")).hasContent("before");
    assertThat(folder.resolve("decisions.2.jsonl")).hasContent("before that");
    Files.delete(inTheWay.resolve("x"));
    Files.delete(inTheWay);
    rotating.writeLine("line3");
    rotating.close();
    assertThat(file()).hasContent("line3");
    assertThat(folder.resolve("decisions.1.jsonl")).hasContent("line1");
    assertThat(folder.resolve("decisions.3.jsonl")).hasContent("before that");
  }

  @Test
  void a_moved_file_is_created_again() throws IOException {
    RotatingFile rotating = RotatingFile.open(file(), 1_000, 3);
    rotating.writeLine("line1");
    rotating.flush();
    Path moved = Files.move(file(), folder.resolve("kept.jsonl"));
    rotating.writeLine("line2");
    rotating.flush();
    assertThat(moved).hasContent("line1");
    assertThat(file()).hasContent("line2");
    Files.delete(file());
    rotating.writeLine("line3");
    rotating.close();
    assertThat(file()).hasContent("line3");
  }

  /** A disk that was full in the middle of a line. */
  @Test
  void what_was_written_in_part_is_written_again_at_its_place() throws IOException {
    int[] room = {8};
    RotatingFile rotating =
        RotatingFile.open(
            file(),
            1_000,
            3,
            path -> new LittleRoom(Files.newByteChannel(path, Set.of(CREATE, WRITE)), room));
    rotating.writeLine("line1");
    rotating.writeLine("line2");
    assertThatIOException().isThrownBy(rotating::flush);
    assertThat(Files.readString(file())).isEqualTo("line1\nli");
    rotating.writeLine("line3");
    room[0] = 100;
    rotating.close();
    assertThat(file()).hasContent("line1\nline2\nline3");
  }

  /** Channel with a limit on the bytes written. */
  private record LittleRoom(SeekableByteChannel to, int[] room) implements SeekableByteChannel {
    @Override
    public int write(ByteBuffer text) throws IOException {
      if (room[0] == 0) {
        throw new IOException("no space left");
      }
      int taken = Math.min(room[0], text.remaining());
      to.write(text.slice(text.position(), taken));
      text.position(text.position() + taken);
      room[0] -= taken;
      return taken;
    }

    @Override
    public int read(ByteBuffer text) throws IOException {
      return to.read(text);
    }

    @Override
    public long position() throws IOException {
      return to.position();
    }

    @Override
    public SeekableByteChannel position(long position) throws IOException {
      to.position(position);
      return this;
    }

    @Override
    public long size() throws IOException {
      return to.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) throws IOException {
      to.truncate(size);
      return this;
    }

    @Override
    public boolean isOpen() {
      return to.isOpen();
    }

    @Override
    public void close() throws IOException {
      to.close();
    }
  }
}
