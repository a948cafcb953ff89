/** Test slice with a manual clock. */
@NullMarked
package dev.statute.spring.test;

import org.jspecify.annotations.NullMarked;
