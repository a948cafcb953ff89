package dev.statute.session;

import dev.statute.chart.ChartIndex;
import dev.statute.chart.StateDefinition;
import dev.statute.drools.RuleDescription;
import dev.statute.drools.RuleListener;
import dev.statute.policy.Grant;
import dev.statute.policy.spi.Question;
import dev.statute.problem.Place;
import dev.statute.problem.Problem;
import dev.statute.step.BlockedCandidate;
import dev.statute.step.Chart;
import dev.statute.step.Outcome;
import dev.statute.step.RankedVerdict;
import dev.statute.step.Step;
import dev.statute.step.TakenTransition;
import dev.statute.step.TransitionInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Coverage of tests: entered states, taken transitions, guards both granted and not, fired rules,
 * patterns with a matching fact. Thread-safe.
 */
public final class TestCoverage implements RuleListener {
  private final Map<String, Reached> charts = new LinkedHashMap<>();
  private final Map<String, RuleDescription> rules = new TreeMap<>();
  private final Set<String> fired = new LinkedHashSet<>();
  private final Map<RuleDescription.Pattern, Tries> patterns = new HashMap<>();

  /**
   * Goal of coverage.
   *
   * @param tries evaluations of a pattern; null for goals of other kinds
   */
  public record Goal(String name, Place place, boolean reached, @Nullable Tries tries) {
    Goal(String name, Place place, boolean reached) {
      this(name, place, reached, null);
    }

    /** Text about the missed goal after its name; empty if there is none. */
    public String tried() {
      if (tries == null) {
        return "";
      }
      return tries.tried() == 0
          ? ", never tried"
          : ", tried in "
              + tries.tried()
              + (tries.tried() == 1 ? " question" : " questions")
              + " and never matched";
    }

    /** Creates a warning that no test reaches the goal. */
    public Problem missed() {
      return Problem.warning(
          "T307",
          place,
          "no test reaches " + name + tried(),
          "add a test that does, or take it out");
    }
  }

  /**
   * Number of evaluations of a pattern.
   *
   * @param tried questions in which all preceding conditions of its rule were met
   * @param matched the questions among these with a fact that meets its conditions
   */
  public record Tries(int tried, int matched) {
    private static final Tries NONE = new Tries(0, 0);

    private Tries and(boolean match) {
      return new Tries(tried + 1, match ? matched + 1 : matched);
    }
  }

  /** Goals of one kind in one chart or pack: {@code state}, {@code transition} … */
  public record Part(String of, String kind, List<Goal> goals) {
    public Part {
      goals = List.copyOf(goals);
    }

    public long reached() {
      return goals.stream().filter(Goal::reached).count();
    }
  }

  private static final class Reached {
    private final Chart chart;
    private final Set<String> states = new LinkedHashSet<>();
    private final Set<Place> transitions = new LinkedHashSet<>();
    private final Set<String> granted = new LinkedHashSet<>();
    private final Set<String> refused = new LinkedHashSet<>();

    private Reached(Chart chart) {
      this.chart = chart;
    }
  }

  /** Registers a chart with its states, transitions and guards as goals. */
  public synchronized void register(Chart chart) {
    charts.computeIfAbsent(chart.name(), name -> new Reached(chart));
  }

  /** Creates a listener that records the coverage by a session of the chart. */
  public SessionListener listener(Chart chart) {
    return new SessionListener() {
      @Override
      public void step(int line, Instant at, Step step) {
        saw(chart, step);
      }
    };
  }

  private synchronized void saw(Chart chart, Step step) {
    Reached reached = charts.computeIfAbsent(chart.name(), name -> new Reached(chart));
    reached.states.addAll(step.snapshot().activeStates());
    reached.states.addAll(step.outcome().trace().entered());
    for (TakenTransition transition : step.outcome().trace().transitions()) {
      if (transition.place() != null) {
        reached.transitions.add(transition.place());
      }
    }
    for (RankedVerdict weighed : step.outcome().trace().verdicts()) {
      if (weighed.ruling().verdict() instanceof Grant grant) {
        reached.granted.add(grant.candidate().guard());
      }
    }
    if (step.outcome() instanceof Outcome.Blocked blocked) {
      for (BlockedCandidate tried : blocked.candidates()) {
        String guard = tried.guard();
        if (guard != null && !tried.granted()) {
          reached.refused.add(guard);
        }
      }
    }
  }

  /** Registers a rule as a goal. */
  public synchronized void register(RuleDescription rule) {
    rules.put(rule.id(), rule);
  }

  @Override
  public synchronized void asked(RuleDescription rule, Question question) {
    register(rule);
  }

  @Override
  public synchronized void fired(RuleDescription rule, Question question) {
    register(rule);
    fired.add(rule.id());
  }

  @Override
  public boolean followsPatterns() {
    return true;
  }

  @Override
  public synchronized void tried(
      RuleDescription rule, RuleDescription.Pattern pattern, boolean matched, Question question) {
    patterns.merge(pattern, Tries.NONE.and(matched), (before, once) -> before.and(matched));
  }

  /** Goals, by chart in the order of the tests, then by pack. */
  public synchronized List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    charts.forEach(
        (name, reached) -> {
          parts.add(new Part(name, "states", states(reached)));
          parts.add(new Part(name, "transitions", transitions(reached)));
          parts.add(new Part(name, "guards", guards(reached)));
        });
    Map<String, List<RuleDescription>> packs = new LinkedHashMap<>();
    rules
        .values()
        .forEach(rule -> packs.computeIfAbsent(rule.pack(), p -> new ArrayList<>()).add(rule));
    packs.forEach(
        (pack, all) -> {
          parts.add(new Part(pack, "rules", all.stream().map(this::goal).toList()));
          parts.add(new Part(pack, "patterns", all.stream().flatMap(this::goals).toList()));
        });
    return parts.stream().filter(part -> !part.goals().isEmpty()).toList();
  }

  private Goal goal(RuleDescription rule) {
    return new Goal(rule.id(), rule.place(), fired.contains(rule.id()));
  }

  private Stream<Goal> goals(RuleDescription rule) {
    return rule.patterns().stream()
        .map(
            pattern -> {
              Tries tries = patterns.getOrDefault(pattern, Tries.NONE);
              String name = rule.id() + ": " + pattern.text();
              return new Goal(name, pattern.place(), tries.matched() > 0, tries);
            });
  }

  private static List<Goal> states(Reached reached) {
    List<Goal> goals = new ArrayList<>();
    List<StateDefinition> states = ChartIndex.of(reached.chart.definition()).states();
    for (StateDefinition state : states.subList(1, states.size())) {
      if (!state.kind().isHistory()) {
        String id = state.id().value();
        goals.add(new Goal(id, state.place(), reached.states.contains(id)));
      }
    }
    return goals;
  }

  private static List<Goal> transitions(Reached reached) {
    List<Goal> goals = new ArrayList<>();
    for (TransitionInfo edge : reached.chart.transitions()) {
      Place place = edge.place();
      if (place != null) {
        goals.add(new Goal(shown(edge), place, reached.transitions.contains(place)));
      }
    }
    return goals;
  }

  private static String shown(TransitionInfo edge) {
    String summary =
        edge.kind().equals("event") || edge.kind().equals("after")
            ? String.join(", ", edge.descriptors())
            : edge.kind();
    String to = edge.targets().isEmpty() ? "stays" : "→ " + String.join(", ", edge.targets());
    return edge.source() + " " + summary + " " + to;
  }

  /** A guard is covered by a granting and a refusing evaluation. */
  private static List<Goal> guards(Reached reached) {
    Map<String, Place> guards = new LinkedHashMap<>();
    reached.chart.guards().forEach(text -> guards.putIfAbsent(text.value(), text.place()));
    List<Goal> goals = new ArrayList<>();
    guards.forEach(
        (name, place) -> {
          goals.add(new Goal(name + " granted", place, reached.granted.contains(name)));
          goals.add(new Goal(name + " not granted", place, reached.refused.contains(name)));
        });
    return goals;
  }
}
