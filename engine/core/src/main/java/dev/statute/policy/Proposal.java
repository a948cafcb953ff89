package dev.statute.policy;

import dev.statute.policy.base.Values;
import dev.statute.policy.base.internal.NullFreeList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A transition or move that an instance is about to take. Equality is identity. Immutable. */
public abstract sealed class Proposal permits Transition, Candidate {
  private final Description description;

  Proposal(Description description) {
    this.description = description;
  }

  /**
   * Values of a proposal.
   *
   * @param progress computes the counters, which most rules do not read
   * @param leaves whether taking it leaves that state
   * @param enters whether taking it enters that state
   * @param action computes the key of the described call
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
      Supplier<Progress> progress,
      Settings settings,
      Predicate<String> leaves,
      Predicate<String> enters,
      Supplier<String> action) {
    /** Creates the description of a proposal with a payload that is not a tool call. */
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
        Supplier<Progress> progress,
        Settings settings,
        Predicate<String> leaves,
        Predicate<String> enters) {
      this(
          chart, from, to, targets, source, event, kind, listed, guard, tags, payload, instance,
          progress, settings, leaves, enters, () -> "");
    }
  }

  /** Name of the chart. */
  public String chart() {
    return description.chart;
  }

  /** First active atomic state for which it was selected. */
  public String from() {
    return description.from;
  }

  /** First target, with a history state resolved; null if it has no target. */
  public @Nullable String to() {
    return description.to;
  }

  /** Ids of the targets. */
  public List<String> targets() {
    return new NullFreeList<>(description.targets);
  }

  /** State in which it is written; for the chart itself, the chart's name. */
  public String source() {
    return description.source;
  }

  /** Name of the event; empty if it needs none, and for a move. */
  public String event() {
    return description.event;
  }

  /** Trigger: {@code event}, {@code move}, {@code timer} or {@code internal}. */
  public String kind() {
    return description.kind;
  }

  /** True if the chart lists it; false only for a move that is not under {@code moves}. */
  public boolean listed() {
    return description.listed;
  }

  /** Name of the permission that it needs, or empty. */
  public String guard() {
    return description.guard;
  }

  /** Tags of the active states that it leaves and of its targets. */
  public List<String> tags() {
    return new NullFreeList<>(description.tags);
  }

  /** Payload of the event. */
  public Values payload() {
    return description.payload;
  }

  /** Its instance, before the step. */
  public Instance instance() {
    return description.instance;
  }

  /** Counters after the last record. */
  public Progress progress() {
    return description.progress.get();
  }

  /** Effective settings. */
  public Settings settings() {
    return description.settings;
  }

  /**
   * Key of the tool call that the payload describes, equal to {@code progress.action} after that
   * call; empty if the payload describes none.
   */
  public String action() {
    return description.action.get();
  }

  /** True if the step leaves this state, directly or with an ancestor or descendant. */
  public boolean leaves(String state) {
    return description.leaves.test(state);
  }

  /** True if the step enters this state, as a target or on the way to one. */
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
