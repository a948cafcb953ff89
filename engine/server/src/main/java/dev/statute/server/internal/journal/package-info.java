/**
 * Decision logs of instances: one file per life of an instance, in the form that {@code statute
 * explain} and {@code statute replay} read.
 */
@org.jspecify.annotations.NullMarked
package dev.statute.server.internal.journal;
