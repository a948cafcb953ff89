package dev.statute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.problem.Loaded;
import dev.statute.problem.Problem;
import dev.statute.yaml.PackFinder;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is thrown while one file is loaded is a problem of this file and hides no other. */
class FailedLoadTest {
  private static final String LAMP = "chart: lamp\ninitial: a\nstates: { a: { on: { go: a } } }\n";

  /** Class loader that fails for one pack, as if the loader had a fault. */
  private static final ClassLoader BROKEN =
      new ClassLoader(FailedLoadTest.class.getClassLoader()) {
        @Override
        public URL getResource(String name) {
          if (name.contains("broken")) {
            throw new IllegalStateException("a fault of the loader");
          }
          return super.getResource(name);
        }
      };

  @TempDir Path folder;

  private ChartLoader loader() {
    return Statute.loader().finder(new PackFinder(folder, BROKEN));
  }

  private void write(String name, String content) throws IOException {
    Files.writeString(folder.resolve(name), content);
  }

  @Test
  void problems_of_all_files_are_reported() throws IOException {
    write("a.yaml", LAMP + "policies: [broken]\n");
    write("b.yaml", LAMP.replace("lamp", "bell").replace("initial: a", "initial: b"));
    Loaded<Statute> loaded = loader().tryLoad(folder);
    assertThat(loaded.value()).isNull();
    assertThat(loaded.problems())
        .filteredOn(Problem::isError)
        .extracting(problem -> Path.of(problem.place().file()).getFileName() + " " + problem.code())
        .contains("a.yaml A204")
        .anyMatch(problem -> problem.startsWith("b.yaml"));
  }

  private static ReloadResult next(LinkedBlockingQueue<ReloadResult> told)
      throws InterruptedException {
    return Objects.requireNonNull(told.poll(30, TimeUnit.SECONDS));
  }

  @Test
  void a_reload_reports_it_and_tells_the_listeners() throws Exception {
    write("a.yaml", LAMP);
    try (Statute statute = loader().load(folder)) {
      LinkedBlockingQueue<ReloadResult> told = new LinkedBlockingQueue<>();
      statute.onReload(told::add);
      write("a.yaml", LAMP + "policies: [broken]\n");
      ReloadResult asked = statute.reload();
      assertThat(told.take()).isEqualTo(asked);
      assertThat(asked.isApplied()).isFalse();
      assertThat(asked.problems()).extracting(Problem::code).containsExactly("A204");
      statute.watch(Duration.ofMillis(5));
      write("a.yaml", LAMP + "policies: [broken, other]\n");
      ReloadResult watched = next(told);
      while (watched.problems().stream().noneMatch(each -> each.code().equals("A204"))) {
        watched = next(told); // a file may be read while it is written
      }
      write("a.yaml", LAMP.replace("go", "stop"));
      ReloadResult mended = next(told);
      while (!mended.isApplied()) {
        mended = next(told);
      }
      assertThat(mended.changed()).isEqualTo(List.of("lamp"));
    }
  }
}
