package dev.statute.policy.spi;

import java.util.ServiceLoader;

/** Holder of the implementation that the service loader finds, looked up once. */
final class InstalledTrackerFactory {
  static final ProgressTrackerFactory INSTANCE =
      ServiceLoader.load(
              ProgressTrackerFactory.class, ProgressTrackerFactory.class.getClassLoader())
          .findFirst()
          .orElseGet(MissingTracker::new);

  private InstalledTrackerFactory() {}
}
