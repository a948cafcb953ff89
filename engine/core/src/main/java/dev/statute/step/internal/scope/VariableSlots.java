package dev.statute.step.internal.scope;

/**
 * Where a scope must keep what the expressions of a chart name: the slots that {@link
 * ExpressionEnvironments} gives out, the same in every place of a chart. What a place adds of its
 * own, {@code value} in a field's check and the names of an {@code each}, comes from {@link
 * #FIRST_FREE} on.
 */
public final class VariableSlots {
  public static final int DATA = 0;
  public static final int EVENT = 1;
  public static final int EVENT_NAME = 2;
  public static final int PROGRESS = 3;
  public static final int FIELDS = 4;
  public static final int SETTINGS = 5;
  public static final int INSTANCE = 6;
  public static final int NOW = 7;
  public static final int EVENT_META = 8;

  /** The first slot that no variable of the whole chart has; of {@code value} in a check. */
  public static final int FIRST_FREE = 9;

  private VariableSlots() {}
}
