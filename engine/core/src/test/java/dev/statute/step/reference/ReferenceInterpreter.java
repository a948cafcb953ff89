package dev.statute.step.reference;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ChartDefinition;
import dev.statute.chart.StateDefinition.Kind;
import dev.statute.chart.TransitionDefinition;
import dev.statute.chart.TransitionDefinition.OnEvent;
import dev.statute.problem.SourceText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reference implementation of the algorithm of W3C SCXML with sets and lists, word for word and
 * slow. Conditions are {@code active('id')}, or that a field of {@code event_meta} equals a text,
 * or their negation; actions are {@code raise}, {@code fail} and {@code block}.
 */
final class ReferenceInterpreter {
  /** Maximum number of microsteps; lower than the interpreter's, as this one is slow. */
  static final int PATIENCE = 40;

  /** Exceeded limit of microsteps: the step does not count. */
  static final class Livelock extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Event and its origin. */
  record Event(String name, String type, String origin) {}

  record Taken(ReferenceNode source, TransitionDefinition definition) {}

  private final List<ReferenceNode> nodes = new ArrayList<>();
  private final ReferenceNode root;
  private final Map<ReferenceNode, List<ReferenceNode>> historyValue = new HashMap<>();
  private final Deque<Event> internalQueue = new ArrayDeque<>();
  private final Map<ReferenceNode, List<Taken>> on = new HashMap<>();
  private final Map<ReferenceNode, List<Taken>> always = new HashMap<>();
  private Set<ReferenceNode> configuration = new HashSet<>();
  private boolean running = true;
  private int microsteps;
  private Event event = new Event("", "", null);
  final List<String> exited = new ArrayList<>();
  final List<String> entered = new ArrayList<>();

  ReferenceInterpreter(ChartDefinition chart) {
    root = new ReferenceNode(chart.root(), null, nodes);
    for (ReferenceNode node : nodes) {
      List<TransitionDefinition> own = node.definition.transitions();
      on.put(node, of(node, own.stream().filter(t -> t.trigger() instanceof OnEvent).toList()));
      always.put(
          node, of(node, own.stream().filter(t -> !(t.trigger() instanceof OnEvent)).toList()));
    }
  }

  private static List<Taken> of(ReferenceNode node, List<TransitionDefinition> definitions) {
    return definitions.stream().map(definition -> new Taken(node, definition)).toList();
  }

  List<String> configuration() {
    return documentOrder(configuration).stream()
        .filter(ReferenceNode::isAtomic)
        .map(ReferenceNode::id)
        .toList();
  }

  boolean isDone() {
    return !running;
  }

  void start() {
    configuration.add(root);
    act(root.definition.entry());
    Set<ReferenceNode> toEnter = new HashSet<>();
    for (ReferenceNode target : initial(root)) {
      addDescendants(target, toEnter);
    }
    for (ReferenceNode target : effective(initial(root))) {
      addAncestors(target, root, toEnter);
    }
    enter(toEnter);
    macrostep();
  }

  /** Handles an external event. */
  void event(String name, String origin) {
    exited.clear();
    entered.clear();
    microsteps = 0;
    if (running) {
      event = new Event(name, "external", origin);
      microstep(select(name));
      macrostep();
    }
  }

  private void macrostep() {
    while (running) {
      List<Taken> enabled = select(null);
      if (enabled.isEmpty()) {
        Event next = internalQueue.poll();
        if (next == null) {
          return;
        }
        event = next;
        enabled = select(next.name);
      }
      microstep(enabled);
    }
  }

  private List<Taken> select(String name) {
    Set<Taken> enabled = new LinkedHashSet<>();
    for (ReferenceNode state : documentOrder(configuration)) {
      if (state.isAtomic()) {
        List<ReferenceNode> line = new ArrayList<>(List.of(state));
        line.addAll(state.properAncestors(null));
        line.stream()
            .flatMap(n -> (name == null ? always : on).get(n).stream())
            .filter(t -> name == null || matches(t.definition, name))
            .filter(t -> holds(t.definition.when()))
            .findFirst()
            .ifPresent(enabled::add);
      }
    }
    return removeConflicts(enabled);
  }

  private static boolean matches(TransitionDefinition transition, String event) {
    for (SourceText word : ((OnEvent) transition.trigger()).descriptors()) {
      String descriptor = word.value().replaceFirst("\\.\\*$", "");
      if (descriptor.equals("*")
          || event.equals(descriptor)
          || event.startsWith(descriptor + ".")) {
        return true;
      }
    }
    return false;
  }

  private boolean holds(SourceText when) {
    if (when == null) {
      return true;
    }
    boolean not = when.value().startsWith("!");
    String asked = when.value().replaceFirst("^!", "").replaceFirst("^\\((.*)\\)$", "$1");
    if (asked.startsWith("event_meta.")) {
      String[] sides = asked.substring("event_meta.".length()).split(" == ", 2);
      String found = sides[0].equals("type") ? event.type : event.origin;
      return sides[1].equals("'" + found + "'") != not;
    }
    String id = asked.replaceAll("^active\\('|'\\)$", "");
    return configuration.contains(root.find(id)) != not;
  }

  private List<Taken> removeConflicts(Set<Taken> enabled) {
    Set<Taken> filtered = new LinkedHashSet<>();
    for (Taken t1 : enabled) {
      boolean preempted = false;
      Set<Taken> toRemove = new HashSet<>();
      for (Taken t2 : filtered) {
        Set<ReferenceNode> common = exitSet(List.of(t1));
        common.retainAll(exitSet(List.of(t2)));
        if (!common.isEmpty()) {
          if (t1.source.isDescendantOf(t2.source)) {
            toRemove.add(t2);
          } else {
            preempted = true;
            break;
          }
        }
      }
      if (!preempted) {
        filtered.removeAll(toRemove);
        filtered.add(t1);
      }
    }
    return new ArrayList<>(filtered);
  }

  private List<ReferenceNode> targets(Taken transition) {
    return transition.definition.targets().stream().map(t -> root.find(t.value())).toList();
  }

  private List<ReferenceNode> effective(List<ReferenceNode> targets) {
    Set<ReferenceNode> effective = new LinkedHashSet<>();
    for (ReferenceNode target : targets) {
      if (target.kind().isHistory()) {
        List<ReferenceNode> value = historyValue.get(target);
        effective.addAll(effective(value == null ? initial(target) : value));
      } else {
        effective.add(target);
      }
    }
    return new ArrayList<>(effective);
  }

  private ReferenceNode domain(Taken transition) {
    List<ReferenceNode> targets = effective(targets(transition));
    if (targets.isEmpty()) {
      return null;
    }
    ReferenceNode source = transition.source;
    if (transition.definition.internal()
        && source.kind() == Kind.COMPOUND
        && targets.stream().allMatch(t -> t.isDescendantOf(source))) {
      return source;
    }
    return source.properAncestors(null).stream()
        .filter(a -> a == root || a.kind() == Kind.COMPOUND)
        .filter(a -> targets.stream().allMatch(t -> t.isDescendantOf(a)))
        .findFirst()
        .orElse(root);
  }

  private Set<ReferenceNode> exitSet(List<Taken> transitions) {
    Set<ReferenceNode> exit = new HashSet<>();
    for (Taken transition : transitions) {
      ReferenceNode domain = domain(transition);
      if (domain != null) {
        configuration.stream().filter(s -> s.isDescendantOf(domain)).forEach(exit::add);
      }
    }
    return exit;
  }

  private void microstep(List<Taken> transitions) {
    if (transitions.isEmpty()) {
      return;
    }
    if (++microsteps > PATIENCE) {
      throw new Livelock();
    }
    List<ReferenceNode> exit = new ArrayList<>(documentOrder(exitSet(transitions)));
    Map<Taken, ReferenceNode> domains = new HashMap<>();
    transitions.forEach(t -> domains.put(t, domain(t)));
    exit.forEach(this::record);
    for (int i = exit.size() - 1; i >= 0; i--) {
      exited.add(exit.get(i).id());
      act(exit.get(i).definition.exit());
      configuration.remove(exit.get(i));
    }
    transitions.forEach(t -> act(t.definition.actions()));
    Set<ReferenceNode> toEnter = new HashSet<>();
    for (Taken transition : transitions) {
      targets(transition).forEach(target -> addDescendants(target, toEnter));
      for (ReferenceNode target : effective(targets(transition))) {
        addAncestors(target, domains.get(transition), toEnter);
      }
    }
    enter(toEnter);
  }

  private void record(ReferenceNode left) {
    for (ReferenceNode history : left.children) {
      if (history.kind().isHistory()) {
        historyValue.put(
            history,
            documentOrder(configuration).stream()
                .filter(
                    s ->
                        history.kind() == Kind.DEEP_HISTORY
                            ? s.isAtomic() && s.isDescendantOf(left)
                            : s.parent == left)
                .toList());
      }
    }
  }

  private void enter(Set<ReferenceNode> toEnter) {
    for (ReferenceNode state : documentOrder(toEnter)) {
      configuration.add(state);
      entered.add(state.id());
      act(state.definition.entry());
      if (state.kind() == Kind.FINAL) {
        if (state.parent == root) {
          running = false;
        } else {
          ended(state.parent);
          for (ReferenceNode p = state.parent.parent;
              p != null && p.kind() == Kind.PARALLEL && isInFinal(p);
              p = p.parent) {
            ended(p);
          }
        }
      }
    }
  }

  private void ended(ReferenceNode state) {
    internalQueue.add(new Event("done.state." + state.id(), "platform", null));
  }

  private boolean isInFinal(ReferenceNode state) {
    return switch (state.kind()) {
      case COMPOUND ->
          state.children.stream()
              .anyMatch(c -> c.kind() == Kind.FINAL && configuration.contains(c));
      case PARALLEL -> state.regions().stream().allMatch(this::isInFinal);
      default -> false;
    };
  }

  private List<ReferenceNode> initial(ReferenceNode state) {
    if (state.definition.initial() != null) {
      return state.definition.initial().targets().stream().map(t -> root.find(t.value())).toList();
    }
    if (state.kind().isHistory()) {
      return state.parent.kind() == Kind.PARALLEL ? state.parent.regions() : initial(state.parent);
    }
    return List.of(state.regions().get(0));
  }

  private void addDescendants(ReferenceNode state, Set<ReferenceNode> toEnter) {
    if (state.kind().isHistory()) {
      List<ReferenceNode> value = historyValue.getOrDefault(state, initial(state));
      value.forEach(s -> addDescendants(s, toEnter));
      effective(value).forEach(s -> addAncestors(s, state.parent, toEnter));
      return;
    }
    toEnter.add(state);
    if (state.kind() == Kind.COMPOUND) {
      initial(state).forEach(s -> addDescendants(s, toEnter));
      effective(initial(state)).forEach(s -> addAncestors(s, state, toEnter));
    } else if (state.kind() == Kind.PARALLEL) {
      addRegions(state, toEnter);
    }
  }

  private void addAncestors(ReferenceNode state, ReferenceNode stop, Set<ReferenceNode> toEnter) {
    for (ReferenceNode ancestor : state.properAncestors(stop)) {
      toEnter.add(ancestor);
      if (ancestor.kind() == Kind.PARALLEL) {
        addRegions(ancestor, toEnter);
      }
    }
  }

  private void addRegions(ReferenceNode parallel, Set<ReferenceNode> toEnter) {
    for (ReferenceNode child : parallel.regions()) {
      if (toEnter.stream().noneMatch(s -> s.isDescendantOf(child))) {
        addDescendants(child, toEnter);
      }
    }
  }

  /** Runs one block: an error in it skips the rest of it. */
  private void act(List<ActionDefinition> actions) {
    for (ActionDefinition action : actions) {
      if (action instanceof ActionDefinition.Block block) {
        act(block.actions());
      } else if (action instanceof ActionDefinition.Raise raise) {
        internalQueue.add(new Event(raise.event().value(), "internal", null));
      } else {
        internalQueue.add(new Event("error.execution", "platform", null));
        return;
      }
    }
  }

  private static List<ReferenceNode> documentOrder(Set<ReferenceNode> states) {
    return states.stream().sorted(Comparator.comparingInt(s -> s.order)).toList();
  }
}
