package dev.statute.telemetry;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reading of resources. A part that the system does not tell is null.
 *
 * @param cpuTime processor time used since the processes began, over all cores
 * @param memory resident memory in bytes
 * @param memoryFree memory of the machine that is available, in bytes
 * @param diskFree usable space of the file system, in bytes
 */
public record ResourceUsage(
    @Nullable Duration cpuTime,
    @Nullable Long memory,
    @Nullable Long memoryFree,
    @Nullable Long diskFree) {}
