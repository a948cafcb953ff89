package dev.statute.cli.internal.chart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** File changes reported by the operating system. */
final class FolderWatch implements FileChangeSource {
  private static final long QUIET_MILLIS = 60;
  private final WatchService service;
  private final Map<WatchKey, Path> folders = new LinkedHashMap<>();

  FolderWatch() throws IOException {
    service = FileSystems.getDefault().newWatchService();
  }

  @Override
  public void watch(Collection<Path> more) throws IOException {
    try {
      register(more);
    } catch (ClosedWatchServiceException e) {
      // the next wait tells the end
    }
  }

  private void register(Collection<Path> more) throws IOException {
    for (Path folder : more) {
      Path whole = folder.toAbsolutePath().normalize();
      if (Files.isDirectory(whole) && !folders.containsValue(whole)) {
        folders.put(
            whole.register(
                service,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE),
            whole);
      }
    }
  }

  @Override
  public FileChanges awaitChanges() throws InterruptedException {
    Set<Path> changed = new LinkedHashSet<>();
    boolean complete = true;
    try {
      while (changed.isEmpty() && complete) {
        for (WatchKey key = service.take();
            key != null;
            key = service.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS)) {
          complete &= collect(key, changed);
        }
      }
    } catch (ClosedWatchServiceException e) {
      return FileChanges.NONE;
    }
    return new FileChanges(changed, complete);
  }

  /** Collects the changes in a folder; returns false if some of them were lost. */
  private boolean collect(WatchKey key, Set<Path> changed) {
    boolean complete = true;
    @Nullable Path folder = folders.get(key);
    for (WatchEvent<?> event : key.pollEvents()) {
      if (event.kind() == StandardWatchEventKinds.OVERFLOW) {
        complete = false;
      } else if (folder != null && event.context() instanceof Path name) {
        changed.add(folder.resolve(name));
      }
    }
    if (!key.reset()) {
      folders.remove(key);
    }
    return complete;
  }

  @Override
  public void close() {
    try {
      service.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
