package dev.statute.spring.test;

import org.springframework.boot.test.autoconfigure.TestSliceTestContextBootstrapper;

/** Bootstrapper that reads the properties of {@link StatuteTest}. */
class SliceBootstrapper extends TestSliceTestContextBootstrapper<StatuteTest> {}
