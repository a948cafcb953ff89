package dev.statute.step.internal.scope;

/**
 * Slots of the variables of a chart's expressions. {@link ExpressionEnvironments} assigns them, the
 * same in every place of a chart. Variables of single places, {@code value} in a field's check and
 * those of an {@code each}, start at {@link #FIRST_FREE}.
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

  /** First slot of variables of single places; the slot of {@code value} in a check. */
  public static final int FIRST_FREE = 9;

  private VariableSlots() {}
}
