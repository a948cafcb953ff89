package dev.statute.cli.internal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FolderWatchTest {
  @TempDir private Path folder;

  @Test
  @Timeout(30)
  @EnabledOnOs(OS.LINUX)
  void more_changes_than_the_operating_system_reports_are_incomplete() throws Exception {
    Path burst = Files.createDirectory(folder.resolve("burst"));
    Path others = Files.createDirectory(folder.resolve("others"));
    try (FolderWatch watch = new FolderWatch()) {
      watch.watch(List.of(burst));
      Path one = Files.createFile(burst.resolve("one"));
      assertThat(watch.awaitChanges())
          .isEqualTo(new FileChangeSource.FileChanges(Set.of(one), true));
      for (int i = 0; i < 600; i++) {
        Files.createFile(burst.resolve("file" + i));
      }
      // the thread that takes the changes from the operating system answers these too
      for (int i = 0; i < 20; i++) {
        watch.watch(List.of(Files.createDirectory(others.resolve("folder" + i))));
      }
      assertThat(watch.awaitChanges().complete()).isFalse();
    }
  }
}
