package dev.statute.step;

/**
 * Value of the host in a snapshot, which the interpreter only carries: rules and expressions read
 * it as {@code instance.epoch} and {@code instance.turn}. A host that lets several workers act for
 * an instance raises the number with each change of the holder. Immutable.
 *
 * @param number fencing number
 * @param holder id of what holds the instance; empty if nothing does
 */
public record HostFence(long number, String holder) {
  /** Absent value. */
  public static final HostFence NONE = new HostFence(0, "");
}
