package dev.statute.step;

/**
 * An event of a chart, looked up once: what a host that sends the same ones again and again gives
 * to {@link LiveInstance} instead of their names. Made by {@link Chart#event}. Immutable,
 * thread-safe.
 */
public final class EventHandle {
  private final Chart chart;
  private final String name;
  private final int eventId;

  EventHandle(Chart chart, String name) {
    this.chart = chart;
    this.name = name;
    eventId = chart.model().eventIds().exact(name);
  }

  /** The chart it belongs to. */
  public Chart chart() {
    return chart;
  }

  public String name() {
    return name;
  }

  /** Its number, for the interpreter; negative where the chart does not name it as it stands. */
  int eventId() {
    return eventId;
  }

  @Override
  public String toString() {
    return name;
  }
}
