package dev.statute.policy.spi;

import java.util.ServiceLoader;

/** Lazy holder of the implementation found by the service loader. */
final class InstalledTrackerFactory {
  static final ProgressTrackerFactory INSTANCE =
      ServiceLoader.load(
              ProgressTrackerFactory.class, ProgressTrackerFactory.class.getClassLoader())
          .findFirst()
          .orElseGet(MissingTracker::new);

  private InstalledTrackerFactory() {}
}
