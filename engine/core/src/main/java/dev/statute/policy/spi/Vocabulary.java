package dev.statute.policy.spi;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Words of all charts that use a pack; the literals of rules are checked against them on load. In
 * document order; unmodifiable.
 *
 * @param charts names of charts; empty = unknown, literals are not checked
 * @param states ids of states, and the charts' names for their roots
 * @param events declared events, or descriptors of transitions; built-in ones ({@code done.…},
 *     {@code error.…}, {@code stuck.…}) may be missing
 * @param guards names of permissions that transitions ask for
 * @param fields ids of fields that may be waived
 * @param settings names of settings that charts set or read
 * @param transitions the transitions and moves that charts list; empty = unknown
 * @param payloads fields by declared event, with their types as charts write them; {@link #ANY} for
 *     undeclared events; {@link #ANY} among the fields = open payload
 * @param data names of instance data with their types, {@link #ANY} for one without a type; {@link
 *     #ANY} among the names = open data
 */
public record Vocabulary(
    Set<String> charts,
    Set<String> states,
    Set<String> events,
    Set<String> guards,
    Set<String> fields,
    Set<String> settings,
    List<ListedTransition> transitions,
    Map<String, Map<String, String>> payloads,
    Map<String, String> data) {
  /** Wildcard for every event or name. */
  public static final String ANY = "*";

  /** Empty vocabulary, for rules without a chart. */
  public static final Vocabulary NONE =
      new Vocabulary(
          Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), List.of(), Map.of(),
          Map.of());

  public Vocabulary {
    charts = copy(charts);
    states = copy(states);
    events = copy(events);
    guards = copy(guards);
    fields = copy(fields);
    settings = copy(settings);
    transitions = List.copyOf(transitions);
    payloads = copyAll(payloads);
    data = copy(data);
  }

  /**
   * Listed transition or move as rules may see it: for each field a superset of its possible
   * values.
   *
   * @param from atomic states
   * @param to ids of states; empty = targetless; null = unknown before it is taken
   * @param events descriptors, the empty text for none
   */
  public record ListedTransition(
      String chart,
      String source,
      Set<String> from,
      @Nullable Set<String> to,
      Set<String> events,
      Set<String> kinds,
      String guard) {
    public ListedTransition {
      from = copy(from);
      to = to == null ? null : copy(to);
      events = copy(events);
      kinds = copy(kinds);
    }
  }

  /** Returns true if any chart is known. */
  public boolean isKnown() {
    return !charts.isEmpty();
  }

  /** Returns the union of both. */
  public Vocabulary merge(Vocabulary other) {
    return new Vocabulary(
        union(charts, other.charts),
        union(states, other.states),
        union(events, other.events),
        union(guards, other.guards),
        union(fields, other.fields),
        union(settings, other.settings),
        Stream.concat(transitions.stream(), other.transitions.stream()).toList(),
        unionAll(payloads, other.payloads),
        union(data, other.data));
  }

  /** Returns the union of declared names; one with two types has any. */
  public static Map<String, String> union(Map<String, String> a, Map<String, String> b) {
    Map<String, String> all = new LinkedHashMap<>(a);
    b.forEach((name, type) -> all.merge(name, type, (x, y) -> x.equals(y) ? x : ANY));
    return all;
  }

  private static Set<String> copy(Set<String> words) {
    return Collections.unmodifiableSet(new LinkedHashSet<>(words));
  }

  private static Map<String, String> copy(Map<String, String> types) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(types));
  }

  private static Map<String, Map<String, String>> copyAll(Map<String, Map<String, String>> events) {
    Map<String, Map<String, String>> all = new LinkedHashMap<>();
    events.forEach((event, types) -> all.put(event, copy(types)));
    return Collections.unmodifiableMap(all);
  }

  private static Map<String, Map<String, String>> unionAll(
      Map<String, Map<String, String>> a, Map<String, Map<String, String>> b) {
    Map<String, Map<String, String>> all = new LinkedHashMap<>(a);
    b.forEach((event, types) -> all.merge(event, types, Vocabulary::union));
    return all;
  }

  private static Set<String> union(Set<String> a, Set<String> b) {
    Set<String> all = new LinkedHashSet<>(a);
    all.addAll(b);
    return all;
  }
}
