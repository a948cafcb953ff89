package dev.statute.drools;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Generator of the conditions of rules: a random derivation of the grammar that rules may use, well
 * typed as far as rules are checked. Some of them are refused.
 */
final class RuleGenerator {
  private static final List<String> TEXTS =
      List.of("from", "event", "kind", "source", "to", "payload.text(\"s\")", "guard");
  private static final List<String> WORDS =
      List.of("\"A\"", "\"B\"", "\"C\"", "\"go\"", "\"stop\"", "\"move\"", "\"\"", "null");
  private static final List<String> LISTS =
      List.of("targets", "instance.configuration", "payload.list(\"l\")", "tags");
  private static final List<String> TRUTHS =
      List.of(
          "listed",
          "leaves(\"A\")",
          "enters(\"B\")",
          "instance.in(\"A\")",
          "payload.has(\"n\")",
          "payload.flag(\"f\")");
  private static final List<String> INTS =
      List.of("progress.calls", "progress.failures", "from.length()", "targets.size()");
  private static final List<String> NUMBERS =
      List.of(
          "payload.num(\"n\")",
          "settings.num(\"limit\")",
          "instance.age",
          "instance.data.num(\"n\")",
          "Math.max(targets.size(), 1)");
  private static final List<String> COMPARISONS = List.of("==", "!=", "<", "<=", ">", ">=");
  private static final List<String> LARGE =
      List.of("3000000000L", "-3000000000L", "2147483648L", "3000000000.0", "-2147483648L");

  private final Random random;
  private int variables;

  RuleGenerator(Random random) {
    this.random = random;
  }

  /** Generates the conditions of a rule about a transition {@code $t}. */
  List<String> transitionRule() {
    variables = 0;
    List<String> elements = new ArrayList<>();
    List<String> bound = new ArrayList<>();
    elements.add("$t : Transition( " + constraints(bound) + " )");
    if (random.nextInt(3) == 0) {
      elements.add(element(bound));
    }
    return elements;
  }

  /** Generates conditions on one value, many of which contradict each other. */
  List<String> narrowRule() {
    String word = one(random.nextBoolean() ? List.of("from", "event", "kind") : INTS);
    boolean text = TEXTS.contains(word);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      String test =
          text
              ? (random.nextInt(4) == 0 ? " != " : " == ") + one(WORDS)
              : " " + one(COMPARISONS) + " " + number();
      all.add(random.nextInt(5) == 0 ? "!(" + word + test + ")" : word + test);
    }
    return List.of("$t : Transition( " + String.join(", ", all) + " )");
  }

  private String constraints(List<String> bound) {
    List<String> all = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      all.add(random.nextInt(3) == 0 ? binding(bound) : condition(2));
    }
    if (!bound.isEmpty() && random.nextInt(4) > 0) {
      String name = bound.get(random.nextInt(bound.size()));
      all.add(use(name));
    }
    return String.join(", ", all);
  }

  /** Conditions on a variable by its kind, which its name shows. */
  private String use(String name) {
    return switch (name.charAt(1)) {
      case 'f' ->
          one(List.of("%s == true", "%s", "!%s", "%s == false", "%s != true")).formatted(name);
      case 'n' ->
          switch (random.nextInt(5)) {
            case 0 -> number() + " " + one(COMPARISONS) + " " + name;
            case 1 -> "!( " + name + " " + one(COMPARISONS) + " " + one(NUMBERS) + " )";
            case 2 -> name + " * 2 - 1 " + one(COMPARISONS) + " " + one(INTS);
            case 3 -> name + " in ( 1, " + number() + " )";
            default -> name + " " + one(COMPARISONS) + " " + number();
          };
      case 'l' -> name + contains();
      default -> name + (random.nextBoolean() ? " == " : " != ") + one(WORDS);
    };
  }

  /** Binding of a value, of a condition in parentheses, or beside a condition. */
  private String binding(List<String> bound) {
    String number = random.nextBoolean() ? one(INTS) : one(NUMBERS);
    String name = "$" + "fffnnntl".charAt(random.nextInt(8)) + variables++;
    bound.add(name);
    String guard = "payload.has(\"n\"), ";
    return switch (name.charAt(1)) {
      case 'f' ->
          guard + name + " : " + (random.nextInt(4) == 0 ? one(TRUTHS) : "( " + enclosed() + " )");
      case 'n' ->
          switch (random.nextInt(4)) {
            case 0 -> guard + name + " : " + number;
            case 1 -> guard + name + " : ( " + number + " + 1 )";
            case 2 -> guard + name + " : " + number + " " + one(COMPARISONS) + " " + number();
            default -> guard + name + " : " + number + " in ( 1, 2, " + number() + " )";
          };
      case 'l' -> name + " : " + one(LISTS) + (random.nextBoolean() ? "" : contains());
      default -> name + " : from" + (random.nextBoolean() ? "" : " matches \"[A-B]\"");
    };
  }

  /** Comparisons that the rule engine computes as a value. */
  private String enclosed() {
    String one =
        switch (random.nextInt(5)) {
          case 0 -> "payload.num(\"n\") " + one(COMPARISONS) + " " + number();
          case 1 -> one(INTS) + " " + one(COMPARISONS) + " " + number();
          case 2 -> "from matches \"[A-B]\"";
          case 3 -> "targets contains " + one(WORDS);
          default -> "from == " + one(WORDS);
        };
    return switch (random.nextInt(4)) {
      case 0 -> one + " && listed";
      case 1 -> one + " || " + one(TRUTHS);
      case 2 -> "!(" + one + ")";
      default -> one;
    };
  }

  private String condition(int depth) {
    return switch (depth == 0 ? 4 + random.nextInt(8) : random.nextInt(12)) {
      case 0 -> "(" + condition(depth - 1) + " && " + condition(depth - 1) + ")";
      case 1 -> "(" + condition(depth - 1) + " || " + condition(depth - 1) + ")";
      case 2 -> "!(" + condition(depth - 1) + ")";
      case 3 -> condition(0) + (random.nextBoolean() ? " && " : " || ") + condition(0);
      case 4 -> one(TEXTS) + (random.nextInt(3) == 0 ? " != " : " == ") + one(WORDS);
      case 5 -> textTest();
      case 6 -> one(TRUTHS);
      case 7 -> numberTest();
      case 8 -> one(NUMBERS) + " " + one(COMPARISONS) + " " + number();
      case 9 -> memberTest();
      default -> intTest();
    };
  }

  /** Comparisons of a value that is there, which may be no number. */
  private String numberTest() {
    String value = "payload.num(\"n\")";
    String compared =
        switch (random.nextInt(8)) {
          case 7 ->
              "(%s %s %s) %s"
                  .formatted(
                      value,
                      one(COMPARISONS),
                      number(),
                      one(List.of("== true", "== false", "!= true", "!= false")));
          case 0 -> number() + " " + one(COMPARISONS) + " " + value;
          case 1 -> value + " " + one(COMPARISONS) + " 1 || " + value + " >= 4";
          case 2 -> "!(" + value + " " + one(COMPARISONS) + " " + number() + ")";
          case 3 -> "!(listed && !(" + value + " " + one(COMPARISONS) + " 2))";
          case 4 -> "(" + value + " + 1) * 2 " + one(COMPARISONS) + " " + number();
          case 5 -> value + " " + one(COMPARISONS) + " (" + one(INTS) + " + 1)";
          default -> value + " " + one(COMPARISONS) + " " + number();
        };
    return "payload.has(\"n\") && (" + compared + ")";
  }

  private String textTest() {
    return switch (random.nextInt(6)) {
      case 0 -> one(WORDS) + " == " + one(TEXTS);
      case 1 -> one(TEXTS) + " in (" + one(WORDS) + ", " + one(WORDS) + ")";
      case 2 -> one(TEXTS) + " not in (" + one(WORDS) + ", " + one(WORDS) + ")";
      case 3 ->
          one(TEXTS) + (random.nextBoolean() ? " matches" : " not matches") + " \"[A-B]|g.*\"";
      case 4 -> "from contains " + one(WORDS);
      default -> one(TEXTS) + " == " + one(TEXTS);
    };
  }

  private String memberTest() {
    return switch (random.nextInt(4)) {
      case 0 -> one(LISTS) + contains();
      case 1 -> one(TEXTS) + (random.nextBoolean() ? " memberOf " : " not memberOf ") + one(LISTS);
      case 2 -> one(LISTS) + ".contains(" + one(WORDS) + ")";
      default -> "payload.text(\"s\") != null, payload.text(\"s\") memberOf " + one(LISTS);
    };
  }

  private String intTest() {
    String word = one(INTS);
    return switch (random.nextInt(8)) {
      case 7 -> "(%s %s %s || %s)".formatted(word, one(COMPARISONS), number(), one(TRUTHS));
      case 0 -> word + " " + one(COMPARISONS) + " " + one(LARGE);
      case 1 -> one(LARGE) + " " + one(COMPARISONS) + " " + word;
      case 2 -> word + " * 1000000 " + one(COMPARISONS) + " " + one(LARGE);
      case 3 -> word + (random.nextBoolean() ? " in (" : " not in (") + one(LARGE) + ", 1, 2L)";
      case 4 -> word + " + " + one(INTS) + " " + one(COMPARISONS) + " " + number();
      case 5 -> "-" + word + " " + one(COMPARISONS) + " " + one(NUMBERS);
      default -> word + " " + one(COMPARISONS) + " " + one(random.nextBoolean() ? INTS : NUMBERS);
    };
  }

  private String contains() {
    String member = random.nextInt(3) == 0 ? number() : one(WORDS);
    return (random.nextBoolean() ? " contains " : " not contains ") + member;
  }

  private String number() {
    return switch (random.nextInt(10)) {
      case 8 -> "2000000000000L";
      case 9 -> "0.123456789";
      case 0 -> "settings.num(\"limit\") - 1";
      case 1 -> "-1";
      case 2 -> "1.5";
      case 3 -> "2L";
      case 4 -> one(LARGE);
      default -> Integer.toString(random.nextInt(5));
    };
  }

  /** Element beside the first pattern. */
  private String element(List<String> bound) {
    String other = "Transition( " + constraints(new ArrayList<>(bound)) + " )";
    return switch (random.nextInt(8)) {
      case 0 -> "not " + other;
      case 1 -> "exists " + other;
      case 2 -> "forall( Transition( ) " + other + " )";
      case 3 -> "Instance( in(\"A\") || data.num(\"n\") > 1 )";
      case 4 ->
          "$w : String( this " + (random.nextBoolean() ? "==" : "!=") + " \"A\" ) from $t.targets";
      case 5 -> accumulate("targets.size()", "targets.size()");
      case 6 -> accumulate("progress.calls", "instance.age");
      default -> "( " + other + " or Instance( in(\"E\") ) )";
    };
  }

  private String accumulate(String whole, String number) {
    return switch (random.nextInt(5)) {
      case 0 ->
          "accumulate( Transition( $a : from ); $r : count( $a ); $r "
              + one(COMPARISONS)
              + " "
              + number()
              + " )";
      case 1 ->
          "accumulate( Transition( $a : "
              + number
              + " ); $r : "
              + one(List.of("sum", "min", "max", "average"))
              + "( $a ); $r "
              + one(COMPARISONS)
              + " "
              + number()
              + " )";
      case 2 ->
          "accumulate( Transition( $a : "
              + (random.nextBoolean() ? whole : number)
              + " ); $r : "
              + one(List.of("collectList", "collectSet"))
              + "( $a ); $r contains "
              + number()
              + " )";
      case 3 ->
          "accumulate( Transition( $a : from, "
              + condition(1)
              + " ); $r : collectList( $a ); $r"
              + contains()
              + " )";
      default ->
          "$r : List( size "
              + one(COMPARISONS)
              + " 1 ) from collect( Transition( "
              + condition(1)
              + " ) )";
    };
  }

  private String one(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
