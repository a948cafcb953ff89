/** Translation of ECMAScript expressions to CEL. */
@NullMarked
package dev.statute.scxml.internal.script;

import org.jspecify.annotations.NullMarked;
