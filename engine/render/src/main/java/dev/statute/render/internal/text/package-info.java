/** Diagrams as text: Graphviz DOT, Mermaid and PlantUML. */
@NullMarked
package dev.statute.render.internal.text;

import org.jspecify.annotations.NullMarked;
