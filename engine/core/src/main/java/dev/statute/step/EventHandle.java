package dev.statute.step;

/**
 * Event of a chart with its name looked up once. A host that often sends the same event gives the
 * handle to {@link LiveInstance} instead of the name. Created by {@link Chart#event}. Immutable,
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

  /** Returns the chart of the event. */
  public Chart chart() {
    return chart;
  }

  public String name() {
    return name;
  }

  /** Returns the event's number; negative if the chart does not name exactly this event. */
  int eventId() {
    return eventId;
  }

  @Override
  public String toString() {
    return name;
  }
}
