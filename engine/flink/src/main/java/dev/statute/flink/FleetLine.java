package dev.statute.flink;

import java.io.Serializable;

/**
 * Input line of one instance of a fleet.
 *
 * @param instance id of the instance, the key of the stream
 * @param chart name of the chart with which an instance starts that does not exist yet
 * @param text one line of JSON, as {@code statute run --events} reads it
 */
public record FleetLine(String instance, String chart, String text) implements Serializable {}
