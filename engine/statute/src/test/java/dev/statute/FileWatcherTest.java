package dev.statute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

class FileWatcherTest {
  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX) // root may read any file but this one
  void a_file_that_cannot_be_read_is_logged_once_until_it_can() throws IOException {
    Path file = Files.writeString(folder.resolve("gate.yaml"), "a");
    Logger log = mock(Logger.class);
    AtomicInteger changes = new AtomicInteger();
    try (FileWatcher watcher = new FileWatcher(() -> List.of(file), log)) {
      Runnable action =
          () -> {
            watcher.mark();
            changes.incrementAndGet();
          };
      watcher.check(action);
      for (int i = 0; i < 2; i++) {
        Files.delete(file);
        Files.createSymbolicLink(file, Path.of("/proc/self/mem"));
        for (int check = 0; check < 5; check++) {
          watcher.check(action);
        }
        Files.delete(file);
        Files.writeString(file, "b" + i);
        watcher.check(action);
        watcher.check(action);
      }
    }
    assertThat(changes).hasValue(3);
    verify(log, times(2))
        .warn(anyString(), eq("look for changes of files"), any(UncheckedIOException.class));
    verify(log, times(2)).info(anyString(), eq("look for changes of files"));
    verifyNoMoreInteractions(log);
  }
}
