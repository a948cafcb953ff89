package dev.statute.rules;

import static dev.statute.rules.SessionRecords.call;
import static dev.statute.rules.SessionRecords.edit;
import static dev.statute.rules.SessionRecords.read;
import static dev.statute.rules.SessionRecords.run;
import static dev.statute.rules.SessionRecords.times;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Generated long work without loops. A failure prints its seed; {@code -Dstatute.seed} sets it. */
class NoFalseFindingTest {
  private static final long SEED = Long.getLong("statute.seed", 20_260_203);
  private static final LoopPack FULL = LoopPack.pack("full", Map.of());
  private static final int ROUNDS = 40;

  private interface Session {
    List<SessionRecord> drawn(Random random);
  }

  private static DynamicTest silent(String name, Session session) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          for (int round = 0; round < ROUNDS; round++) {
            List<SessionRecord> records = session.drawn(new Random(SEED + round));
            assertThat(FULL.found(records)).as("%s, seed %d", name, SEED + round).isEmpty();
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> long_work_that_learns_or_changes_something_is_silent() {
    return Stream.of(
        silent("an audit that only reads 338 files", NoFalseFindingTest::audit),
        silent("paging through a long text", NoFalseFindingTest::paging),
        silent("one tool over a batch of many files", NoFalseFindingTest::batch),
        silent("parallel calls, the same one twice in each round", NoFalseFindingTest::parallel),
        silent("a poll whose answer changes", NoFalseFindingTest::poll),
        silent("a build that is waited for, nine times unchanged", NoFalseFindingTest::waiting),
        silent("rounds of edit and test with other failures each time", NoFalseFindingTest::rounds),
        silent("setting up with commands that say nothing", NoFalseFindingTest::setup));
  }

  private static List<SessionRecord> audit(Random random) {
    List<SessionRecord> all = new ArrayList<>();
    for (int i = 0; i < 338; i++) {
      String file = "src/module" + i % 17 + "/File" + i + ".java";
      all.add(
          random.nextInt(3) == 0
              ? run("grep -n TODO " + file, file + ":" + random.nextInt(900) + ": TODO " + i)
              : read(file, "class File" + i + " { int a = " + random.nextInt() + "; }"));
    }
    return all;
  }

  private static List<SessionRecord> paging(Random random) {
    String file = "big" + random.nextInt(9) + ".log";
    boolean scrolls = random.nextBoolean();
    return times(
        8 + random.nextInt(60),
        i ->
            scrolls
                ? call("scroll_down", "output", "lines " + i * 100 + " and on: text of page " + i)
                : call(
                    "read_file",
                    "file",
                    file,
                    "args",
                    Map.of("path", file, "offset", i * 200),
                    "output",
                    "page " + i + " says " + random.nextInt()));
  }

  private static List<SessionRecord> batch(Random random) {
    return times(
        40 + random.nextInt(60),
        i ->
            call(
                "convert",
                "file",
                "img" + i + ".png",
                "args",
                Map.of("path", "img" + i + ".png", "to", "webp"),
                "output",
                "wrote img" + i + ".webp, " + random.nextInt(100_000) + " bytes"));
  }

  private static List<SessionRecord> parallel(Random random) {
    List<SessionRecord> all = new ArrayList<>();
    for (int round = 0; round < 30; round++) {
      for (int i = 0; i < 3; i++) {
        all.add(
            call(
                "read_file",
                "args",
                Map.of("path", "f" + round),
                "output",
                "text of round " + round,
                "batch",
                "b" + round));
      }
      all.add(
          call(
              "search",
              "args",
              Map.of("q", "w" + round + random.nextInt()),
              "output",
              "hit " + round));
    }
    return all;
  }

  private static List<SessionRecord> poll(Random random) {
    int step = 1 + random.nextInt(5);
    return times(
        50 + random.nextInt(100),
        i -> call("job_status", "args", Map.of("id", 7), "output", "done " + i * step + " of 900"));
  }

  private static List<SessionRecord> waiting(Random random) {
    List<SessionRecord> all = new ArrayList<>();
    for (int build = 0; build < 5; build++) {
      int id = random.nextInt(1_000_000);
      all.addAll(
          times(9, i -> call("build_status", "args", Map.of("id", id), "output", "RUNNING")));
      all.add(call("build_status", "args", Map.of("id", id), "output", "build " + id + " passed"));
      all.add(edit("a.java", "for build " + id, "h" + id));
    }
    return all;
  }

  private static List<SessionRecord> rounds(Random random) {
    List<SessionRecord> all = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String file = "src/Part" + random.nextInt(6) + ".java";
      all.add(edit(file, "change " + i, "h" + i));
      String said = "FAILED test_" + i + "\n" + (1 + random.nextInt(9)) + " failed";
      all.add(
          call("bash", "command", "pytest -q", "success", false, "error", said, "output", said));
    }
    return all;
  }

  private static List<SessionRecord> setup(Random random) {
    return times(
        12,
        i ->
            run(
                switch (i % 4) {
                  case 0 -> "mkdir -p build/" + random.nextInt(10_000);
                  case 1 -> "cp template" + i + " build/" + random.nextInt(10_000);
                  case 2 -> "chmod +x bin/tool" + i;
                  default -> "touch done-" + i;
                },
                ""));
  }
}
