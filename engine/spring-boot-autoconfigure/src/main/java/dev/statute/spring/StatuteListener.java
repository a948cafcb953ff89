package dev.statute.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Method of a bean that receives an {@code emit} of charts. Its parameters are any of the
 * instance's id ({@code String}) and the data ({@code Map}). It runs after the commit, on the
 * thread of the instance, and must return quickly; an exception is logged. Beans of type {@link
 * dev.statute.runtime.Listener} receive everything.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface StatuteListener {
  /** Type of the emitted event. */
  String value();
}
