package dev.statute.drools.internal.check;

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
 * Reports what would throw where a value is absent: a field of it, a call on it, and giving it to
 * what takes no null. A test before it makes it safe.
 */
final class NullDereferenceCheck {
  private static final Set<String> TAKE_NULL =
      Set.of("equals", "equalsIgnoreCase", "valueOf", "join");

  private static final Set<String> COMPUTE = Set.of("+", "-", "*", "/", "%");

  private final CheckContext site;

  NullDereferenceCheck(CheckContext site) {
    this.site = site;
  }

  /** A field of {@code on}, or a call on it, as it is written between two offsets. */
  void asked(DrlExpression on, ExpressionType kind, int start, int end, boolean safe) {
    String name = site.written(start, end);
    if (safe && site.isJava()) {
      site.report(
          "R129", on, "this is Java, where '!.' means nothing", testBefore(site.written(on)));
    } else if (kind.nullable() && !safe) {
      report(on, "and has no " + name + " then", ", or write " + site.written(on) + "!." + name);
    }
  }

  /**
   * Finds where the rule engine passes over a {@code !.}: in lists, in sums, and in what a call is
   * given.
   */
  void passedOver(DrlExpression condition) {
    passedOver(condition, false);
  }

  private void passedOver(DrlExpression at, boolean inside) {
    if (at instanceof Binary binary) {
      boolean computes = inside || COMPUTE.contains(binary.operator());
      passedOver(binary.left(), computes);
      passedOver(binary.right(), computes);
    } else if (at instanceof Unary unary) {
      passedOver(unary.operand(), inside || !unary.operator().equals("!"));
    } else if (at instanceof In in) {
      passedOver(in.of(), inside);
      in.among().forEach(each -> passedOver(each, true));
    } else if (at instanceof Select select) {
      passedOver(select.on(), select.safe(), inside);
    } else if (at instanceof Call call) {
      call.arguments().forEach(each -> passedOver(each, true));
      if (call.on() != null) {
        passedOver(call.on(), call.safe(), inside);
      }
    }
  }

  private void passedOver(DrlExpression on, boolean safe, boolean inside) {
    if (safe && inside) {
      site.report(
          "R129",
          on.end(),
          on.end() + 2,
          "'!.' does nothing here",
          "write '.', and put " + site.written(on) + " != null, before it");
    }
    passedOver(on, inside);
  }

  /** What a text is said to contain. */
  void part(DrlExpression part) {
    report(part, "and no text can be asked for it then", "");
  }

  /** What is given to a method or made into a verdict. */
  void arguments(
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
   * What is summed up or collected: with one number that is not there, a sum is none.
   *
   * @param mayBeAbsent variables that may stand for what is not there
   */
  void accumulated(
      DrlExpression parameter,
      Function<DrlExpression, ExpressionType> typing,
      Set<String> mayBeAbsent) {
    if (parameter instanceof Binary binary) {
      accumulated(binary.left(), typing, mayBeAbsent);
      accumulated(binary.right(), typing, mayBeAbsent);
      return;
    }
    if (parameter instanceof Unary unary) {
      accumulated(unary.operand(), typing, mayBeAbsent);
      return;
    }
    ExpressionType kind = typing.apply(parameter);
    if (kind.nullable()) {
      reportAccumulated(parameter, "put " + site.written(parameter) + " != null into the pattern");
    } else if (kind.isNumber()
        && parameter instanceof Name name
        && mayBeAbsent.contains(name.name())) {
      reportAccumulated(name, "put has(\"…\"), before the condition that binds " + name.name());
    } else if (kind.isNumber()
        && parameter instanceof Call call
        && AbsentValueTests.isAccessor(call)) {
      String key = site.written(call.arguments().get(0));
      reportAccumulated(
          call,
          "bind it in the pattern: has(" + key + "), $value : " + call.name() + "(" + key + ")");
    }
  }

  private void reportAccumulated(DrlExpression at, String fix) {
    site.report(
        "R129",
        at,
        "'" + site.written(at) + "' may be absent, and nothing is computed of it then",
        fix);
  }

  private void report(DrlExpression at, String consequence, String orElse) {
    String text = site.written(at);
    if (at.isNull()) {
      site.report("R129", at, "null is nothing, " + consequence, "write what it is");
      return;
    }
    site.report(
        "R129",
        at,
        "'" + text + "' may be absent, " + consequence,
        site.isJava() ? testBefore(text) : "put " + text + " != null, before it" + orElse);
  }

  private static String testBefore(String text) {
    return "write if (" + text + " != null) before it, or let the conditions say so";
  }
}
