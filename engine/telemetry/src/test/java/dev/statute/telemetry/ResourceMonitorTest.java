package dev.statute.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.statute.Statute;
import dev.statute.runtime.Engine;
import dev.statute.runtime.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourceMonitorTest {
  private static final long GIB = 1L << 30;

  @TempDir private Path folder;
  private final ManualClock clock = new ManualClock();
  private final List<String> told = new ArrayList<>();
  private @Nullable ResourceUsage usage = memory(0);
  private int reads;
  private boolean deaf;

  private ResourceMonitor start(Map<String, ?> settings) {
    return ResourceMonitor.start(
        () -> {
          reads++;
          if (usage == null) {
            throw new IOException("no /proc");
          }
          return usage;
        },
        ResourceLimits.of(settings),
        clock,
        Runnable::run,
        event -> {
          if (deaf) {
            throw new IllegalStateException("the engine is closed");
          }
          told.add(
              clock.now().getEpochSecond()
                  + " "
                  + event.name()
                  + (event.data() == null ? "" : " " + event.data().get("message")));
        });
  }

  private static ResourceUsage memory(double gib) {
    return new ResourceUsage(Duration.ZERO, (long) (gib * GIB), 8 * GIB, 8 * GIB);
  }

  private void seconds(long seconds) {
    clock.advance(Duration.ofSeconds(seconds));
  }

  @Test
  void a_limit_exceeded_for_its_patience_is_reported_once_and_its_end_too() {
    try (ResourceMonitor monitor =
        start(Map.of("resource_limits", Map.of("memory", "2g", "patience", "10s")))) {
      usage = memory(3);
      seconds(14);
      assertThat(told).isEmpty();
      seconds(60);
      assertThat(told)
          .containsExactly("15 resources.exhausted memory is 3.0 GiB, at most 2.0 GiB may be used");
      assertThat(monitor.exhausted()).isNotNull();
      usage = memory(1);
      seconds(60);
      assertThat(told).hasSize(2).last().isEqualTo("85 resources.available");
      assertThat(monitor.exhausted()).isNull();
    }
  }

  @Test
  void usage_about_the_limit_changes_nothing() {
    try (ResourceMonitor monitor = start(Map.of("resource_limits", Map.of("memory", 2 * GIB)))) {
      for (int i = 0; i < 20; i++) {
        usage = memory(i % 2 == 0 ? 2.1 : 1.9);
        seconds(5);
      }
      assertThat(told).isEmpty();
      usage = memory(2.1);
      seconds(30);
      usage = memory(1.9); // within the margin of a tenth
      seconds(300);
      assertThat(told).hasSize(1);
      assertThat(monitor.exhausted()).isNotNull();
    }
  }

  @Test
  void cores_are_processor_time_per_time_and_free_space_is_a_minimum() {
    Map<String, ?> settings =
        Map.of(
            "resource_limits",
            Map.of("cpu", 2, "disk_free", "1g", "patience", "0s", "interval", "10s"));
    try (ResourceMonitor monitor = start(settings)) {
      usage = new ResourceUsage(Duration.ofSeconds(19), 0L, 0L, GIB);
      seconds(10);
      assertThat(told).isEmpty();
      usage = new ResourceUsage(Duration.ofSeconds(44), 0L, 0L, GIB);
      seconds(10);
      assertThat(told)
          .containsExactly(
              "20 resources.exhausted cpu is 2.5 cores, at most 2.0 cores may be used");
      usage = new ResourceUsage(Duration.ofSeconds(44), 0L, 0L, GIB / 2);
      seconds(10);
      usage = new ResourceUsage(Duration.ofSeconds(44), 0L, 0L, GIB);
      seconds(10);
      assertThat(told).hasSize(1); // the disk is exceeded when the processor is not any more
      usage = new ResourceUsage(Duration.ofSeconds(44), 0L, 0L, 2 * GIB);
      seconds(10);
      assertThat(told).hasSize(2).last().isEqualTo("50 resources.available");
      assertThat(monitor.unwatched()).isEmpty();
    }
  }

  @Test
  void a_reading_that_fails_keeps_the_state_and_the_watch_goes_on() {
    try (ResourceMonitor monitor =
        start(Map.of("resource_limits", Map.of("memory", "2g", "patience", "0s")))) {
      usage = memory(3);
      seconds(5);
      usage = null;
      seconds(100);
      assertThat(told).hasSize(1);
      assertThat(monitor.exhausted()).isNotNull();
      usage = memory(0);
      seconds(5);
      assertThat(told).hasSize(2);
    }
  }

  @Test
  void an_error_of_a_probe_is_a_reading_that_fails() {
    AtomicBoolean fails = new AtomicBoolean(true);
    List<String> events = new ArrayList<>();
    try (ResourceMonitor monitor =
        ResourceMonitor.start(
            () -> {
              if (fails.get()) {
                throw new StackOverflowError("in a probe");
              }
              return memory(3);
            },
            ResourceLimits.of(Map.of("resource_limits", Map.of("memory", "2g", "patience", "0s"))),
            clock,
            Runnable::run,
            event -> events.add(event.name()))) {
      seconds(10);
      assertThat(monitor.exhausted()).isNull();
      fails.set(false);
      seconds(5);
      assertThat(events).containsExactly("resources.exhausted");
    }
  }

  @Test
  void an_event_that_was_not_taken_is_reported_after_the_next_reading() {
    try (ResourceMonitor monitor =
        start(Map.of("resource_limits", Map.of("memory", "2g", "patience", "0s")))) {
      usage = memory(3);
      deaf = true;
      seconds(10);
      deaf = false;
      seconds(60);
      assertThat(told)
          .containsExactly("15 resources.exhausted memory is 3.0 GiB, at most 2.0 GiB may be used");
      assertThat(monitor.exhausted()).isNotNull();
    }
  }

  @Test
  void an_event_that_is_repeated_after_a_failure_is_handled_once_by_each_instance()
      throws IOException {
    Path chart =
        Files.writeString(
            folder.resolve("limited.yaml"),
            """
            chart: limited
            data: { n: 0 }
            states:
              working: { on: { resources.exhausted: { do: [ { assign: { n: data.n + 1 } } ] } } }
            """);
    deaf = true;
    try (Statute statute = Statute.load(chart);
        Engine engine = statute.engine().clock(clock).sameThread().build()) {
      engine.spawn("first", "limited").join();
      engine.spawn("second", "limited").join();
      ResourceMonitor monitor =
          ResourceMonitor.start(
              () -> memory(3),
              ResourceLimits.of(
                  Map.of("resource_limits", Map.of("memory", "2g", "patience", "0s"))),
              clock,
              Runnable::run,
              event -> {
                ResourceMonitor.send(engine.instance("first"), event);
                if (deaf) {
                  throw new IllegalStateException("the second cannot be reached");
                }
                ResourceMonitor.send(engine.instance("second"), event);
              });
      deaf = false;
      seconds(5);
      monitor.close();
      assertThat(engine.instance("first").snapshot().data()).isEqualTo(Map.of("n", 1L));
      assertThat(engine.instance("second").snapshot().data()).isEqualTo(Map.of("n", 1L));
    }
  }

  @Test
  void what_the_system_does_not_tell_is_named() {
    try (ResourceMonitor monitor =
        start(Map.of("resource_limits", Map.of("memory", "2g", "cpu", 1)))) {
      usage = new ResourceUsage(Duration.ZERO, null, null, GIB);
      seconds(5);
      assertThat(monitor.unwatched()).containsExactly("memory");
    }
  }

  @Test
  void without_limits_or_after_the_end_nothing_is_read() {
    start(Map.of()).close();
    seconds(60);
    assertThat(reads).isZero();
    ResourceMonitor monitor = start(Map.of("resource_limits", Map.of("cpu", 1)));
    monitor.close();
    seconds(60);
    assertThat(reads).isEqualTo(1);
  }

  @Test
  void settings_without_meaning_are_refused_by_name() {
    assertRefused(Map.of("resource_limits", Map.of("memori", 1)), "did you mean 'memory'?");
    assertRefused(Map.of("resource_limits", Map.of("memory", "much")), "resource_limits.memory");
    assertRefused(Map.of("resource_limits", Map.of("cpu", 0)), "resource_limits.cpu is 0");
    assertRefused(Map.of("resource_limits", "1g"), "expected a map");
    assertRefused(Map.of("resource_limits", Map.of("interval", "0s")), "must be longer");
    assertRefused(
        Map.of("resource_limits", Map.of("patience", 5)), "resource_limits.patience is 5");
    assertRefused(Map.of("resource_limits", Map.of("margin", 1)), "resource_limits.margin");
  }

  private static void assertRefused(Map<String, ?> settings, String part) {
    assertThatThrownBy(() -> ResourceLimits.of(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(part);
  }
}
