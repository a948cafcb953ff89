package dev.statute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.ChartReloader.Reloaded;
import dev.statute.problem.Problem;
import dev.statute.runtime.Engine;
import dev.statute.runtime.FileCharts;
import dev.statute.runtime.Listener;
import dev.statute.runtime.ManualClock;
import dev.statute.step.Outcome;
import dev.statute.step.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartReloaderTest {
  private static final String CHART =
      """
      chart: lamp
      version: 1
      policies: [lamp]
      states:
        off: { on: { press: on } }
        on: { on: { press: off } }
      """;

  @TempDir private Path folder;
  private final List<String> revisions = new ArrayList<>();
  private final List<Reloaded> told = new ArrayList<>();
  private final Engine engine =
      Engine.builder()
          .sameThread()
          .clock(new ManualClock(Instant.EPOCH))
          .listener(
              new Listener() {
                @Override
                public void onStep(String instance, Instant at, Step step) {
                  revisions.add(step.snapshot().chart().revision());
                }
              })
          .build();

  @BeforeEach
  void write() throws IOException {
    chart(CHART);
    rules("never");
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private void chart(String text) throws IOException {
    Files.writeString(folder.resolve("lamp.yaml"), text);
  }

  private void rules(String to) throws IOException {
    boolean known = to.equals("on") || to.equals("off");
    rulesText(
        """
        rule "keep" when $t : Transition( event == "press", %s )
        then insert( new Deny($t, "kept") ); end
        """
            .formatted(known ? "to == \"" + to + "\"" : "listed == false"));
  }

  private void rulesText(String text) throws IOException {
    Files.writeString(
        folder.resolve("lamp.drl"), "package lamp\nimport dev.statute.policy.*\n" + text);
  }

  private ChartReloader reloading() {
    Path file = folder.resolve("lamp.yaml");
    return ChartReloader.of(
        engine, pinned -> FileCharts.load(file, pinned), List.of(folder), told::add);
  }

  private String press(String id) {
    Outcome outcome = engine.instance(id).ask("press");
    return outcome.kind() + " " + outcome.configuration();
  }

  @Test
  void new_rules_judge_a_running_instance_from_its_next_step_on() throws IOException {
    ChartReloader reloading = reloading();
    engine.spawn("a", "lamp").join();
    assertThat(press("a")).isEqualTo("taken [on]");
    rules("off");
    Reloaded reloaded = Objects.requireNonNull(reloading.check());
    assertThat(reloaded.hasChanged()).isTrue();
    assertThat(reloaded.problems()).isEmpty();
    assertThat(press("a")).isEqualTo("denied [on]");
  }

  @Test
  void a_listener_that_throws_leaves_the_new_rules_in_use() throws IOException {
    Path file = folder.resolve("lamp.yaml");
    ChartReloader reloading =
        ChartReloader.of(
            engine,
            pinned -> FileCharts.load(file, pinned),
            List.of(folder),
            reloaded -> {
              throw new IllegalStateException("no");
            });
    engine.spawn("a", "lamp").join();
    rules("on");
    assertThat(Objects.requireNonNull(reloading.check()).hasChanged()).isTrue();
    assertThat(press("a")).isEqualTo("denied [off]");
  }

  @Test
  void files_behind_a_link_to_their_folder_are_watched(@TempDir Path elsewhere) throws IOException {
    Path link = Files.createSymbolicLink(elsewhere.resolve("charts"), folder);
    Path file = link.resolve("lamp.yaml");
    ChartReloader reloading =
        ChartReloader.of(engine, pinned -> FileCharts.load(file, pinned), List.of(link), told::add);
    assertThat(reloading.check()).isNull();
    rules("on");
    assertThat(Objects.requireNonNull(reloading.check()).hasChanged()).isTrue();
  }

  @Test
  void an_interval_without_length_is_refused_and_starts_nothing() {
    try (ChartReloader reloading = reloading()) {
      assertThatThrownBy(() -> reloading.every(Duration.ZERO))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("files are compared at most once a millisecond, not each PT0S");
      reloading.every(Duration.ofHours(1));
    }
  }

  @Test
  void every_step_names_the_revision_that_made_it() throws IOException {
    ChartReloader reloading = reloading();
    engine.spawn("a", "lamp").join();
    press("a");
    rules("off");
    Reloaded reloaded = reloading.reload();
    press("a");
    assertThat(revisions).containsExactly(reloaded.before(), reloaded.before(), reloaded.after());
    assertThat(reloading.revision()).isEqualTo(reloaded.after());
  }

  @Test
  void a_broken_file_leaves_what_runs_and_reports_its_problems() throws IOException {
    ChartReloader reloading = reloading();
    engine.spawn("a", "lamp").join();
    String before = reloading.revision();
    rulesText("rule \"x\" when Transitoin() then end");
    Reloaded reloaded = Objects.requireNonNull(reloading.check());
    assertThat(reloaded.hasChanged()).isFalse();
    assertThat(reloaded.problems()).extracting(Problem::code).contains("R110");
    assertThat(reloading.revision()).isEqualTo(before);
    assertThat(press("a")).isEqualTo("taken [on]");
    assertThat(reloading.check()).isNull();
    rules("off");
    assertThat(Objects.requireNonNull(reloading.check()).hasChanged()).isTrue();
    assertThat(told).hasSize(3);
  }

  @Test
  void a_running_instance_keeps_its_chart_and_gets_the_new_rules() throws IOException {
    ChartReloader reloading = reloading();
    engine.spawn("old", "lamp").join();
    chart(
        CHART
            .replace("version: 1", "version: 2")
            .replace(
                "on: { on: { press: off } }",
                "on: { on: { press: broken } }\n  broken: { final: true }"));
    rulesText(
        """
        rule "keep" when $t : Transition( event == "press", from == "on" )
        then insert( new Deny($t, "kept") ); end
        """);
    assertThat(reloading.reload().problems()).isEmpty();
    engine.spawn("new", "lamp").join();
    assertThat(press("old")).isEqualTo("taken [on]");
    assertThat(press("new")).isEqualTo("taken [on]");
    assertThat(press("old")).isEqualTo("denied [on]");
    rules("never");
    reloading.reload();
    assertThat(press("old")).isEqualTo("taken [off]");
    assertThat(press("new")).isEqualTo("taken [broken]");
  }

  @Test
  void a_version_without_instances_is_removed() throws IOException {
    ChartReloader reloading = reloading();
    engine.spawn("a", "lamp").join();
    for (int version = 2; version < 7; version++) {
      chart(CHART.replace("version: 1", "version: " + version));
      reloading.reload();
    }
    assertThat(engine.charts()).extracting(each -> each.chart().version()).containsExactly(1, 5, 6);
  }

  @Test
  void nothing_is_loaded_while_nothing_changes() {
    ChartReloader reloading = reloading();
    assertThat(reloading.check()).isNull();
    assertThat(reloading.reload().hasChanged()).isFalse();
  }

  @Test
  void a_chart_that_does_not_load_at_first_is_refused() throws IOException {
    chart("chart: lamp\nstates: { a: { on: { go: nowhere } } }");
    assertThatThrownBy(this::reloading)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lamp.yaml:2:");
  }

  @Test
  void what_may_be_asked_is_answered_by_the_new_rules_too() throws IOException {
    ChartReloader reloading = reloading();
    engine.spawn("a", "lamp").join();
    rules("on");
    reloading.reload();
    assertThat(engine.instance("a").enabled())
        .extracting(answer -> answer.outcome().kind())
        .containsExactly("denied");
    reloading.every(Duration.ofHours(1)).close();
  }

  @Test
  void what_is_thrown_while_loading_is_a_problem_and_the_next_reload_is_heard() throws IOException {
    Path file = folder.resolve("lamp.yaml");
    for (Throwable thrown : List.of(new IllegalStateException("no"), new StackOverflowError())) {
      AtomicReference<Throwable> next = new AtomicReference<>();
      told.clear();
      try (ChartReloader reloading =
          ChartReloader.of(
              engine,
              pinned -> {
                Throwable now = next.getAndSet(null);
                if (now instanceof Error error) {
                  throw error;
                }
                if (now != null) {
                  throw new IllegalStateException(now);
                }
                return FileCharts.load(file, pinned);
              },
              List.of(file),
              told::add)) {
        next.set(thrown);
        Reloaded failed = reloading.reload();
        assertThat(failed.hasChanged()).isFalse();
        assertThat(failed.problems()).extracting(Problem::code).containsExactly("A202");
        assertThat(told).hasSize(2);
        assertThat(reloading.reload().problems()).isEmpty();
      }
    }
  }
}
