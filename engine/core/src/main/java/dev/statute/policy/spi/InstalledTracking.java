package dev.statute.policy.spi;

import java.util.ServiceLoader;

/** Holder of the implementation that the service loader finds, looked up once. */
final class InstalledTracking {
  static final ProgressTracking INSTANCE =
      ServiceLoader.load(ProgressTracking.class, ProgressTracking.class.getClassLoader())
          .findFirst()
          .orElseGet(MissingTracking::new);

  private InstalledTracking() {}
}
