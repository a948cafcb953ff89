package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Binary;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.In;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.Select;
import dev.statute.drools.internal.drl.DrlExpression.Unary;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Check for exceptions on absent values: a field of one, a call on one, or one as an argument that
 * must not be null. A preceding test makes these safe.
 */
public final class NullDereferenceCheck {
  private static final Set<String> TAKE_NULL =
      Set.of("equals", "equalsIgnoreCase", "valueOf", "join");

  private static final Set<String> COMPUTE = Set.of("+", "-", "*", "/", "%");

  private final CheckContext context;

  public NullDereferenceCheck(CheckContext site) {
    this.context = site;
  }

  /** Checks a field of {@code on}, or a call on it, with the offsets of its text. */
  void checkAccess(DrlExpression on, ExpressionType kind, int start, int end, boolean safe) {
    String name = context.sourceText(start, end);
    if (safe && context.isJava()) {
      context.report(
          "R129", on, "this is Java, where '!.' means nothing", testBefore(context.sourceText(on)));
    } else if (kind.nullable() && !safe) {
      report(
          on, "and has no " + name + " then", ", or write " + context.sourceText(on) + "!." + name);
    }
  }

  /**
   * Reports each {@code !.} that the rule engine ignores: in lists, in sums, and in arguments of
   * calls.
   */
  public void checkSafeNavigation(DrlExpression condition) {
    checkSafeNavigation(condition, false);
  }

  private void checkSafeNavigation(DrlExpression at, boolean inside) {
    if (at instanceof Binary binary) {
      boolean computes = inside || COMPUTE.contains(binary.operator());
      checkSafeNavigation(binary.left(), computes);
      checkSafeNavigation(binary.right(), computes);
    } else if (at instanceof Unary unary) {
      checkSafeNavigation(unary.operand(), inside || !unary.operator().equals("!"));
    } else if (at instanceof In in) {
      checkSafeNavigation(in.value(), inside);
      in.members().forEach(each -> checkSafeNavigation(each, true));
    } else if (at instanceof Select select) {
      checkSafeNavigation(select.receiver(), select.safe(), inside);
    } else if (at instanceof Call call) {
      call.arguments().forEach(each -> checkSafeNavigation(each, true));
      if (call.receiver() != null) {
        checkSafeNavigation(call.receiver(), call.safe(), inside);
      }
    }
  }

  private void checkSafeNavigation(DrlExpression on, boolean safe, boolean inside) {
    if (safe && inside) {
      context.report(
          "R129",
          on.end(),
          on.end() + 2,
          "'!.' does nothing here",
          "write '.', and put " + context.sourceText(on) + " != null, before it");
    }
    checkSafeNavigation(on, inside);
  }

  /** Checks the operand of {@code contains}. */
  void checkOperand(DrlExpression part) {
    report(part, "and no text can be asked for it then", "");
  }

  /** Checks arguments of a method or a verdict. */
  void checkArguments(
      Executable to, String name, List<DrlExpression> given, List<ExpressionType> kinds) {
    boolean takesNull =
        TAKE_NULL.contains(to.getName())
            || Collection.class.isAssignableFrom(to.getDeclaringClass());
    Parameter[] parameters = to.getParameters();
    for (int i = 0; i < given.size() && i < parameters.length && !takesNull; i++) {
      if (kinds.get(i).nullable()
          && !parameters[i].getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        report(given.get(i), "which " + name + " does not take", "");
      }
    }
  }

  /**
   * Checks a summed or collected value: one absent number makes the sum absent.
   *
   * @param mayBeAbsent variables with possibly absent values
   */
  public void checkAccumulated(
      DrlExpression parameter,
      Function<DrlExpression, ExpressionType> typing,
      Set<String> mayBeAbsent) {
    if (parameter instanceof Binary binary) {
      checkAccumulated(binary.left(), typing, mayBeAbsent);
      checkAccumulated(binary.right(), typing, mayBeAbsent);
      return;
    }
    if (parameter instanceof Unary unary) {
      checkAccumulated(unary.operand(), typing, mayBeAbsent);
      return;
    }
    ExpressionType kind = typing.apply(parameter);
    if (kind.nullable()) {
      reportAccumulated(
          parameter, "put " + context.sourceText(parameter) + " != null into the pattern");
    } else if (kind.isNumber()
        && parameter instanceof Name name
        && mayBeAbsent.contains(name.name())) {
      reportAccumulated(name, "put has(\"…\"), before the condition that binds " + name.name());
    } else if (kind.isNumber()
        && parameter instanceof Call call
        && AbsentValueCheck.isAccessor(call)) {
      String key = context.sourceText(call.arguments().get(0));
      reportAccumulated(
          call,
          "bind it in the pattern: has(" + key + "), $value : " + call.name() + "(" + key + ")");
    }
  }

  private void reportAccumulated(DrlExpression at, String fix) {
    context.report(
        "R129",
        at,
        "'" + context.sourceText(at) + "' may be absent, and nothing is computed of it then",
        fix);
  }

  private void report(DrlExpression at, String consequence, String orElse) {
    String text = context.sourceText(at);
    if (at.isNull()) {
      context.report("R129", at, "null is nothing, " + consequence, "write what it is");
      return;
    }
    context.report(
        "R129",
        at,
        "'" + text + "' may be absent, " + consequence,
        context.isJava() ? testBefore(text) : "put " + text + " != null, before it" + orElse);
  }

  private static String testBefore(String text) {
    return "write if (" + text + " != null) before it, or let the conditions say so";
  }
}
