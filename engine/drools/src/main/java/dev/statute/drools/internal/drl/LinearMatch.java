package dev.statute.drools.internal.drl;

import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.Select;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Condition with calls instead of {@code matches}, because the rule engine's own implementation
 * backtracks.
 *
 * @param binding the part that binds a variable, or null
 * @param condition the rest
 */
public record LinearMatch(@Nullable String binding, String condition) {

  /**
   * Rewrites a condition, or the value of a binding; null if it has no {@code matches}.
   *
   * @param call text of the call with a text and a pattern, up to its first argument
   */
  public static @Nullable LinearMatch rewrite(String text, String call) {
    PatternConstraint condition = PatternConstraint.read(text, 0);
    ConditionRewriter rewriting = new ConditionRewriter(text, call);
    rewriting.rewrite(condition.expression());
    if (!rewriting.changed) {
      return null;
    }
    DrlExpression bound = condition.bound();
    String rewritten = rewriting.result.toString();
    return condition.binding() == null || condition.enclosed()
        ? new LinearMatch(null, rewritten)
        : new LinearMatch(
            condition.binding() + " : " + text.substring(bound.start(), bound.end()),
            rewritten.substring(text.indexOf(':') + 1));
  }

  private static final class ConditionRewriter {
    private final String text;
    private final String call;
    private final List<DrlToken> tokens;
    private final StringBuilder result;
    private boolean changed;

    ConditionRewriter(String text, String call) {
      this.text = text;
      this.call = call;
      this.tokens = DrlLexer.tokens(text, 0, false);
      this.result = new StringBuilder(text);
    }

    /** Rewrites the last parts first, so that the offsets of earlier parts stay valid. */
    void rewrite(DrlExpression expression) {
      if (expression instanceof Binary binary && binary.operator().endsWith("matches")) {
        changed = true;
        int start = openingParenthesis(binary.start(), binary.operatorStart());
        int end = closingParenthesis(binary.right().start(), binary.right().end());
        String matching =
            call
                + withoutSafeNavigation(start, binary.operatorStart())
                + ", "
                + withoutSafeNavigation(binary.right())
                + ")";
        String negation = binary.operator().startsWith("not") ? "!" : "";
        result.replace(start, end, "(" + presenceTest(binary.left()) + negation + matching + ")");
        return;
      }
      List<DrlExpression> parts = new ArrayList<>(expression.parts());
      Collections.reverse(parts);
      parts.forEach(this::rewrite);
    }

    /**
     * Offset of the text that ends before {@code end}, including the brackets that are closed in
     * it.
     */
    private int openingParenthesis(int start, int end) {
      int from = start;
      for (int at = tokens.size() - 1, closed = 0; at >= 0; at--) {
        DrlToken token = tokens.get(at);
        if (token.start() >= end) {
          continue;
        }
        if (token.start() < start && closed == 0) {
          return from;
        }
        closed += token.is(")") ? 1 : token.is("(") ? -1 : 0;
        from = Math.min(from, token.start());
      }
      return from;
    }

    /** End of the brackets that contain only a literal. */
    private int closingParenthesis(int start, int end) {
      int before = indexOf(start) - 1;
      int to = end;
      for (int at = indexOf(start) + 1;
          tokens.get(before).is("(") && tokens.get(at).is(")");
          at++, before--) {
        to = tokens.get(at).end();
      }
      return to;
    }

    private int indexOf(int start) {
      for (int at = 0; ; at++) {
        if (tokens.get(at).start() >= start) {
          return at;
        }
      }
    }

    private String withoutSafeNavigation(DrlExpression expression) {
      return withoutSafeNavigation(expression.start(), expression.end());
    }

    /** Text between two offsets, with '.' in place of '!.'. */
    private String withoutSafeNavigation(int start, int end) {
      StringBuilder plain = new StringBuilder();
      int from = start;
      for (DrlToken token : tokens) {
        if (token.is("!.") && token.start() >= start && token.start() < end) {
          plain.append(text, from, token.start());
          from = token.start() + 1;
        }
      }
      return plain.append(text, from, end).toString().strip();
    }

    /** Condition that the parts of a path before {@code !.} are present. */
    private String presenceTest(DrlExpression path) {
      if (path instanceof Select select) {
        return presenceTest(select.receiver(), select.safe());
      }
      return path instanceof Call method && method.receiver() != null
          ? presenceTest(method.receiver(), method.safe())
          : "";
    }

    private String presenceTest(DrlExpression on, boolean safe) {
      return presenceTest(on) + (safe ? withoutSafeNavigation(on) + " != null && " : "");
    }
  }
}
