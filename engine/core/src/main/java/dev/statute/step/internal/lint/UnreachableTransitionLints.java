package dev.statute.step.internal.lint;

import dev.statute.chart.EventDescriptor;
import dev.statute.chart.MoveDefinition;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.Always;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.chart.internal.StateContents;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SourceText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lints of unreachable alternatives: an earlier one of the same state always wins by its descriptor
 * C804, or by a condition that is always true or implied C806; and moves listed twice C815.
 */
final class UnreachableTransitionLints {
  private final ProblemCollector problems;

  private UnreachableTransitionLints(ProblemCollector problems) {
    this.problems = problems;
  }

  static void check(StateContents parts, ProblemCollector problems) {
    UnreachableTransitionLints lints = new UnreachableTransitionLints(problems);
    for (int state = 0; state < parts.index().size(); state++) {
      List<TransitionDefinition> all = parts.transitions(state);
      for (int later = 1; later < all.size(); later++) {
        lints.check(all.get(later), all.subList(0, later));
      }
      lints.checkMoves(parts, parts.moves(state));
    }
  }

  private void check(TransitionDefinition later, List<TransitionDefinition> earlier) {
    if (later.trigger() instanceof OnEvent on) {
      for (SourceText descriptor : on.descriptors()) {
        earlier.stream()
            .filter(t -> shadows(t, later) && findCovering(t, descriptor) != null)
            .findFirst()
            .ifPresent(t -> reportEvent(later, descriptor, t));
      }
    } else if (later.trigger() instanceof Always) {
      earlier.stream()
          .filter(t -> t.trigger() instanceof Always && shadows(t, later))
          .findFirst()
          .ifPresent(t -> reportNever("C806", later, "this is never taken", t));
    }
  }

  private void reportEvent(
      TransitionDefinition later, SourceText descriptor, TransitionDefinition earlier) {
    SourceText broad = findCovering(earlier, descriptor);
    boolean same = broad == null || broad.value().equals(descriptor.value());
    if (same) {
      reportNever("C806", later, "'" + descriptor + "' never gets here", earlier);
    } else {
      reportNever(
          "C804",
          later,
          "'" + descriptor + "' never gets here: '" + broad + "' hears it first",
          earlier);
    }
  }

  private void reportNever(
      String code, TransitionDefinition later, String message, TransitionDefinition earlier) {
    boolean sameCondition = !StateContents.isUnconditional(earlier.when(), earlier.guard());
    SourceText at = later.when() != null && sameCondition ? later.when() : null;
    String place = earlier.place().relativeTo(later.place());
    String why =
        sameCondition
            ? ", as the transition at " + place + " has the same condition"
            : ", as the transition at " + place + " has no condition";
    String fix = "alternatives are tried in order: put the special one first";
    if (at != null) {
      problems.warning(code, at, message + why, fix);
    } else {
      problems.add(Problem.warning(code, later.place(), message + why, fix));
    }
  }

  /** Returns whether the earlier transition is enabled whenever the later one is. */
  private static boolean shadows(TransitionDefinition earlier, TransitionDefinition later) {
    if (StateContents.isUnconditional(earlier.when(), earlier.guard())) {
      return true;
    }
    return earlier.guard() == null && isSameCondition(earlier.when(), later.when());
  }

  private static boolean isSameCondition(@Nullable SourceText one, @Nullable SourceText other) {
    return one != null && other != null && one.value().strip().equals(other.value().strip());
  }

  private static @Nullable SourceText findCovering(
      TransitionDefinition earlier, SourceText descriptor) {
    if (earlier.trigger() instanceof OnEvent on) {
      for (SourceText broad : on.descriptors()) {
        if (EventDescriptor.covers(broad.value(), descriptor.value())) {
          return broad;
        }
      }
    }
    return null;
  }

  private void checkMoves(StateContents parts, List<MoveDefinition> moves) {
    for (int later = 1; later < moves.size(); later++) {
      MoveDefinition move = moves.get(later);
      int target = parts.index().resolve(move.to().value());
      moves.subList(0, later).stream()
          .filter(earlier -> parts.index().resolve(earlier.to().value()) == target)
          .filter(earlier -> StateContents.isUnconditional(earlier.when(), earlier.guard()))
          .map(MoveDefinition::place)
          .findFirst()
          .ifPresent(place -> reportDuplicate(move, place));
    }
  }

  private void reportDuplicate(MoveDefinition move, Place first) {
    problems.warning(
        "C815",
        move.to(),
        "the move to '"
            + move.to()
            + "' is listed a second time, first at "
            + first.relativeTo(move.place()),
        "remove one of them");
  }
}
