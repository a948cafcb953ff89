/** Engines in Spring Boot applications: configuration, handlers, listeners, actuator. */
@NullMarked
package dev.statute.spring;

import org.jspecify.annotations.NullMarked;
