package dev.statute.policy.spi;

/** Where a pack was found; a later layer outvotes an earlier one. */
public enum Layer {
  /** Shipped: the class path, or the {@code rules/} path. */
  BASE,
  /** Beside the chart. */
  CHART,
  /** Named on the command line or configured by the host. */
  TEAM
}
