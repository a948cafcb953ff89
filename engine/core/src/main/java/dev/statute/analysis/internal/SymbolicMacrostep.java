package dev.statute.analysis.internal;

import dev.statute.analysis.PolicyApproximation;
import dev.statute.step.internal.model.CompiledChart;
import dev.statute.step.internal.model.CompiledCondition;
import dev.statute.step.internal.model.CompiledTransition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All that one input can lead to from one position: a search through the places between microsteps,
 * each looked at once, so that conditions multiply within a microstep only and a circle ends the
 * search. What leads to no valid rest is undone by the interpreter, and counts for nothing here.
 */
final class SymbolicMacrostep {
  /** More raised events than this at one time are taken for an avalanche. */
  private static final int QUEUE = 16;

  private final CompiledChart model;
  private final RaisedEvents script;
  private final StaticConditions knowledge;
  private final PolicyApproximation foresight;
  private final int limit;
  private final int budget;
  private final Map<MicrostepState, Integer> numbers = new LinkedHashMap<>();
  private final List<Place> places = new ArrayList<>();
  private final BitSet resting = new BitSet();
  private final Set<String> denying = new LinkedHashSet<>();
  private boolean complete = true;
  private int microsteps;

  /** A place in the search: how it was first come to, from where, and by which transitions. */
  private record Place(
      MicrostepState micro,
      List<String> assuming,
      List<Integer> before,
      List<CompiledTransition> taken) {}

  /** A position, or a configuration in passing, and what has to be assumed to come to it. */
  record Found(MicrostepState micro, List<String> assuming) {}

  /**
   * @param limit how many places are looked at
   * @param budget how many microsteps are computed
   */
  SymbolicMacrostep(
      CompiledChart model,
      RaisedEvents script,
      StaticConditions knowledge,
      PolicyApproximation foresight,
      int limit,
      int budget) {
    this.model = model;
    this.script = script;
    this.knowledge = knowledge;
    this.foresight = foresight;
    this.limit = limit;
    this.budget = budget;
  }

  /** Searches; a null stimulus is the start. */
  void run(ExploredPosition from, @Nullable InputClass stimulus) {
    each(
        from.micro(),
        List.of(),
        -1,
        walk -> stimulus == null ? walk.start() : walk.react(stimulus));
    for (int at = 0; at < places.size(); at++) {
      Place place = places.get(at);
      if (!place.micro.running()) {
        resting.set(at);
      } else {
        each(place.micro, place.assuming, at, SymbolicMicrostep::next);
      }
    }
  }

  private void each(
      MicrostepState from,
      List<String> assumed,
      int at,
      Function<SymbolicMicrostep, @Nullable MicrostepState> step) {
    ChoiceEnumerator choices = new ChoiceEnumerator();
    do {
      if (microsteps >= budget) {
        complete = false;
        return;
      }
      microsteps++;
      SymbolicMicrostep walk =
          new SymbolicMicrostep(model, script, knowledge, foresight, choices, from);
      MicrostepState to = step.apply(walk);
      denying.addAll(walk.denying());
      if (to != null) {
        List<String> assuming = new ArrayList<>(assumed);
        assuming.addAll(choices.assumed());
        arrive(to, assuming, at, walk.taken());
      } else if (at >= 0 && !walk.isUndone()) {
        resting.set(at);
      }
    } while (choices.next());
  }

  private void arrive(
      MicrostepState to, List<String> assuming, int before, List<CompiledTransition> taken) {
    Integer number = numbers.get(to);
    if (number == null) {
      if (places.size() >= limit || to.queue().size() > QUEUE) {
        complete = false;
        return;
      }
      number = places.size();
      numbers.put(to, number);
      places.add(new Place(to, assuming, new ArrayList<>(), new ArrayList<>()));
    }
    places.get(number).before.add(before);
    places.get(number).taken.addAll(taken);
  }

  /** The rules that may have vetoed something. */
  Set<String> denying() {
    return denying;
  }

  int microsteps() {
    return microsteps;
  }

  boolean isComplete() {
    return complete;
  }

  /** The valid rests, nearest first. */
  List<Found> rests() {
    return found(valid());
  }

  private BitSet valid() {
    BitSet valid = new BitSet();
    resting.stream().filter(at -> isValid(places.get(at).micro)).forEach(valid::set);
    return valid;
  }

  private List<Found> found(BitSet which) {
    return which.stream()
        .mapToObj(at -> new Found(places.get(at).micro, places.get(at).assuming))
        .toList();
  }

  private boolean isValid(MicrostepState micro) {
    knowledge.at(micro.active(), micro.event());
    for (int n = micro.active().next(0); n >= 0; n = micro.active().next(n + 1)) {
      for (CompiledCondition required : model.node(n).requires()) {
        if (Boolean.FALSE.equals(knowledge.test(required.expression()))) {
          return false;
        }
      }
    }
    return true;
  }

  /** All that lies on the way to a valid rest, the rests among it. */
  List<Found> passed() {
    return found(leadingTo(valid()));
  }

  /** The transitions taken on the way to a valid rest. */
  List<CompiledTransition> taken() {
    return leadingTo(valid()).stream()
        .mapToObj(at -> places.get(at).taken)
        .flatMap(List::stream)
        .toList();
  }

  /** A place from which the step certainly never comes to rest; null if there is none. */
  @Nullable Found endless() {
    int lost = leadingTo(resting).nextClearBit(0);
    return lost >= places.size() || !complete
        ? null
        : new Found(places.get(lost).micro, places.get(lost).assuming);
  }

  private BitSet leadingTo(BitSet goals) {
    BitSet found = new BitSet();
    found.or(goals);
    List<Integer> open = new ArrayList<>(goals.stream().boxed().toList());
    for (int i = 0; i < open.size(); i++) {
      for (int before : places.get(open.get(i)).before) {
        if (before >= 0 && !found.get(before)) {
          found.set(before);
          open.add(before);
        }
      }
    }
    return found;
  }
}
