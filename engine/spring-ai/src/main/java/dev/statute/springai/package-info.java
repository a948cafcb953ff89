/** Guard of tools in Spring AI. */
@NullMarked
package dev.statute.springai;

import org.jspecify.annotations.NullMarked;
