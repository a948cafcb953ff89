package dev.statute.telemetry.internal.resource;

import dev.statute.step.Input;
import dev.statute.telemetry.ResourceUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Levels of all limited resources, and the event of a change. Not thread-safe, but for reading. */
public final class ResourceLevels {
  /** Name of the event that the first limit is exceeded. */
  public static final String EXHAUSTED = "resources.exhausted";

  private static final String AVAILABLE = "resources.available";

  private final Map<WatchedResource, ResourceLevel> levels = new EnumMap<>(WatchedResource.class);
  private final ProcessorMeter processor = new ProcessorMeter();
  private volatile List<String> unread = List.of();
  private boolean exhausted;

  /** Creates the levels of resources, none of which is exceeded. */
  public ResourceLevels(Map<WatchedResource, Double> limits, Duration patience, double margin) {
    limits.forEach(
        (resource, limit) ->
            levels.put(resource, new ResourceLevel(resource, limit, patience, margin)));
  }

  /** Returns the names of resources that the last reading did not have. */
  public List<String> unread() {
    return unread;
  }

  /** Applies a reading; returns the event of a change, or null. */
  public Input.@Nullable Event update(Instant now, ResourceUsage usage) {
    List<String> missing = new ArrayList<>();
    Double cores = processor.cores(now, usage.cpuTime());
    levels.forEach(
        (resource, level) -> {
          Double used = used(resource, usage, cores);
          if (used != null) {
            level.update(now, used);
          } else if (resource != WatchedResource.CPU || usage.cpuTime() == null) {
            missing.add(resource.text());
          }
        });
    unread = List.copyOf(missing);
    Optional<ResourceLevel> over =
        levels.values().stream().filter(ResourceLevel::isExceeded).findFirst();
    if (over.isPresent() == exhausted) {
      return null;
    }
    exhausted = over.isPresent();
    return over.map(level -> new Input.Event(EXHAUSTED, level.report()))
        .orElseGet(() -> new Input.Event(AVAILABLE));
  }

  private static @Nullable Double used(
      WatchedResource resource, ResourceUsage usage, @Nullable Double cores) {
    return switch (resource) {
      case CPU -> cores;
      case MEMORY -> asDouble(usage.memory());
      case MEMORY_FREE -> asDouble(usage.memoryFree());
      case DISK_FREE -> asDouble(usage.diskFree());
    };
  }

  private static @Nullable Double asDouble(@Nullable Long amount) {
    return amount == null ? null : Double.valueOf(amount);
  }
}
