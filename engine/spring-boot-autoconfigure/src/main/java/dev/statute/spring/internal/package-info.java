/** Contents of the beans. */
@NullMarked
package dev.statute.spring.internal;

import org.jspecify.annotations.NullMarked;
