package dev.statute.spring.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Test of charts with their handlers: the engine in memory, with a {@link
 * dev.statute.runtime.ManualClock} as a bean. All that an event causes has happened when its future
 * is asked. Of the application's components those are created that handle calls or listen; others
 * are imported by the test.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(SpringExtension.class)
@BootstrapWith(SliceBootstrapper.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(HandlerTypeFilter.class)
@ImportAutoConfiguration
@Import(ManualTimeConfiguration.class)
public @interface StatuteTest {
  /** Properties {@code name=value} that are added before the test. */
  String[] properties() default {};
}
