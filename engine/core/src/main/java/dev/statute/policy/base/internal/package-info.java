/** Lists of facts. */
@org.jspecify.annotations.NullMarked
package dev.statute.policy.base.internal;
