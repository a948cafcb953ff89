/** Reports of problems and test results: text, JSON, GitHub annotations, SARIF and JUnit XML. */
@NullMarked
package dev.statute.cli.internal.report;

import org.jspecify.annotations.NullMarked;
