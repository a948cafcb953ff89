package dev.statute.yaml.internal.node;

import dev.statute.problem.SourceText;
import dev.statute.yaml.YamlTree;
import dev.statute.yaml.YamlTree.Scalar;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reader of names: of charts, states, events, and references to them. */
public final class NameReader {
  private static final Predicate<String> CHART =
      Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*").asMatchPredicate();
  private static final Predicate<String> STATE =
      Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_-]*").asMatchPredicate();
  private static final Predicate<String> TARGET =
      Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_-]*(\\.[\\p{L}\\p{N}_][\\p{L}\\p{N}_-]*)*+")
          .asMatchPredicate();
  private static final Predicate<String> PACK =
      Pattern.compile("[\\p{L}\\p{N}_-]+(/[\\p{L}\\p{N}_-]+)*+").asMatchPredicate();
  private static final Predicate<String> VARIABLE =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*").asMatchPredicate();
  private static final Predicate<String> EVENT =
      Pattern.compile("[^\\s,.*]+(\\.[^\\s,.*]+)*+").asMatchPredicate();
  private static final Predicate<String> DESCRIPTOR =
      Pattern.compile("\\*|[^\\s,.*]+(\\.[^\\s,.*]+)*+(\\.\\*)?").asMatchPredicate();

  private static final Predicate<String> CONDITION =
      Pattern.compile(
              "!.+|(data|event|settings|progress|fields|instance)\\..+|.*(==|!=|&&|\\|\\||[<>()]).*")
          .asMatchPredicate();

  private NameReader() {}

  public static boolean isChart(NodeReader shape, SourceText name) {
    return check(
        shape,
        CHART,
        name,
        "no name of a chart",
        "use letters, digits, '_', '.' and '-', a letter first");
  }

  /** Returns whether this is a valid name of a rule pack, which never leads out of a folder. */
  public static boolean isPack(NodeReader shape, SourceText name) {
    return check(
        shape,
        PACK,
        name,
        "no name of a rule pack",
        "write a path such as guards/strict, without '.drl'");
  }

  /** Returns whether this is a valid name of a guard: any text that is not a condition. */
  public static boolean isGuard(NodeReader shape, SourceText name) {
    if (!CONDITION.test(name.value())) {
      return true;
    }
    shape.error(
        "C125",
        name,
        "'guard' names a permission that a rule grants, and this is a condition",
        "a condition is written when: " + name);
    return false;
  }

  /** Returns whether this is a valid field of a payload; the {@code ?} belongs to its type. */
  public static boolean isField(NodeReader shape, SourceText name, YamlTree type) {
    String word = name.value();
    if (!word.endsWith("?")) {
      return true;
    }
    shape.error(
        "C125",
        name,
        "'" + name + "' is no name of a field: the '?' stands behind its type",
        "write "
            + word.substring(0, word.length() - 1)
            + ": "
            + type.at().value().replaceFirst("\\?*$", "?"));
    return false;
  }

  public static boolean isState(NodeReader shape, SourceText id) {
    if (id.value().equals("any")) {
      shape.error(
          "C125",
          id,
          "a state cannot be called 'any': that word means every state in rows and timers",
          "give it another name");
      return false;
    }
    return check(shape, STATE, id, "no name of a state", "use letters, digits, '_' and '-'");
  }

  public static boolean isEvent(NodeReader shape, SourceText name) {
    return check(
        shape,
        EVENT,
        name,
        "no name of an event",
        "use words joined by '.', without blanks, ',' and '*'");
  }

  /** Returns the name of a target state, or null after a report. */
  public static @Nullable SourceText target(NodeReader shape, YamlTree tree, String key) {
    SourceText text = name(shape, tree, key, "the name of a state");
    return text != null
            && check(
                shape,
                TARGET,
                text,
                "no name of a state",
                text.value().contains(",")
                    ? "for several states write a list: [" + text + "]"
                    : "write a state's name, or a path of names joined by '.'")
        ? text
        : null;
  }

  /** Returns one name or a list of names of states. */
  public static List<SourceText> targets(NodeReader shape, YamlTree tree, String key) {
    List<SourceText> targets = new ArrayList<>();
    for (YamlTree member : shape.oneOrMore(tree)) {
      SourceText target = target(shape, member, key);
      if (target != null) {
        targets.add(target);
      }
    }
    if (targets.isEmpty() && shape.oneOrMore(tree).isEmpty()) {
      shape.wrongKind(tree, key, "the name of a state", key + ": STATE");
    }
    return List.copyOf(targets);
  }

  /** Returns an event's name, or null after a report. */
  public static @Nullable SourceText event(NodeReader shape, YamlTree tree, String key) {
    SourceText text = name(shape, tree, key, "the name of an event");
    return text != null && isEvent(shape, text) ? text : null;
  }

  /** Returns any one word, or null after a report. */
  public static @Nullable SourceText name(
      NodeReader shape, YamlTree tree, String key, String wanted) {
    if (tree instanceof Scalar scalar && scalar.isNull()) {
      QuotingChecks.reportNull(shape, scalar, key, wanted);
      return null;
    }
    SourceText text = shape.text(tree, key, wanted, key + ": NAME");
    if (text != null && text.value().isBlank()) {
      shape.error("C125", text, "'" + key + "' is empty", "write " + wanted);
      return null;
    }
    return text;
  }

  /** Returns a variable that expressions can name, or null after a report. */
  public static @Nullable SourceText variable(NodeReader shape, YamlTree tree, String key) {
    SourceText text = name(shape, tree, key, "the name of a variable");
    return text != null
            && check(shape, VARIABLE, text, "no name of a variable", "use letters, digits and '_'")
        ? text
        : null;
  }

  /** Splits {@code "Cancel, Shutdown"} into descriptors; the empty descriptor matches no event. */
  public static List<SourceText> descriptors(NodeReader shape, SourceText all) {
    if (all.value().isEmpty()) {
      return List.of(all);
    }
    List<SourceText> descriptors = new ArrayList<>();
    int start = 0;
    for (int at = 0; at <= all.value().length(); at++) {
      if (at == all.value().length() || all.value().charAt(at) == ',') {
        SourceText part = trimmed(all.slice(start, at));
        if (check(
            shape,
            DESCRIPTOR,
            part.value().isEmpty() ? all : part,
            "no descriptor of events",
            "write a name like 'tool.failed', a prefix like 'tool.*', or '*'")) {
          descriptors.add(part);
        }
        start = at + 1;
      }
    }
    return List.copyOf(descriptors);
  }

  /** Returns descriptors, given as one text or a list. */
  public static List<SourceText> descriptorList(NodeReader shape, YamlTree tree, String key) {
    List<SourceText> all = new ArrayList<>();
    for (SourceText text : shape.texts(tree, key, "names of events", key + ": [Pause, tool.*]")) {
      all.addAll(descriptors(shape, text));
    }
    return List.copyOf(all);
  }

  private static SourceText trimmed(SourceText text) {
    String value = text.value();
    int start = 0;
    int end = value.length();
    while (start < end && Character.isWhitespace(value.charAt(start))) {
      start++;
    }
    while (end > start && Character.isWhitespace(value.charAt(end - 1))) {
      end--;
    }
    return text.slice(start, end);
  }

  private static boolean check(
      NodeReader shape, Predicate<String> legal, SourceText name, String what, String fix) {
    if (legal.test(name.value())) {
      return true;
    }
    String composed = Normalizer.normalize(name.value(), Normalizer.Form.NFC);
    if (legal.test(composed)) {
      shape.error(
          "C125",
          name,
          "'" + name + "' has letters that are composed of a letter and a mark " + marks(name),
          "write each of them as one character (Unicode's normal form NFC): " + composed);
    } else {
      shape.error("C125", name, "'" + name + "' is " + what, fix);
    }
    return false;
  }

  /** Returns the code points of the marks of a name. */
  private static String marks(SourceText name) {
    return name.value()
        .codePoints()
        .filter(c -> Character.getType(c) == Character.NON_SPACING_MARK)
        .distinct()
        .mapToObj("U+%04X"::formatted)
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
