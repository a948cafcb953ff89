package dev.statute.drools.internal.check;

import dev.statute.drools.internal.drl.DrlExpression;
import dev.statute.drools.internal.drl.DrlExpression.Call;
import dev.statute.drools.internal.drl.DrlExpression.Index;
import dev.statute.drools.internal.drl.DrlExpression.Literal;
import dev.statute.drools.internal.drl.DrlExpression.Name;
import dev.statute.drools.internal.drl.DrlExpression.Select;
import dev.statute.policy.Settings;
import dev.statute.policy.Values;
import dev.statute.problem.Suggest;
import java.beans.Introspector;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Types names, fields and calls: whatever is not on the allow-list is reported. */
final class MemberTypes {
  private static final String TYPED = "write num(\"…\"), text(\"…\") or flag(\"…\")";

  private final CheckContext site;
  private final TypeChecker typing;
  private final NullDereferenceCheck absents;
  private final Set<String> readSettings = new LinkedHashSet<>();

  MemberTypes(CheckContext site, TypeChecker typing, NullDereferenceCheck absents) {
    this.absents = absents;
    this.site = site;
    this.typing = typing;
  }

  Set<String> readSettings() {
    return readSettings;
  }

  ExpressionType index(Index index) {
    String path = site.file().content().substring(index.on().start(), index.on().end());
    boolean list = new TypeChecker(site.quiet()).of(index.on()).isCollection();
    return site.report(
        "R116",
        index,
        "'" + path + "[…]' has no type, so what it means depends on chance",
        list
            ? "write contains, or " + path + ".get(…)"
            : index.at() instanceof Literal key && key.value() instanceof String name
                ? "write " + path + ".num(\"" + name + "\"), text(…) or flag(…)"
                : TYPED);
  }

  ExpressionType name(Name name) {
    ExpressionType bound = site.scope().kind(name.name());
    if (bound != null) {
      return bound;
    }
    if (name.name().equals("this") && !site.isJava()) {
      return ExpressionType.of(site.fact());
    }
    if (!site.isJava()) {
      Method accessor = accessor(site.fact(), name.name());
      if (accessor != null) {
        return ExpressionType.returnedBy(accessor);
      }
      if (site.fact() == Object.class || name.name().startsWith("$")) {
        return unknownName(name, site.scope().names());
      }
      return unknownField(site.fact(), name.name(), name.start());
    }
    return unknownName(name, site.scope().names());
  }

  private ExpressionType unknownName(Name name, Collection<String> known) {
    String near = Suggest.nearest(name.name(), known);
    return site.report(
        "R117",
        name,
        "nothing is called '" + name.name() + "' here",
        near == null ? null : "did you mean '" + near + "'?");
  }

  private ExpressionType unknownField(Class<?> type, String field, int start) {
    if (FactAllowList.isUntyped(type, field)) {
      return site.reportName(
          "R116",
          field,
          start,
          "'" + field + "' has no type, so what it means depends on chance",
          TYPED);
    }
    List<String> known = FactAllowList.accessors(type);
    String near = Suggest.nearest(field, known);
    if (type == Values.class || type == Settings.class) {
      String quoted = "(\"" + field + "\")";
      return site.reportName(
          "R111",
          field,
          start,
          "'" + field + "' is asked for by its name and type",
          near == null
              ? "write num" + quoted + ", text" + quoted + " or flag" + quoted
              : "did you mean '" + near + "'?");
    }
    return site.reportName(
        "R111",
        field,
        start,
        ExpressionType.of(type).inWords() + " has no field '" + field + "' that rules may read",
        near == null
            ? "it has " + String.join(", ", known) + "; a text stands in quotes: \"" + field + "\""
            : "did you mean '" + near + "'?");
  }

  /** The method behind {@code field} as conditions read it, or null. */
  private static @Nullable Method accessor(Class<?> type, String field) {
    for (String name :
        List.of(field, "is" + Character.toUpperCase(field.charAt(0)) + field.substring(1))) {
      List<Method> found = FactAllowList.methods(type, name);
      if (!found.isEmpty() && found.get(0).getParameterCount() == 0) {
        return found.get(0);
      }
    }
    return null;
  }

  ExpressionType select(Select select) {
    ExpressionType on = typing.of(select.on());
    if (on.isUnknown()) {
      return untyped(on, select.name(), select.nameStart());
    }
    Method accessor = accessor(on.raw(), select.name());
    if (accessor == null) {
      return unknownField(on.raw(), select.name(), select.nameStart());
    }
    absents.asked(select.on(), on, select.nameStart(), select.end(), select.safe());
    if (site.isJava()) {
      site.report(
          "R111",
          select.nameStart(),
          select.end(),
          "this is Java, where '" + select.name() + "' is a method",
          "write " + select.name() + "()");
    }
    return ExpressionType.returnedBy(accessor);
  }

  ExpressionType call(Call call) {
    List<ExpressionType> arguments = typing.all(call.arguments());
    DrlExpression on = call.on();
    Class<?> owner =
        on instanceof Name name && site.scope().kind(name.name()) == null
            ? FactAllowList.withStatics(name.name())
            : null;
    Class<?> type;
    List<Method> methods;
    if (on == null) {
      type = site.isJava() ? Object.class : site.fact();
      methods = site.isJava() ? List.of() : FactAllowList.methods(site.fact(), call.name());
    } else if (owner != null) {
      type = owner;
      methods = FactAllowList.statics(owner, call.name());
    } else {
      ExpressionType kind = typing.of(on);
      if (kind.isUnknown()) {
        return untyped(kind, call.name(), call.nameStart());
      }
      type = kind.raw();
      methods = FactAllowList.methods(type, call.name());
      if (!methods.isEmpty()) {
        absents.asked(on, kind, call.nameStart(), call.end(), call.safe());
        new RuntimeFailureCheck(site).called(call, kind);
      }
      if (kind.isCollection() && call.name().equals("get")) {
        resolve(call, type, methods, arguments);
        return member(call, kind);
      }
    }
    return resolve(call, type, methods, arguments);
  }

  /** What is at one place of a list. */
  private ExpressionType member(Call call, ExpressionType list) {
    return list.element() != Object.class || site.isJava()
        ? ExpressionType.of(list.element())
        : site.reportName(
            "R116",
            call.name(),
            call.nameStart(),
            "what is in this list has no type, so what it means depends on chance",
            "write contains, or memberOf");
  }

  /** A field of, or a call on, what has no known type. */
  private ExpressionType untyped(ExpressionType on, String name, int start) {
    return on.isReported()
        ? on
        : site.reportName(
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
      String near = Suggest.nearest(call.name(), known);
      String plain = plain(call.name());
      near = known.contains(plain) ? plain : near;
      if (call.on() == null && FactAllowList.verdict(call.name()) != null) {
        return site.reportName(
            "R108",
            call.name(),
            call.nameStart(),
            "a verdict is made by new",
            "write new " + call.name() + "(…)");
      }
      return site.reportName(
          "R108",
          call.name(),
          call.nameStart(),
          "rules may not call " + call.name() + "(…) here",
          near == null ? null : "did you mean '" + near + "'?");
    }
    for (Method method : methods) {
      if (CallSignatures.fit(method, arguments)) {
        checkWords(call, type);
        absents.arguments(method, call.name() + "(…)", call.arguments(), arguments);
        ExpressionType kind = ExpressionType.returnedBy(method);
        return isAlwaysThere(call, type) ? kind.nullable(false) : kind;
      }
    }
    return site.reportName(
        "R118",
        call.name(),
        call.nameStart(),
        CallSignatures.mismatch(methods.get(0), arguments, call.name() + "(…) takes ", ", not "),
        null);
  }

  /** What a getter of Java is called here. */
  private static String plain(String name) {
    return name.matches("(get|is)[A-Z].*")
        ? Introspector.decapitalize(name.replaceFirst("get|is", ""))
        : name;
  }

  /** Whether it is a setting that some pack declares: it has a value then, or nothing is run. */
  private boolean isAlwaysThere(Call call, Class<?> type) {
    return type == Settings.class
        && !call.arguments().isEmpty()
        && call.arguments().get(0) instanceof Literal key
        && site.settings().isAlwaysThere(String.valueOf(key.value()));
  }

  private void checkWords(Call call, Class<?> type) {
    if (call.arguments().isEmpty()) {
      return;
    }
    DrlExpression first = call.arguments().get(0);
    if (type == Settings.class && first instanceof Literal key) {
      readSettings.add(String.valueOf(key.value()));
      site.settings().check(site.file(), call.name(), key, site.problems());
    }
    if (type == Settings.class || type == Values.class) {
      return;
    }
    String noun = VocabularyCheck.noun(type, call.name());
    if (noun != null) {
      site.literals().check(noun, first);
    } else if (List.of("contains", "equals").contains(call.name()) && call.on() != null) {
      site.literals().check(VocabularyRoles.of(site, call.on()), first);
    }
  }
}
