package dev.statute.logs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.logs.LogFormat;
import dev.statute.logs.SessionLog;
import dev.statute.logs.SessionReader;
import dev.statute.logs.internal.FormDescription.ClauseKind;
import dev.statute.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Small logs of every form, counted by hand. Whatever is taken out of one or written otherwise is
 * said: a description cannot be wrong silently.
 */
class FormFixturesTest {
  private static final Path FOLDER = Path.of("src/test/resources/fixtures");

  private record Fixture(String file, String form, List<Integer> counts) {
    String text() throws IOException {
      return Files.readString(FOLDER.resolve(file));
    }
  }

  /** What was read of a text: the form, its counts, and what is said about it. */
  private record Reading(String form, List<Integer> counts, List<String> said) {}

  private static List<Fixture> fixtures() throws IOException {
    List<Fixture> fixtures = new ArrayList<>();
    for (String line : Files.readAllLines(FOLDER.resolve("counts.txt"))) {
      if (!line.startsWith("#")) {
        List<String> words = List.of(line.split(" "));
        fixtures.add(
            new Fixture(
                words.get(0),
                words.get(1),
                words.subList(2, words.size()).stream().map(Integer::valueOf).toList()));
      }
    }
    return fixtures;
  }

  @TestFactory
  Stream<DynamicTest> a_fixture_has_the_counts_by_hand() throws IOException {
    return fixtures().stream()
        .map(
            fixture ->
                DynamicTest.dynamicTest(
                    fixture.file(),
                    () -> {
                      Reading reading = read(fixture.text());
                      assertThat(reading.said()).isEmpty();
                      assertThat(reading.form()).isEqualTo(fixture.form());
                      assertThat(reading.counts()).isEqualTo(fixture.counts());
                    }));
  }

  @TestFactory
  Stream<DynamicTest> only_one_form_fits_a_fixture_best() throws IOException {
    return fixtures().stream()
        .map(
            fixture ->
                DynamicTest.dynamicTest(
                    fixture.file(),
                    () -> {
                      List<FormDescription> reversed = new ArrayList<>(FormCatalogue.shipped());
                      java.util.Collections.reverse(reversed);
                      for (List<FormDescription> forms :
                          List.of(FormCatalogue.shipped(), reversed)) {
                        FormChoice choice = new FormChoice(forms);
                        FixtureMutation.documents(fixture.text()).forEach(choice::add);
                        assertThat(choice.best())
                            .extracting(FormDescription::name)
                            .containsExactly(fixture.form());
                      }
                    }));
  }

  @TestFactory
  Stream<DynamicTest> calls_that_are_taken_out_are_missed() throws IOException {
    return mutations(ClauseKind.CALL, ClauseKind.RESULT, false);
  }

  @TestFactory
  Stream<DynamicTest> results_that_are_taken_out_are_missed() throws IOException {
    return mutations(ClauseKind.RESULT, ClauseKind.CALL, false);
  }

  @TestFactory
  Stream<DynamicTest> calls_of_another_kind_are_said() throws IOException {
    return mutations(ClauseKind.CALL, null, true);
  }

  @TestFactory
  Stream<DynamicTest> results_of_another_kind_are_said() throws IOException {
    return mutations(ClauseKind.RESULT, null, true);
  }

  /**
   * Tests that a mutation of what one kind of clauses takes is said, or changes no count.
   *
   * @param both kind of clauses whose entries are left alone, as they are both in one
   */
  private static Stream<DynamicTest> mutations(ClauseKind kind, ClauseKind both, boolean renames)
      throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    Set<String> tried = new LinkedHashSet<>();
    for (Fixture fixture : fixtures()) {
      FormDescription form = form(fixture.form());
      FixtureMutation mutation = new FixtureMutation(form, fixture.text());
      Set<Object> nodes = mutation.taken(kind);
      if (both != null) {
        nodes.removeAll(mutation.taken(both));
      }
      boolean json = form.layout().container() != FormDescription.Container.MARKDOWN;
      if (json && !nodes.isEmpty() && (form.layout().hasResults() || renames)) {
        tried.add(fixture.form());
        String text = renames ? mutation.renamed(nodes) : mutation.without(nodes);
        tests.add(
            DynamicTest.dynamicTest(
                fixture.file(),
                () -> {
                  Reading reading = read(text);
                  if (reading.said().isEmpty()) {
                    assertThat(reading.counts()).as(text).isEqualTo(fixture.counts());
                  }
                }));
      }
    }
    assertThat(tried).hasSizeGreaterThan(10);
    return tests.stream();
  }

  private static FormDescription form(String name) {
    return Objects.requireNonNull(LogFormat.of(name).description());
  }

  private static Reading read(String text) {
    SessionReader reader = new SessionReader("log", null);
    text.lines().forEach(reader::read);
    reader.finish();
    int[] counts = new int[5];
    for (SessionLog.Entry entry : reader.drain()) {
      Map<String, Object> record = entry.fields();
      switch (String.valueOf(record.get("type"))) {
        case "tool_call" -> {
          counts[0]++;
          counts[1] += record.containsKey("output") || record.containsKey("success") ? 1 : 0;
          counts[2] += Boolean.FALSE.equals(record.get("success")) ? 1 : 0;
        }
        case "message" -> counts[3]++;
        case "user_message" -> counts[4]++;
        default -> {}
      }
    }
    return new Reading(
        reader.format().map(LogFormat::word).orElse(""),
        java.util.Arrays.stream(counts).boxed().toList(),
        reader.problems().stream().filter(Problem::isError).map(Problem::message).toList());
  }

  @Test
  void every_form_that_is_read_has_a_fixture() throws IOException {
    Set<String> read = new TreeSet<>();
    FormCatalogue.shipped().stream()
        .filter(form -> form.refuse().isEmpty())
        .forEach(form -> read.add(form.name()));
    Set<String> covered = new TreeSet<>();
    fixtures().forEach(fixture -> covered.add(fixture.form()));
    assertThat(covered).isEqualTo(read);
  }
}
