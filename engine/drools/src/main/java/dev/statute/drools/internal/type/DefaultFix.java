package dev.statute.drools.internal.type;

import org.jspecify.annotations.Nullable;

/** Default fix of a problem with a rule. */
public final class DefaultFix {
  private DefaultFix() {}

  /** Appends the specific fix of the case, or else the default one of the code. */
  public static String append(@Nullable String nearer, String code) {
    return nearer == null ? forPattern(code) : nearer;
  }

  public static String forPattern(String code) {
    return switch (code) {
      case "R104" -> "leave it out; a rule may have enabled, one that finds also salience";
      case "R106" ->
          "write patterns such as $t : Transition( event == \"Pause\" ), and not, or, exists";
      case "R107" -> "conditions are made of == != < <= > >= && || ! in contains memberOf matches";
      case "R108" -> "use the fields and accessors of facts: see 'Facts' in the rules' manual";
      case "R114" -> "compare values of one type: a text with \"…\", a number with a number";
      case "R117" -> "bind it in the conditions, such as $t : Transition( )";
      case "R118" -> "give as many values as it takes, of its types, in its order";
      case "R119" -> "write a regular expression in quotes, such as \"edit.*\"";
      case "R123" -> "insert( new Deny($t, \"why\") ); or another verdict";
      default -> "see statute explain " + code;
    };
  }
}
