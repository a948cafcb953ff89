package dev.statute.policy.spi;

/** Origin of a pack; a later layer outvotes an earlier one. */
public enum Layer {
  /** Built-in: on the class path or the {@code rules/} path. */
  BASE,
  /** Next to the chart. */
  CHART,
  /** On the command line or configured by the host. */
  TEAM
}
