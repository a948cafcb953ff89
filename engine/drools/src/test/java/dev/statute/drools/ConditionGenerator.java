package dev.statute.drools;

import java.util.List;
import java.util.Random;

/** Generator of conditions on transitions, well typed as far as rules are checked. */
final class ConditionGenerator {
  private static final List<String> TEXTS = List.of("from", "to", "event", "kind", "source");
  private static final List<String> WORDS =
      List.of("\"A\"", "\"B\"", "\"C\"", "\"go\"", "\"stop\"", "\"move\"", "\"event\"", "\"\"");
  private static final List<String> TRUTHS =
      List.of(
          "listed",
          "leaves(\"A\")",
          "enters(\"B\")",
          "instance.in(\"A\")",
          "payload.has(\"n\")",
          "instance.data.flag(\"f\")");
  private static final List<String> NUMBERS =
      List.of(
          "payload.num(\"n\")",
          "instance.data.num(\"n\")",
          "settings.num(\"limit\")",
          "from.length()",
          "targets.size()",
          "Math.max(targets.size(), 1)");
  private static final List<String> COMPARISONS = List.of("==", "!=", "<", "<=", ">", ">=");

  private final Random random;

  ConditionGenerator(Random random) {
    this.random = random;
  }

  /** Generates some constraints of one pattern. */
  List<String> constraints() {
    return random.ints(1 + random.nextInt(3), 0, 1).mapToObj(same -> condition(3)).toList();
  }

  private String condition(int depth) {
    int shape = depth == 0 ? 4 + random.nextInt(5) : random.nextInt(9);
    return switch (shape) {
      case 0, 1 -> "(" + condition(depth - 1) + " && " + condition(depth - 1) + ")";
      case 2 -> "(" + condition(depth - 1) + " || " + condition(depth - 1) + ")";
      case 3 -> "!(" + condition(depth - 1) + ")";
      case 4 -> one(TEXTS) + (random.nextInt(3) == 0 ? " != " : " == ") + one(WORDS);
      case 5 -> textTest();
      case 6 -> one(TRUTHS);
      case 7 -> "payload.has(\"n\") && payload.num(\"n\") " + one(COMPARISONS) + " " + number();
      default -> one(NUMBERS) + " " + one(COMPARISONS) + " " + number();
    };
  }

  private String textTest() {
    return switch (random.nextInt(6)) {
      case 0 -> one(WORDS) + " == " + one(TEXTS);
      case 1 -> one(TEXTS) + " in (" + one(WORDS) + ", " + one(WORDS) + ")";
      case 2 -> one(TEXTS) + " not in (" + one(WORDS) + ", " + one(WORDS) + ")";
      case 3 -> (random.nextBoolean() ? "targets" : "instance.configuration") + contains();
      case 4 ->
          one(TEXTS) + (random.nextBoolean() ? " matches" : " not matches") + " \"[A-B]|g.*\"";
      default -> one(TEXTS) + " == " + one(TEXTS);
    };
  }

  private String contains() {
    return (random.nextBoolean() ? " contains " : " not contains ") + one(WORDS);
  }

  private String number() {
    return switch (random.nextInt(6)) {
      case 0 -> "settings.num(\"limit\") - 1";
      case 1 -> "-1";
      case 2 -> "1.5";
      default -> Integer.toString(random.nextInt(5));
    };
  }

  private String one(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
