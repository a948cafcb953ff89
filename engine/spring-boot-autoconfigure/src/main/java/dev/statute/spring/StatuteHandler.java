package dev.statute.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Method of a bean that handles {@code call: NAME} and {@code invoke: {task: NAME}} of charts. A
 * parameter is the {@link dev.statute.runtime.Call}, or the argument of its name, converted as
 * properties are; an argument that is missing is null, or an error for a primitive type. The result
 * is a {@link dev.statute.runtime.Reply}, a stage of one, or the value of one. The bean is created
 * before the first call, at the latest.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface StatuteHandler {
  /** Name of the call. */
  String value();
}
