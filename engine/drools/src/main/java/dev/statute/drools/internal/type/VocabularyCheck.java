package dev.statute.drools.internal.type;

import dev.statute.chart.EventDescriptor;
import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.policy.Instance;
import dev.statute.policy.Proposal;
import dev.statute.policy.spi.Vocabulary;
import dev.statute.problem.ProblemCollector;
import dev.statute.problem.SpellingSuggestion;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Check of words in rules against the vocabulary of charts: a rule about a misspelt state never
 * fires, so it denies nothing.
 */
public final class VocabularyCheck {
  private static final List<String> KINDS = List.of("event", "move", "timer", "internal");
  private static final List<String> LEVELS = List.of("hint", "recover", "stop");
  private static final Map<String, String> STATES =
      Map.of("from", "state", "to", "state", "source", "state", "targets", "state");
  private static final List<String> BUILT_IN = List.of("done.", "error", "record.", "stuck.", "$");

  private final DrlFile file;
  private final Vocabulary vocabulary;
  private final ProblemCollector problems;

  public VocabularyCheck(DrlFile file, Vocabulary vocabulary, ProblemCollector problems) {
    this.file = file;
    this.vocabulary = vocabulary;
    this.problems = problems;
  }

  /** Returns the same check with another receiver of problems. */
  VocabularyCheck withProblems(ProblemCollector other) {
    return new VocabularyCheck(file, vocabulary, other);
  }

  /** Noun for the words of a field, or null if they are no words of charts. */
  static @Nullable String noun(Class<?> on, String field) {
    if (Proposal.class.isAssignableFrom(on)) {
      return switch (field) {
        case "event", "guard", "kind", "chart" -> field;
        case "leaves", "enters" -> "state";
        default -> STATES.get(field);
      };
    }
    if (on == Instance.class) {
      return switch (field) {
        case "chart" -> "chart";
        case "in", "configuration" -> "state";
        default -> null;
      };
    }
    return null;
  }

  /** Reports {@code word} if no chart has it. */
  void check(String noun, DrlExpression word) {
    if (!(word instanceof DrlExpression.Literal literal)
        || !(literal.value() instanceof String text)
        || !isChecked(noun, text)) {
      return;
    }
    Collection<String> known = known(noun);
    boolean event = noun.equals("event");
    if (known.stream().anyMatch(k -> event ? EventDescriptor.matches(k, text) : k.equals(text))) {
      return;
    }
    problems.error(
        "R113",
        file.text(word.start() + 1, word.end() - 1),
        message(noun, text),
        SpellingSuggestion.fix(text, known, exampleList(known)));
  }

  private static String message(String noun, String text) {
    return switch (noun) {
      case "kind", "level" -> "there is no " + noun + " '" + text + "'";
      case "chart" -> "no chart is called '" + text + "'";
      case "event" -> "no chart has an event called '" + text + "'";
      default -> "no chart has a " + noun + " called '" + text + "'";
    };
  }

  private static String exampleList(Collection<String> known) {
    String some = known.stream().limit(8).collect(Collectors.joining(", "));
    return some.isEmpty()
        ? "the chart has none"
        : "known are " + some + (known.size() > 8 ? ", …" : "");
  }

  private boolean isChecked(String noun, String text) {
    if (noun.equals("kind") || noun.equals("level")) {
      return true;
    }
    if (noun.isEmpty()) {
      return false;
    }
    if (!vocabulary.isKnown()) {
      return false;
    }
    return !((noun.equals("event") || noun.equals("guard")) && text.isEmpty())
        && !(noun.equals("event") && BUILT_IN.stream().anyMatch(text::startsWith));
  }

  private Collection<String> known(String noun) {
    return switch (noun) {
      case "kind" -> KINDS;
      case "level" -> LEVELS;
      case "event" -> vocabulary.events();
      case "guard" -> vocabulary.guards();
      case "chart" -> vocabulary.charts();
      case "field" -> vocabulary.fields();
      default -> vocabulary.states();
    };
  }
}
