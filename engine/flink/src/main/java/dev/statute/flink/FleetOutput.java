package dev.statute.flink;

import java.io.Serializable;

/**
 * Output line of one instance of a fleet.
 *
 * @param instance id of the instance; empty for a problem of a rules update
 * @param sequence number of the instance's committed steps
 * @param position position among the outputs of one step, for deduplication with the two others
 * @param kind kind of the outcome or of the effect, pattern of the finding, or code of the problem
 * @param text one line of JSON; of a problem, its text
 */
public record FleetOutput(String instance, long sequence, int position, String kind, String text)
    implements Serializable {}
