package dev.statute.drools.internal.type;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.Index;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.Select;
import dev.statute.policy.Settings;
import dev.statute.policy.base.Values;
import dev.statute.problem.SpellingSuggestion;
import java.beans.Introspector;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Types of names, fields and calls; members outside the allow-list are reported. */
final class MemberTypes {
  private static final String TYPED = "write num(\"…\"), text(\"…\") or flag(\"…\")";

  private final CheckContext context;
  private final TypeChecker typeChecker;
  private final NullDereferenceCheck nullCheck;
  private final NumberWidths widths;
  private final Set<String> readSettings = new LinkedHashSet<>();

  MemberTypes(CheckContext site, TypeChecker typing, NullDereferenceCheck absents) {
    this.nullCheck = absents;
    this.context = site;
    this.widths = new NumberWidths(site);
    this.typeChecker = typing;
  }

  Set<String> readSettings() {
    return readSettings;
  }

  ExpressionType index(Index index) {
    String path =
        context.file().content().substring(index.receiver().start(), index.receiver().end());
    boolean list =
        new TypeChecker(context.withoutReporting()).typeOf(index.receiver()).isCollection();
    return context.report(
        "R116",
        index,
        "'" + path + "[…]' has no type, so what it means depends on chance",
        list
            ? "write contains, or " + path + ".get(…)"
            : index.index() instanceof Literal key && key.value() instanceof String name
                ? "write " + path + ".num(\"" + name + "\"), text(…) or flag(…)"
                : TYPED);
  }

  ExpressionType name(Name name) {
    ExpressionType bound = context.scope().typeOf(name.name());
    if (bound != null) {
      if (context.scope().isFraction(name.name())) {
        widths.unbox(name);
      }
      return bound;
    }
    if (name.name().equals("this") && !context.isJava()) {
      return ExpressionType.of(context.fact());
    }
    if (!context.isJava()) {
      Method accessor = accessor(context.fact(), name.name());
      if (accessor != null) {
        return ExpressionType.returnedBy(accessor);
      }
      if (context.fact() == Object.class || name.name().startsWith("$")) {
        return unknownName(name, context.scope().names());
      }
      return unknownField(context.fact(), name.name(), name.start());
    }
    return unknownName(name, context.scope().names());
  }

  private ExpressionType unknownName(Name name, Collection<String> known) {
    return context.report(
        "R117",
        name,
        "nothing is called '" + name.name() + "' here",
        SpellingSuggestion.fix(name.name(), known, DefaultFix.forPattern("R117")));
  }

  private ExpressionType unknownField(Class<?> type, String field, int start) {
    if (FactAllowList.isUntyped(type, field)) {
      return context.reportName(
          "R116",
          field,
          start,
          "'" + field + "' has no type, so what it means depends on chance",
          TYPED);
    }
    List<String> known = FactAllowList.accessors(type);
    if (type == Values.class || type == Settings.class) {
      String quoted = "(\"" + field + "\")";
      return context.reportName(
          "R111",
          field,
          start,
          "'" + field + "' is asked for by its name and type",
          SpellingSuggestion.fix(
              field, known, "write num" + quoted + ", text" + quoted + " or flag" + quoted));
    }
    return context.reportName(
        "R111",
        field,
        start,
        ExpressionType.of(type).describe() + " has no field '" + field + "' that rules may read",
        SpellingSuggestion.fix(
            field,
            known,
            "it has " + String.join(", ", known) + "; a text stands in quotes: \"" + field + "\""));
  }

  /** Finds the method of {@code field} as conditions read it, or null. */
  private static @Nullable Method accessor(Class<?> type, String field) {
    for (String name :
        List.of(field, "is" + Character.toUpperCase(field.charAt(0)) + field.substring(1))) {
      List<Method> found = FactAllowList.findMethods(type, name);
      if (!found.isEmpty() && found.get(0).getParameterCount() == 0) {
        return found.get(0);
      }
    }
    return null;
  }

  ExpressionType select(Select select) {
    ExpressionType on = typeChecker.typeOf(select.receiver());
    if (on.isUnknown()) {
      return untyped(on, select.name(), select.nameStart());
    }
    Method accessor = accessor(on.raw(), select.name());
    if (accessor == null) {
      return unknownField(on.raw(), select.name(), select.nameStart());
    }
    nullCheck.checkAccess(select.receiver(), on, select.nameStart(), select.end(), select.safe());
    if (context.isJava()) {
      context.report(
          "R111",
          select.nameStart(),
          select.end(),
          "this is Java, where '" + select.name() + "' is a method",
          "write " + select.name() + "()");
    }
    return ExpressionType.returnedBy(accessor);
  }

  ExpressionType call(Call call) {
    List<ExpressionType> arguments = typeChecker.typesOf(call.arguments());
    DrlExpression on = call.receiver();
    Class<?> owner =
        on instanceof Name name && context.scope().typeOf(name.name()) == null
            ? FactAllowList.findStaticType(name.name())
            : null;
    Class<?> type;
    List<Method> methods;
    if (on == null) {
      type = context.isJava() ? Object.class : context.fact();
      methods =
          context.isJava() ? List.of() : FactAllowList.findMethods(context.fact(), call.name());
    } else if (owner != null) {
      type = owner;
      methods = FactAllowList.findStaticMethods(owner, call.name());
      if (!context.isJava()
          && call.arguments().stream().anyMatch(NumberWidths::isLarge)
          && arguments.stream().anyMatch(each -> each.raw() == int.class)) {
        return context.reportName(
            "R118",
            call.name(),
            call.nameStart(),
            call.name() + "(…) takes a large number only beside large ones",
            "compare with the large number in a condition of its own");
      }
    } else {
      ExpressionType kind = typeChecker.typeOf(on);
      if (kind.isUnknown()) {
        return untyped(kind, call.name(), call.nameStart());
      }
      type = kind.raw();
      methods = FactAllowList.findMethods(type, call.name());
      if (!methods.isEmpty()) {
        nullCheck.checkAccess(on, kind, call.nameStart(), call.end(), call.safe());
        new RuntimeFailureCheck(context).checkCall(call, kind);
      }
      if (kind.isCollection()
          && call.name().equals("contains")
          && arguments.size() == 1
          && !widths.asMember(call.arguments().get(0), arguments.get(0), kind.element())) {
        return context.report(
            "R114",
            call,
            "the list never contains " + arguments.get(0).describeFully() + " like this",
            null);
      }
      if (kind.isCollection() && call.name().equals("get")) {
        resolve(call, type, methods, arguments);
        return member(call, kind);
      }
    }
    return resolve(call, type, methods, arguments);
  }

  /** Type of the element at one index of a list. */
  private ExpressionType member(Call call, ExpressionType list) {
    return list.element() != Object.class || context.isJava()
        ? ExpressionType.of(list.element())
        : context.reportName(
            "R116",
            call.name(),
            call.nameStart(),
            "what is in this list has no type, so what it means depends on chance",
            "write contains, or memberOf");
  }

  /** Reports a field of, or a call on, a value of unknown type. */
  private ExpressionType untyped(ExpressionType on, String name, int start) {
    return on.isReported()
        ? on
        : context.reportName(
            "R108",
            name,
            start,
            "nothing is known of the value that '" + name + "' is asked of",
            null);
  }

  private ExpressionType resolve(
      Call call, Class<?> type, List<Method> methods, List<ExpressionType> arguments) {
    if (methods.isEmpty()) {
      List<String> known = FactAllowList.accessors(type);
      if (FactAllowList.isUntyped(type, call.name())) {
        return unknownField(type, call.name(), call.nameStart());
      }
      String near = SpellingSuggestion.nearest(call.name(), known);
      String plain = plain(call.name());
      near = known.contains(plain) ? plain : near;
      if (call.receiver() == null && FactAllowList.findVerdict(call.name()) != null) {
        return context.reportName(
            "R108",
            call.name(),
            call.nameStart(),
            "a verdict is made by new",
            "write new " + call.name() + "(…)");
      }
      return context.reportName(
          "R108",
          call.name(),
          call.nameStart(),
          "rules may not call " + call.name() + "(…) here",
          near == null ? null : "did you mean '" + near + "'?");
    }
    for (Method method : methods) {
      if (CallSignatures.matches(method, arguments)) {
        checkWords(call, type);
        nullCheck.checkArguments(method, call.name() + "(…)", call.arguments(), arguments);
        ExpressionType kind = ExpressionType.returnedBy(method);
        return isDeclaredSetting(call, type) ? kind.nullable(false) : kind;
      }
    }
    return context.reportName(
        "R118",
        call.name(),
        call.nameStart(),
        CallSignatures.mismatch(methods.get(0), arguments, call.name() + "(…) takes ", ", not "),
        null);
  }

  /** Name in rules for a getter of Java. */
  private static String plain(String name) {
    return name.matches("(get|is)[A-Z].*")
        ? Introspector.decapitalize(name.replaceFirst("get|is", ""))
        : name;
  }

  /** Tests for a setting that some pack declares: it has a value, or no rule runs. */
  private boolean isDeclaredSetting(Call call, Class<?> type) {
    return type == Settings.class
        && !call.arguments().isEmpty()
        && call.arguments().get(0) instanceof Literal key
        && context.settings().isAlwaysPresent(String.valueOf(key.value()));
  }

  private void checkWords(Call call, Class<?> type) {
    if (call.arguments().isEmpty()) {
      return;
    }
    DrlExpression first = call.arguments().get(0);
    if (type == Settings.class && first instanceof Literal key) {
      readSettings.add(String.valueOf(key.value()));
      context.settings().check(context.file(), call.name(), key, context.problems());
    }
    if (type == Settings.class || type == Values.class) {
      return;
    }
    String noun = VocabularyCheck.noun(type, call.name());
    if (noun != null) {
      context.literals().check(noun, first);
    } else if (List.of("contains", "equals").contains(call.name()) && call.receiver() != null) {
      context.literals().check(VocabularyRoles.of(context, call.receiver()), first);
    }
  }
}
