package dev.statute.progress.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.policy.Settings;
import dev.statute.progress.internal.record.ProgressRecord;
import dev.statute.progress.internal.text.PhraseSet;
import dev.statute.progress.internal.text.TextHash;
import dev.statute.progress.internal.text.ToolOutput;
import dev.statute.progress.internal.text.VolatileTextMask;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Comparison of the reading of outputs in various forms with a plain one over texts. */
class ToolOutputTest {
  private static final long SEED = Long.getLong("statute.seed", 20_260_104);
  private static final int TEXTS = 20_000;
  private static final String[] SCRAPS = {
    "",
    " ",
    "  ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "\u000b",
    "\f",
    "\u001c",
    "\u00a0",
    "\u0085",
    "\u1680",
    "\u2003",
    "\u2007",
    "\u2028",
    "\u202f",
    "\u3000",
    "\u200b",
    "\u3002",
    "\ufeff",
    "\ud83d\ude00",
    "\ud83d",
    "é",
    "日本",
    "ok",
    "Error",
    "FAILED a.b::c",
    "3 failed",
    "pid 4711",
    "took 12 ms",
    "10:31:07",
    "2026-01-02T03:04:05Z",
    "0a1b2c3d-aaaa-4bbb-8ccc-0123456789ab",
    "1975ea83b712",
    "/tmp/x1/y2",
    "session_id = 42",
    "-",
    "7",
    "no results",
    "warning: é"
  };

  private static String drawn(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(random.nextInt(20) == 0 ? 90 : 9); i > 0; i--) {
      text.append(SCRAPS[random.nextInt(SCRAPS.length)]);
      text.append(random.nextBoolean() ? " " : "");
    }
    return text.toString();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] masked(String text) {
    return VolatileTextMask.maskVolatileParts(utf8(text.strip()));
  }

  @Test
  void space_around_a_text_is_the_same_in_any_form() {
    Random random = new Random(SEED);
    for (int i = 0; i < TEXTS; i++) {
      String text = drawn(random);
      assertThat(ToolOutput.of(text).masked()).as(text).isEqualTo(masked(text));
      assertThat(VolatileTextMask.maskIds(utf8(text)))
          .as(text)
          .isEqualTo(VolatileTextMask.maskIds(utf8(text.strip())));
    }
  }

  @Test
  void what_is_left_without_noise_is_one_text_in_all_its_forms() {
    BoilerplateFilter noise = new BoilerplateFilter();
    Stream.of("a", "b", "c", "d", "e", "f")
        .forEach(each -> noise.learn(7, ToolOutput.of("warning: é\nok\n" + each)));
    Random random = new Random(SEED);
    for (int i = 0; i < TEXTS; i++) {
      String text = drawn(random) + '\n' + drawn(random);
      ToolOutput left = noise.remove(7, ToolOutput.of(text));
      assertThat(left.text()).as(text).isEqualTo(withoutLines(text, "warning: é", "ok"));
      assertThat(left.utf8()).as(text).isEqualTo(utf8(left.text()));
    }
  }

  /** Decodes as UTF-8 does: half of a surrogate pair is a question mark. */
  private static String withoutLines(String text, String... noise) {
    String sound = new String(utf8(text), StandardCharsets.UTF_8);
    List<String> lines = List.of(sound.split("\n", -1));
    List<String> left =
        lines.stream().filter(line -> !List.of(noise).contains(trimmed(line))).toList();
    boolean says = left.stream().anyMatch(line -> !trimmed(line).isEmpty());
    return says && left.size() < lines.size()
        ? left.stream().map(line -> line + '\n').collect(Collectors.joining())
        : text;
  }

  private static String trimmed(String line) {
    return line.replaceAll("^[\\s\\x1c-\\x1f]+|[\\s\\x1c-\\x1f]+$", "");
  }

  @Test
  void a_test_says_the_same_whether_its_output_was_masked_before_or_not() {
    ProgressRecord record =
        ProgressRecord.of(Map.of("type", "tool_call", "tool", "t", "test", Map.of("failed", 1)));
    Random random = new Random(SEED);
    for (int i = 0; i < TEXTS; i++) {
      String text = drawn(random).replace("FAILED", "failed").replace("\ud83d", "?");
      ToolOutput output = ToolOutput.of(text);
      if (random.nextBoolean()) {
        output.masked();
      }
      String told = "failed\n1\n" + new String(masked(text), StandardCharsets.UTF_8);
      assertThat(TestResult.of(record, false, output).verdict())
          .as(text)
          .isEqualTo(TextHash.key32(told));
    }
  }

  @Test
  void of_a_long_test_run_the_end_is_read() {
    ProgressRecord record = ProgressRecord.of(Map.of("type", "tool_call", "tool", "t"));
    String end = "x".repeat(20_000);
    assertThat(TestResult.of(record, true, ToolOutput.of("one" + end)))
        .isEqualTo(TestResult.of(record, true, ToolOutput.of("two" + end)))
        .isNotEqualTo(TestResult.of(record, true, ToolOutput.of(end + "one")));
  }

  @Test
  void a_suite_that_passed_does_not_hide_the_failures_of_another() {
    ProgressRecord record = ProgressRecord.of(Map.of("type", "tool_call", "tool", "t"));
    ToolOutput output = ToolOutput.of("suite a: 1 passed; 3 failed\nsuite b: 2 passed; 0 failed");
    assertThat(TestResult.of(record, false, output).failed()).isEqualTo(3);
    assertThat(TestResult.of(record, false, ToolOutput.of("0 failed, aborted")).failed())
        .isEqualTo(-1);
  }

  @Test
  void nothing_is_nothing_with_any_space_around_it() {
    List<String> phrases = List.of("no results", "ok…", "");
    ToolCatalogue catalogue = new ToolCatalogue(Settings.of(Map.of("empty_results", phrases)));
    PhraseSet empties = new PhraseSet(phrases);
    Random random = new Random(SEED);
    for (int i = 0; i < TEXTS; i++) {
      String text = drawn(random) + (i % 9 == 0 ? " ".repeat(random.nextInt(250)) : "");
      String bare = text.strip();
      boolean nothing = bare.isEmpty() || (bare.length() <= 200 && empties.matches(bare));
      assertThat(catalogue.isEmpty(text)).as(text).isEqualTo(nothing);
    }
  }
}
