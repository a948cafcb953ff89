package dev.statute.policy;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something an instance is about to do, as rules see it. Equality is identity. Immutable.
 *
 * <p>{@code from} is the first active atomic state for which it was selected, {@code source} the
 * state it is written on (the chart's name for the root), {@code to} the first target with a
 * history resolved, or null.
 */
public abstract sealed class Proposal permits Transition, Candidate {
  private final Description description;

  Proposal(Description description) {
    this.description = description;
  }

  /**
   * The fields of a proposal.
   *
   * @param kind {@code event}, {@code move}, {@code timer} or {@code internal}
   * @param event name of the event; empty where there is none
   * @param listed whether the chart lists it (a move may not be)
   * @param guard name of the permission it needs, or empty
   * @param leaves whether taking it leaves that state
   * @param enters whether taking it enters that state
   * @param action see {@link Proposal#action()}
   */
  public record Description(
      String chart,
      String from,
      @Nullable String to,
      List<String> targets,
      String source,
      String event,
      String kind,
      boolean listed,
      String guard,
      List<String> tags,
      Values payload,
      Instance instance,
      Progress progress,
      Settings settings,
      Predicate<String> leaves,
      Predicate<String> enters,
      Supplier<String> action) {
    /** What is no call of a tool. */
    public Description(
        String chart,
        String from,
        @Nullable String to,
        List<String> targets,
        String source,
        String event,
        String kind,
        boolean listed,
        String guard,
        List<String> tags,
        Values payload,
        Instance instance,
        Progress progress,
        Settings settings,
        Predicate<String> leaves,
        Predicate<String> enters) {
      this(
          chart, from, to, targets, source, event, kind, listed, guard, tags, payload, instance,
          progress, settings, leaves, enters, () -> "");
    }
  }

  public String chart() {
    return description.chart;
  }

  public String from() {
    return description.from;
  }

  public @Nullable String to() {
    return description.to;
  }

  public List<String> targets() {
    return new NullFreeList<>(description.targets);
  }

  public String source() {
    return description.source;
  }

  public String event() {
    return description.event;
  }

  public String kind() {
    return description.kind;
  }

  public boolean listed() {
    return description.listed;
  }

  public String guard() {
    return description.guard;
  }

  /** Tags of the active states it would leave and of its targets. */
  public List<String> tags() {
    return new NullFreeList<>(description.tags);
  }

  public Values payload() {
    return description.payload;
  }

  public Instance instance() {
    return description.instance;
  }

  public Progress progress() {
    return description.progress;
  }

  public Settings settings() {
    return description.settings;
  }

  /**
   * Where the payload describes a call of a tool, as a record does: the key that {@code
   * progress.action} has after the record of this call; else empty.
   */
  public String action() {
    return description.action.get();
  }

  /** Whether it leaves this state, be it through its source or an ancestor or descendant of it. */
  public boolean leaves(String state) {
    return description.leaves.test(state);
  }

  /** Whether it enters this state, be it as a target or on the way. */
  public boolean enters(String state) {
    return description.enters.test(state);
  }

  @Override
  public String toString() {
    return getClass().getSimpleName()
        + "("
        + kind()
        + " "
        + event()
        + ": "
        + from()
        + " -> "
        + to()
        + ")";
  }
}
