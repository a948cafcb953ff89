/** Structure rules of charts (errors, C3xx). */
@NullMarked
package dev.statute.step.internal.rules;

import org.jspecify.annotations.NullMarked;
