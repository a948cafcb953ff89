/** State of a claimed instance and the result of a step before it is committed. */
@NullMarked
package dev.statute.runtime.internal.commit;

import org.jspecify.annotations.NullMarked;
