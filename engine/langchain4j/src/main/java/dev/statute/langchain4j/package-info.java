/** Guard of tools in LangChain4j. */
@NullMarked
package dev.statute.langchain4j;

import org.jspecify.annotations.NullMarked;
