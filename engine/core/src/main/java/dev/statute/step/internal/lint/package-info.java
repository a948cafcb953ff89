/** Lints of charts: legal constructs that are rarely intended (warnings, C8xx). */
@NullMarked
package dev.statute.step.internal.lint;

import org.jspecify.annotations.NullMarked;
