package dev.statute.house;

import static dev.statute.house.HouseClasses.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Circles of classes, long signatures and public types, against the ceilings of the house. */
class DesignTest {
  private static final int MANY_PARAMETERS = 8;

  @Test
  void classes_have_small_circles() {
    ClassGraph graph = new ClassGraph(ALL);
    List<List<String>> circles = graph.circles();
    int inCircles = circles.stream().mapToInt(List::size).sum();
    HouseLimits.check(
        "largest-circle", circles.isEmpty() ? 0 : circles.get(0).size(), circles.toString());
    HouseLimits.check(
        "types-in-circles-per-mille",
        1000 * inCircles / Math.max(1, graph.size()),
        inCircles + " of " + graph.size() + ": " + circles);
  }

  @Test
  void a_circle_is_found_through_type_arguments_and_nested_types() {
    assertThat(
            new ClassGraph(
                    new ClassFileImporter()
                        .importClasses(CircleHead.Part.class, CircleHead.class, CircleTail.class))
                .circles())
        .containsExactly(List.of(CircleHead.class.getName(), CircleTail.class.getName()));
  }

  @Test
  void few_signatures_have_eight_parameters_or_more() {
    Set<String> found = new TreeSet<>();
    for (JavaClass type : ALL) {
      for (JavaCodeUnit unit : type.getCodeUnits()) {
        if (unit.getRawParameterTypes().size() >= MANY_PARAMETERS
            && !unit.getModifiers().contains(JavaModifier.SYNTHETIC)) {
          found.add(unit.getFullName());
        }
      }
    }
    HouseLimits.check("long-signatures", found.size(), String.join("\n", found));
  }

  @Test
  void few_types_are_public_to_all() {
    Set<String> all = new TreeSet<>();
    Set<String> core = new TreeSet<>();
    for (JavaClass type : ALL) {
      if (HouseClasses.isExposed(type) && HouseClasses.isTopLevel(type)) {
        all.add(type.getName());
        if (HouseClasses.module(type).equals("core")) {
          core.add(type.getName());
        }
      }
    }
    HouseLimits.check("public-types", all.size(), all.toString());
    HouseLimits.check("public-types-core", core.size(), core.toString());
  }
}

/** Names the tail in a nested type. */
interface CircleHead {
  interface Part {
    CircleTail next();
  }
}

/** Names the head as an argument of a type. */
interface CircleTail {
  List<CircleHead[]> all();
}
