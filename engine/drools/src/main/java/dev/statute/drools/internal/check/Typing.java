package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.DrlFile;
import dev.statute.drools.internal.drl.Expression;
import dev.statute.drools.internal.drl.Expression.Binary;
import dev.statute.drools.internal.drl.Expression.Call;
import dev.statute.drools.internal.drl.Expression.Choice;
import dev.statute.drools.internal.drl.Expression.In;
import dev.statute.drools.internal.drl.Expression.Index;
import dev.statute.drools.internal.drl.Expression.Literal;
import dev.statute.drools.internal.drl.Expression.Name;
import dev.statute.drools.internal.drl.Expression.New;
import dev.statute.drools.internal.drl.Expression.Select;
import dev.statute.drools.internal.drl.Expression.Unary;
import dev.statute.policy.Finding;
import dev.statute.policy.Redirect;
import dev.statute.policy.Settings;
import dev.statute.policy.Values;
import dev.statute.policy.Verdict;
import dev.statute.policy.Waive;
import dev.statute.problem.Problems;
import dev.statute.problem.Suggest;
import dev.statute.problem.Text;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * Gives every expression of a rule its type, and reports what has none: unknown names, calls that
 * are not on the allow-list, comparisons that can never hold. One problem for each place: what was
 * reported has an unknown type, and nothing further is said about it.
 */
final class Typing {
  private final DrlFile file;
  private final Scope scope;
  private final Literals literals;
  private final SettingNames settings;
  private final Problems problems;
  private final boolean java;
  private final Class<?> fact;
  private final Set<String> readSettings = new LinkedHashSet<>();

  /**
   * @param fact the type of the pattern's fact; {@code Void} in a consequence, which has none
   */
  Typing(
      DrlFile file,
      Scope scope,
      Literals literals,
      SettingNames settings,
      Problems problems,
      Class<?> fact) {
    this.file = file;
    this.scope = scope;
    this.literals = literals;
    this.settings = settings;
    this.problems = problems;
    this.fact = fact;
    this.java = fact == Void.class;
  }

  /** Names of the settings that were read so far. */
  Set<String> readSettings() {
    return readSettings;
  }

  Kind of(Expression expression) {
    if (expression instanceof Literal literal) {
      return literal.value() == null ? Kind.NULL : Kind.of(literal.value().getClass());
    }
    if (expression instanceof Name name) {
      return name(name);
    }
    if (expression instanceof Select select) {
      return select(select);
    }
    if (expression instanceof Call call) {
      return call(call);
    }
    if (expression instanceof Unary unary) {
      return unary(unary);
    }
    if (expression instanceof Binary binary) {
      return binary(binary);
    }
    if (expression instanceof In in) {
      Kind of = of(in.of());
      in.among().forEach(each -> compare(in.of(), of, each, of(each), in));
      return Kind.BOOLEAN;
    }
    if (expression instanceof Choice choice) {
      mustBeBoolean(choice.condition(), of(choice.condition()));
      Kind then = of(choice.then());
      Kind otherwise = of(choice.otherwise());
      return then.equals(otherwise) ? then : Kind.UNKNOWN;
    }
    if (expression instanceof Index index) {
      return index(index);
    }
    return made((New) expression);
  }

  /** A verdict; nothing else is made. */
  private Kind made(New made) {
    Class<? extends Verdict> type = Facts.verdict(made.type());
    List<Kind> arguments = new ArrayList<>();
    made.arguments().forEach(each -> arguments.add(of(each)));
    int end = made.typeStart() + made.type().length();
    if (type == null) {
      String near = Suggest.nearest(made.type(), Facts.verdictNames());
      report(
          "R121",
          made.typeStart(),
          end,
          "a rule makes nothing but verdicts, and '" + made.type() + "' is none",
          near == null
              ? "the verdicts are " + String.join(", ", Facts.verdictNames())
              : "did you mean '" + near + "'?");
      return Kind.REPORTED;
    }
    Constructor<?> constructor = type.getConstructors()[0];
    if (!fits(constructor, arguments)) {
      report(
          "R118",
          made.typeStart(),
          end,
          "a "
              + made.type()
              + " is made of "
              + Signatures.inWords(constructor)
              + ", not of "
              + Signatures.inWords(arguments),
          null);
    } else if (type == Redirect.class) {
      literals.check("state", made.arguments().get(1));
    } else if (type == Finding.class) {
      literals.check("level", made.arguments().get(2));
    } else if (type == Waive.class) {
      literals.check("field", made.arguments().get(0));
    }
    return Kind.of(type);
  }

  private Kind index(Index index) {
    String path = file.content().substring(index.on().start(), index.on().end());
    report(
        "R116",
        index.start(),
        index.end(),
        "'" + path + "[…]' has no type, so what it means depends on chance",
        "write num(\"…\"), text(\"…\") or flag(\"…\")");
    return Kind.REPORTED;
  }

  private Kind name(Name name) {
    Kind bound = scope.kind(name.name());
    if (bound != null) {
      return bound;
    }
    if (name.name().equals("this") && !java) {
      return Kind.of(fact);
    }
    if (!java) {
      Method accessor = accessor(fact, name.name());
      if (accessor != null) {
        return Kind.returnedBy(accessor);
      }
      if (fact == Object.class || name.name().startsWith("$")) {
        return unknownName(name, scope.names());
      }
      return unknownField(fact, name.name(), name.start());
    }
    return unknownName(name, scope.names());
  }

  private Kind unknownName(Name name, Collection<String> known) {
    String near = Suggest.nearest(name.name(), known);
    report(
        "R117",
        name.start(),
        name.end(),
        "nothing is called '" + name.name() + "' here",
        near == null ? null : "did you mean '" + near + "'?");
    return Kind.REPORTED;
  }

  private Kind unknownField(Class<?> type, String field, int start) {
    List<String> known = Facts.accessors(type);
    String near = Suggest.nearest(field, known);
    String what = Kind.of(type).inWords();
    report(
        Facts.isUntyped(type, field) ? "R116" : "R111",
        start,
        start + field.length(),
        Facts.isUntyped(type, field)
            ? "'" + field + "' has no type, so what it means depends on chance"
            : what + " has no field '" + field + "' that rules may read",
        Facts.isUntyped(type, field)
            ? "write num(\"…\"), text(\"…\") or flag(\"…\")"
            : near == null ? "it has " + String.join(", ", known) : "did you mean '" + near + "'?");
    return Kind.REPORTED;
  }

  /** The method behind {@code field} as conditions read it, or null. */
  private static @Nullable Method accessor(Class<?> type, String field) {
    for (String name :
        List.of(field, "is" + Character.toUpperCase(field.charAt(0)) + field.substring(1))) {
      List<Method> found = Facts.methods(type, name);
      if (!found.isEmpty() && found.get(0).getParameterCount() == 0) {
        return found.get(0);
      }
    }
    return null;
  }

  private Kind select(Select select) {
    Kind on = of(select.on());
    if (on.isUnknown()) {
      return untyped(on, select.name(), select.nameStart());
    }
    Method accessor = accessor(on.raw(), select.name());
    if (accessor == null) {
      return unknownField(on.raw(), select.name(), select.nameStart());
    }
    if (java) {
      report(
          "R111",
          select.nameStart(),
          select.end(),
          "a consequence is Java, where '" + select.name() + "' is a method",
          "write " + select.name() + "()");
    }
    return Kind.returnedBy(accessor);
  }

  private Kind call(Call call) {
    List<Kind> arguments = new ArrayList<>();
    call.arguments().forEach(each -> arguments.add(of(each)));
    Expression on = call.on();
    Class<?> owner =
        on instanceof Name name && scope.kind(name.name()) == null
            ? Facts.withStatics(name.name())
            : null;
    Class<?> type;
    List<Method> methods;
    if (on == null) {
      type = java ? Object.class : fact;
      methods = java ? List.of() : Facts.methods(fact, call.name());
    } else if (owner != null) {
      type = owner;
      methods = Facts.statics(owner, call.name());
    } else {
      Kind kind = of(on);
      if (kind.isUnknown()) {
        return untyped(kind, call.name(), call.nameStart());
      }
      type = kind.raw();
      methods = Facts.methods(type, call.name());
      if (kind.isCollection() && call.name().equals("get")) {
        resolve(call, type, methods, arguments);
        return Kind.of(kind.element());
      }
    }
    return resolve(call, type, methods, arguments);
  }

  /** A field of, or a call on, what has no known type. */
  private Kind untyped(Kind on, String name, int start) {
    if (!on.isReported()) {
      report(
          "R108",
          start,
          start + name.length(),
          "nothing is known of the value that '" + name + "' is asked of",
          null);
    }
    return Kind.REPORTED;
  }

  private Kind resolve(Call call, Class<?> type, List<Method> methods, List<Kind> arguments) {
    int end = call.nameStart() + call.name().length();
    if (methods.isEmpty()) {
      List<String> known = Facts.accessors(type);
      if (Facts.isUntyped(type, call.name())) {
        return unknownField(type, call.name(), call.nameStart());
      }
      String near = Suggest.nearest(call.name(), known);
      report(
          "R108",
          call.nameStart(),
          end,
          "rules may not call " + call.name() + "(…) here",
          near == null ? null : "did you mean '" + near + "'?");
      return Kind.REPORTED;
    }
    for (Method method : methods) {
      if (fits(method, arguments)) {
        checkWords(call, type);
        return Kind.returnedBy(method);
      }
    }
    report(
        "R118",
        call.nameStart(),
        end,
        call.name()
            + "(…) takes "
            + Signatures.inWords(methods.get(0))
            + ", not "
            + Signatures.inWords(arguments),
        null);
    return Kind.REPORTED;
  }

  private static boolean fits(Executable method, List<Kind> arguments) {
    Class<?>[] wanted = method.getParameterTypes();
    if (method.isVarArgs()) {
      return arguments.size() >= wanted.length - 1;
    }
    if (wanted.length != arguments.size()) {
      return false;
    }
    for (int i = 0; i < wanted.length; i++) {
      if (!arguments.get(i).fits(wanted[i])) {
        return false;
      }
    }
    return true;
  }

  private void checkWords(Call call, Class<?> type) {
    if (call.arguments().isEmpty()) {
      return;
    }
    Expression first = call.arguments().get(0);
    if (type == Settings.class && first instanceof Literal key) {
      readSettings.add(String.valueOf(key.value()));
      settings.check(file, call.name(), key, problems);
    }
    if (type == Settings.class || type == Values.class) {
      return;
    }
    String noun = Literals.noun(type, call.name());
    if (noun != null) {
      literals.check(noun, first);
    } else if (List.of("contains", "equals").contains(call.name()) && call.on() != null) {
      literals.check(nounOf(call.on()), first);
    }
  }

  private Kind unary(Unary unary) {
    Kind kind = of(unary.operand());
    if (unary.operator().equals("!")) {
      mustBeBoolean(unary.operand(), kind);
      return Kind.BOOLEAN;
    }
    if (!isNumberOrUnknown(kind)) {
      incomparable(unary.start(), unary.end(), kind.inWords() + " is no number");
    }
    return switch (unary.operator()) {
      case "(int)" -> Kind.of(int.class);
      case "(long)" -> Kind.of(long.class);
      case "(double)" -> Kind.of(double.class);
      default -> kind;
    };
  }

  private Kind binary(Binary binary) {
    Kind left = of(binary.left());
    Kind right = of(binary.right());
    switch (binary.operator()) {
      case "&&", "||" -> {
        mustBeBoolean(binary.left(), left);
        mustBeBoolean(binary.right(), right);
      }
      case "==", "!=" -> compare(binary.left(), left, binary.right(), right, binary);
      case "<", "<=", ">", ">=" -> {
        if (!isNumberOrUnknown(left) || !isNumberOrUnknown(right)) {
          incomparable(
              binary.start(),
              binary.end(),
              "only numbers have an order, not " + left.inWords() + " and " + right.inWords());
        }
      }
      case "+" -> {
        return sum(binary, left, right);
      }
      case "-", "*", "/", "%" -> {
        return arithmetic(binary, left, right);
      }
      case "contains", "not contains" ->
          contains(binary, left, binary.left(), right, binary.right());
      case "memberOf", "not memberOf" ->
          contains(binary, right, binary.right(), left, binary.left());
      default -> matches(binary, left);
    }
    return Kind.BOOLEAN;
  }

  private Kind sum(Binary binary, Kind left, Kind right) {
    return left.isText() || right.isText() ? Kind.TEXT : arithmetic(binary, left, right);
  }

  private Kind arithmetic(Binary binary, Kind left, Kind right) {
    if (!isNumberOrUnknown(left) || !isNumberOrUnknown(right)) {
      incomparable(
          binary.start(),
          binary.end(),
          "'"
              + binary.operator()
              + "' is for numbers, not "
              + left.inWords()
              + " and "
              + right.inWords());
      return Kind.REPORTED;
    }
    boolean fraction = left.raw() == double.class || right.raw() == double.class;
    return left.isUnknown() || right.isUnknown() || fraction
        ? Kind.of(double.class)
        : left.raw() == long.class ? left : right;
  }

  private void contains(Binary binary, Kind all, Expression whole, Kind one, Expression part) {
    if (!all.isCollection() && !all.isText() && !all.isUnknown()) {
      incomparable(binary.start(), binary.end(), all.inWords() + " contains nothing");
    } else if (all.isCollection() && !new Kind(all.element(), Object.class).comparesWith(one)) {
      incomparable(binary.start(), binary.end(), "the list never contains " + one.inWords());
    } else if (all.isCollection()) {
      literals.check(nounOf(whole), part);
    }
  }

  private void matches(Binary binary, Kind left) {
    if (!left.isText() && !left.isUnknown()) {
      incomparable(binary.start(), binary.end(), left.inWords() + " matches no pattern");
    }
    if (!(binary.right() instanceof Literal literal) || !(literal.value() instanceof String text)) {
      report("R119", binary.right().start(), binary.right().end(), "a pattern is a text", null);
      return;
    }
    try {
      Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      report("R119", literal.start(), literal.end(), "not a pattern: " + e.getDescription(), null);
    }
  }

  private void compare(Expression left, Kind a, Expression right, Kind b, Expression whole) {
    if (!a.comparesWith(b)) {
      incomparable(whole.start(), whole.end(), a.inWords() + " never equals " + b.inWords());
      return;
    }
    if (java && a.isText() && b.isText()) {
      incomparable(whole.start(), whole.end(), "in Java, texts are compared with equals(…)");
    }
    literals.check(nounOf(left), right);
    literals.check(nounOf(right), left);
  }

  /** What the words of this expression are called, if it is a field that has such. */
  private String nounOf(Expression expression) {
    String noun = null;
    if (expression instanceof Name name && scope.kind(name.name()) == null && !java) {
      noun = Literals.noun(fact, name.name());
    } else if (expression instanceof Select select) {
      noun = Literals.noun(quietly(select.on()).raw(), select.name());
    } else if (expression instanceof Call call && call.arguments().isEmpty()) {
      Expression on = call.on();
      noun = Literals.noun(on == null ? fact : quietly(on).raw(), call.name());
    }
    return noun == null ? "" : noun;
  }

  private Kind quietly(Expression expression) {
    return new Typing(file, scope, literals, settings, new Problems(), fact).of(expression);
  }

  private void mustBeBoolean(Expression expression, Kind kind) {
    if (!kind.isBoolean() && !kind.isUnknown()) {
      incomparable(expression.start(), expression.end(), kind.inWords() + " is no condition");
    }
  }

  private static boolean isNumberOrUnknown(Kind kind) {
    return kind.isNumber() || kind.isUnknown();
  }

  private void incomparable(int start, int end, String message) {
    report("R114", start, end, message, null);
  }

  private void report(String code, int start, int end, String message, @Nullable String fix) {
    Text at = file.text(start, end);
    int line = at.value().indexOf('\n');
    problems.error(code, line < 0 ? at : at.part(0, line), message, fix);
  }
}
