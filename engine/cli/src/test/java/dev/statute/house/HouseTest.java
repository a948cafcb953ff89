package dev.statute.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The rules of the house that a compiler cannot check: who may know whom, and how much of it is
 * public.
 */
class HouseTest {
  private static final String CORE_PACKAGES =
      "problem|expr|chart|chart\\.check|policy|progress|step|analysis";
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.statute");

  @Test
  void the_core_knows_nobody_but_linear_regular_expressions() {
    noClasses()
        .that(areCore())
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "java..",
            "org.jspecify..",
            "com.google.re2j..",
            "dev.statute.problem..",
            "dev.statute.expr..",
            "dev.statute.chart..",
            "dev.statute.policy..",
            "dev.statute.progress..",
            "dev.statute.step..",
            "dev.statute.analysis..")
        .check(ALL);
  }

  @Test
  void the_core_has_no_clock_no_randomness_no_io_and_no_threads() {
    noClasses()
        .that(areCore())
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
        .check(ALL);
  }

  @Test
  void drools_is_known_in_one_module_only() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.statute.drools..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.drools..", "org.kie..")
        .check(ALL);
  }

  @Test
  void snakeyaml_is_known_in_one_module_and_jackson_where_json_is_read() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.statute.yaml..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.yaml..")
        .check(ALL);
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.statute.json..", "dev.statute.logs..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.fasterxml..")
        .check(ALL);
  }

  @Test
  void the_layout_kernel_is_known_where_pictures_are_drawn() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.statute.render..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.eclipse.elk..", "org.eclipse.emf..")
        .check(ALL);
  }

  @Test
  void nats_is_known_to_nobody_who_does_not_ask_for_it() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.statute.nats..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.statute.nats..", "io.nats..")
        .check(ALL);
  }

  @Test
  void no_adapter_knows_the_command_line() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.statute.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.statute.cli..")
        .check(ALL);
  }

  @Test
  void packages_depend_on_each_other_without_circles() {
    slices().matching("dev.statute.(*)..").should().beFreeOfCycles().check(ALL);
  }

  @Test
  void nobody_names_a_class_after_nothing() {
    classes()
        .should()
        .haveNameNotMatching(".*(Manager|Util|Utils|Helper|Common|Impl|Abstract[A-Z]\\w*)")
        .check(ALL);
  }

  @Test
  void the_public_surface_stays_small() {
    Map<String, List<String>> surface =
        ALL.stream()
            .filter(HouseTest::isSurface)
            .collect(
                Collectors.groupingBy(
                    type -> module(type),
                    TreeMap::new,
                    Collectors.mapping(JavaClass::getName, Collectors.toList())));
    int all = surface.values().stream().mapToInt(List::size).sum();
    assertThat(surface.getOrDefault("core", List.of()))
        .as("public types of the core; surface: %s", surface)
        .hasSizeLessThanOrEqualTo(125);
    assertThat(all).as("public types in all; surface: %s", surface).isLessThanOrEqualTo(220);
  }

  private static boolean isSurface(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && !type.isNestedClass()
        && !type.getSimpleName().equals("package-info")
        && !type.getPackageName().contains(".internal");
  }

  private static String module(JavaClass type) {
    String rest = type.getPackageName().substring("dev.statute.".length());
    return rest.matches("(" + CORE_PACKAGES + ")(\\..*)?") ? "core" : rest.split("\\.", -1)[0];
  }

  private static com.tngtech.archunit.base.DescribedPredicate<JavaClass> areCore() {
    return com.tngtech.archunit.base.DescribedPredicate.describe(
        "are core",
        type -> !type.getPackageName().equals("dev.statute") && module(type).equals("core"));
  }
}
