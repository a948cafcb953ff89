package dev.statute.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.statute.house.HouseClasses.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Allowed dependencies between modules, packages and libraries. */
class HouseTest {
  private static final Set<String> PURE = Set.of("core", "progress", "analysis");

  @Test
  void the_core_depends_on_linear_regular_expressions_only() {
    noClasses()
        .that(are("pure", type -> PURE.contains(HouseClasses.module(type))))
        .should()
        .dependOnClassesThat(
            are(
                "outside of the core",
                type ->
                    !type.getPackageName().startsWith("java")
                        && !type.getPackageName().startsWith("org.jspecify")
                        && !type.getPackageName().startsWith("com.google.re2j")
                        && !(type.getPackageName().startsWith("dev.statute")
                            && PURE.contains(HouseClasses.module(type.getBaseComponentType())))))
        .allowEmptyShould(true)
        .check(ALL);
  }

  @Test
  void the_core_has_no_clock_no_randomness_no_io_and_no_threads() {
    noClasses()
        .that(are("pure", type -> PURE.contains(HouseClasses.module(type))))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio.file..", "java.net..", "java.util.logging..")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(java.util.Random.class, Thread.class, java.time.Clock.class)
        .allowEmptyShould(true)
        .check(ALL);
  }

  @Test
  void libraries_are_used_in_their_own_modules_only() {
    only("dev.statute.drools", "org.drools", "org.kie");
    only("dev.statute.yaml", "org.yaml");
    only("dev.statute.render", "org.eclipse.elk", "org.eclipse.emf");
    only("dev.statute.telemetry", "io.opentelemetry", "com.google.protobuf");
    only(List.of("dev.statute.telemetry", "dev.statute.spring"), "io.micrometer");
    only(List.of("dev.statute.spring", "dev.statute.springai"), "org.springframework");
    only("dev.statute.springai", "org.springframework.ai", "reactor");
    only(List.of("dev.statute.langchain4j", "dev.statute.bench"), "dev.langchain4j");
    only("dev.statute.nats", "dev.statute.nats", "io.nats");
    only("dev.statute.jdbc", "org.sqlite", "org.flywaydb", "org.postgresql");
    only(List.of("dev.statute.testkit", "dev.statute.spring.test"), "org.junit", "org.opentest4j");
    only("dev.statute.cli", "dev.statute.cli", "picocli");
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.statute.json..", "dev.statute.logs..", "dev.statute.guard..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.fasterxml..")
        .allowEmptyShould(true)
        .check(ALL);
  }

  private static void only(String user, String... libraries) {
    only(List.of(user), libraries);
  }

  private static void only(List<String> users, String... libraries) {
    noClasses()
        .that()
        .resideOutsideOfPackages(users.stream().map(user -> user + "..").toArray(String[]::new))
        .should()
        .dependOnClassesThat(
            are(
                "of " + String.join(", ", libraries),
                type ->
                    List.of(libraries).stream()
                        .anyMatch(
                            library -> (type.getPackageName() + ".").startsWith(library + "."))))
        .allowEmptyShould(true)
        .check(ALL);
  }

  @Test
  void packages_with_their_internals_have_no_cycles() {
    slices()
        .assignedFrom(by("package", HouseTest::slice))
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(ALL);
  }

  private static String slice(JavaClass type) {
    return HouseClasses.owner(type.getPackageName());
  }

  @Test
  void internal_packages_have_no_cycles() {
    slices()
        .assignedFrom(
            by(
                "internal package",
                type ->
                    HouseClasses.isInternal(type.getPackageName()) ? type.getPackageName() : ""))
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(ALL);
  }

  /**
   * Internal packages that a module exports by name to the user are no exception. The listed ones
   * are removed with the import; a line without one fails the test too.
   */
  @Test
  void internal_packages_of_other_modules_are_not_used() {
    Set<String> found =
        ALL.stream()
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .filter(HouseTest::isForeignInternal)
            .map(
                use ->
                    HouseClasses.outermost(use.getOriginClass()).getName()
                        + " -> "
                        + target(use).getPackageName())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(found)
        .containsExactlyElementsOf(new TreeSet<>(HouseLimits.lines("foreign-internals.txt")));
  }

  private static boolean isForeignInternal(Dependency use) {
    JavaClass target = target(use);
    return HouseClasses.isOurs(target)
        && !target.getSource().isEmpty()
        && HouseClasses.isInternal(target.getPackageName())
        && !HouseClasses.module(use.getOriginClass()).equals(HouseClasses.module(target))
        && !HouseClasses.isExportedTo(target, use.getOriginClass());
  }

  private static JavaClass target(Dependency use) {
    return use.getTargetClass().getBaseComponentType();
  }

  private static DescribedPredicate<JavaClass> are(
      String what, java.util.function.Predicate<JavaClass> test) {
    return DescribedPredicate.describe("are " + what, test);
  }

  private static SliceAssignment by(String what, Function<JavaClass, String> name) {
    return new SliceAssignment() {
      @Override
      public String getDescription() {
        return "each " + what;
      }

      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        String slice = name.apply(type);
        return slice.isEmpty() ? SliceIdentifier.ignore() : SliceIdentifier.of(slice);
      }
    };
  }
}
