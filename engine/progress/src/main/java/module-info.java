import dev.statute.policy.spi.ProgressTrackerFactory;
import dev.statute.progress.StandardTrackerFactory;

/** Counters and windows over the records of an agent. */
module dev.statute.progress {
  requires transitive dev.statute.core;
  requires static org.jspecify;

  exports dev.statute.progress;

  provides ProgressTrackerFactory with
      StandardTrackerFactory;
}
