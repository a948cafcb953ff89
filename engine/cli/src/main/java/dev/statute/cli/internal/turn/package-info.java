/** Workers of a store and commands on agent turns. */
@NullMarked
package dev.statute.cli.internal.turn;

import org.jspecify.annotations.NullMarked;
