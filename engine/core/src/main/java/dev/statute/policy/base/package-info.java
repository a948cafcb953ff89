/** Types that facts and verdicts are made of. Rules use their members, but do not name them. */
@org.jspecify.annotations.NullMarked
package dev.statute.policy.base;
