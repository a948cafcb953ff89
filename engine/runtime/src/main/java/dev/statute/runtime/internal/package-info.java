/** How the runtime works inside; nothing here is for hosts. */
@org.jspecify.annotations.NullMarked
package dev.statute.runtime.internal;
