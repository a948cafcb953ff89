/** Scan of many recorded sessions: findings, evidence, tables and the HTML page. */
@NullMarked
package dev.statute.cli.internal.scan;

import org.jspecify.annotations.NullMarked;
