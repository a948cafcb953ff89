package dev.statute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Problem;
import dev.statute.runtime.Engine;
import dev.statute.runtime.ManualClock;
import dev.statute.step.Chart;
import dev.statute.store.InstanceStore;
import dev.statute.store.MemoryStore;
import dev.statute.store.StoreException;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatuteReloadTest {
  private static final String BELL = StatuteTest.BELL;

  @TempDir private Path folder;
  private final List<ReloadResult> results = new ArrayList<>();
  private Statute statute;
  private Engine engine;

  @BeforeEach
  void load() throws IOException {
    write("lamp.yaml", StatuteTest.LAMP);
    write("bell.yaml", BELL);
    permit();
    statute = Statute.load(folder).onReload(results::add);
    engine = build();
    engine.spawn("l", "lamp").join();
  }

  @AfterEach
  void close() {
    engine.close();
    statute.close();
  }

  private Engine build() {
    return statute.engine().clock(new ManualClock(Instant.EPOCH)).sameThread().build();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private void permit() throws IOException {
    write("lamp.drl", StatuteTest.rule("lamp", "new Permit($t, \"power\")"));
  }

  private void deny() throws IOException {
    write("lamp.drl", StatuteTest.rule("lamp", "new Deny($t, \"no power\")"));
  }

  private String press() {
    return engine.instance("l").ask("press").kind();
  }

  @Test
  void new_rules_judge_running_instances_of_all_engines() throws IOException {
    try (Engine other = build()) {
      other.spawn("l", "lamp").join();
      assertThat(press()).isEqualTo("taken");
      deny();
      ReloadResult result = statute.reload();
      assertThat(result).isEqualTo(new ReloadResult(List.of("lamp"), List.of(), true));
      assertThat(results).containsExactly(result);
      assertThat(press()).isEqualTo("denied");
      assertThat(other.instance("l").ask("press").kind()).isEqualTo("denied");
    }
    permit();
    assertThat(statute.reload().isApplied()).isTrue();
    assertThat(press()).isEqualTo("taken");
  }

  @Test
  void an_error_in_one_file_keeps_all_charts() throws IOException {
    deny();
    write("bell.yaml", BELL.replace("loud }", "nowhere }"));
    ReloadResult result = statute.reload();
    assertThat(result.isApplied()).isFalse();
    assertThat(result.changed()).isEmpty();
    assertThat(result.problems())
        .extracting(problem -> problem.code() + " " + problem.place().file())
        .containsExactly("C201 " + folder.resolve("bell.yaml"));
    assertThat(results).containsExactly(result);
    assertThat(press()).isEqualTo("taken");
    write("bell.yaml", BELL);
    assertThat(statute.reload().changed()).containsExactly("lamp");
    assertThat(press()).isEqualTo("denied");
  }

  @Test
  void a_listener_that_throws_prevents_neither_the_reload_nor_the_others() throws IOException {
    List<ReloadResult> others = new ArrayList<>();
    statute.onReload(
        result -> {
          throw new IllegalStateException("no");
        });
    statute.onReload(others::add);
    deny();
    ReloadResult result = statute.reload();
    assertThat(result.changed()).containsExactly("lamp");
    assertThat(others).containsExactly(result);
    assertThat(press()).isEqualTo("denied");
  }

  @Test
  void new_charts_and_versions_are_registered() throws IOException {
    write("bell.yaml", BELL.replace("chart: bell", "chart: bell\nversion: 2"));
    write("horn.yaml", BELL.replace("bell", "horn"));
    assertThat(statute.reload().changed()).containsExactlyInAnyOrder("bell", "horn");
    engine.spawn("b", "bell").join();
    assertThat(engine.instance("b").snapshot().chart().version()).isEqualTo(2);
    assertThat(engine.spawn("h", "horn").join().kind()).isEqualTo("started");
  }

  @Test
  void the_newest_version_has_the_new_rules_whatever_the_order_of_its_files() throws IOException {
    write("a.yaml", StatuteTest.LAMP.replace("chart: lamp", "chart: lamp\nversion: 2"));
    try (Statute versions = Statute.load(folder);
        Engine both = versions.engine().sameThread().build()) {
      both.spawn("n", "lamp").join();
      assertThat(both.instance("n").snapshot().chart().version()).isEqualTo(2);
      deny();
      assertThat(versions.reload().changed()).containsExactly("lamp");
      assertThat(both.instance("n").ask("press").kind()).isEqualTo("denied");
    }
  }

  @Test
  void an_older_version_beside_a_newer_one_has_its_own_new_rules() throws IOException {
    write(
        "a.yaml",
        StatuteTest.LAMP
            .replace("chart: lamp", "chart: lamp\nversion: 2")
            .replace("policies: [lamp]\n", ""));
    assertThat(statute.reload().changed()).containsExactly("lamp");
    assertThat(press()).isEqualTo("taken");
    deny();
    ReloadResult result = statute.reload();
    assertThat(result.changed()).containsExactly("lamp");
    assertThat(result.problems()).isEmpty();
    assertThat(press()).isEqualTo("denied");
    engine.spawn("n", "lamp").join();
    assertThat(engine.instance("n").ask("press").kind()).isEqualTo("taken");
  }

  @Test
  void a_version_that_was_not_registered_is_once_it_is_no_longer_the_newest() throws IOException {
    List<Integer> saved = new ArrayList<>();
    boolean[] full = new boolean[1];
    MemoryStore memory = new MemoryStore();
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("saveChart")) {
            if (full[0]) {
              throw new StoreException("full", "the disk is full", null);
            }
            saved.add(((Chart) arguments[0]).version());
          }
          return method.invoke(memory, arguments);
        };
    InstanceStore store =
        (InstanceStore)
            Proxy.newProxyInstance(
                InstanceStore.class.getClassLoader(),
                new Class<?>[] {InstanceStore.class},
                handler);
    try (Engine other = statute.engine().store(store).sameThread().build()) {
      full[0] = true;
      write("bell2.yaml", BELL.replace("chart: bell", "chart: bell\nversion: 2"));
      assertThat(statute.reload().problems()).extracting(Problem::code).containsExactly("A202");
      full[0] = false;
      write("bell3.yaml", BELL.replace("chart: bell", "chart: bell\nversion: 3"));
      assertThat(statute.reload().problems()).isEmpty();
      assertThat(saved).contains(2, 3);
      other.spawn("b", "bell").join();
      assertThat(other.instance("b").snapshot().chart().version()).isEqualTo(3);
    }
  }

  @Test
  void an_engine_that_is_built_after_a_reload_has_the_new_rules() throws IOException {
    var builder = statute.engine().sameThread();
    deny();
    statute.reload();
    try (Engine late = builder.build()) {
      late.spawn("l", "lamp").join();
      assertThat(late.instance("l").ask("press").kind()).isEqualTo("denied");
    }
  }

  @Test
  void files_are_compared_by_content() throws IOException {
    statute.reload();
    assertThat(statute.reloadIfChanged()).isNull();
    permit();
    assertThat(statute.reloadIfChanged()).isNull();
    deny();
    assertThat(Objects.requireNonNull(statute.reloadIfChanged()).changed()).containsExactly("lamp");
    write("horn.yaml", BELL.replace("bell", "horn"));
    assertThat(Objects.requireNonNull(statute.reloadIfChanged()).changed()).containsExactly("horn");
  }

  @Test
  void watched_files_are_reloaded_and_problems_reported() throws Exception {
    LinkedBlockingQueue<ReloadResult> told = new LinkedBlockingQueue<>();
    statute.onReload(told::add).watch(Duration.ofMillis(5));
    write("lamp.drl", "package lamp\nrule \"x\" when Transitoin() then end\n");
    ReloadResult broken = Objects.requireNonNull(told.poll(30, TimeUnit.SECONDS));
    assertThat(broken.isApplied()).isFalse();
    assertThat(broken.problems()).extracting(Problem::code).contains("R110");
    assertThat(press()).isEqualTo("taken");
    deny();
    ReloadResult mended = Objects.requireNonNull(told.poll(30, TimeUnit.SECONDS));
    assertThat(mended.isApplied()).as("%s", mended).isTrue();
    assertThat(press()).isEqualTo("denied");
  }
}
