package dev.statute.spring.test;

import dev.statute.spring.StatuteHandler;
import dev.statute.spring.StatuteListener;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/** Filter that excludes components without handlers and listeners. */
class HandlerTypeFilter extends TypeExcludeFilter {
  @Override
  public boolean match(MetadataReader reader, MetadataReaderFactory factory) {
    AnnotationMetadata metadata = reader.getAnnotationMetadata();
    return !metadata.hasAnnotatedMethods(StatuteHandler.class.getName())
        && !metadata.hasAnnotatedMethods(StatuteListener.class.getName());
  }

  @Override
  @SuppressWarnings(
      "EqualsGetClass") // all filters of one type are equal: contexts are cached by it
  public boolean equals(@Nullable Object other) {
    return other != null && other.getClass() == getClass();
  }

  @Override
  public int hashCode() {
    return getClass().hashCode();
  }
}
