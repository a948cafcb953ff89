package dev.statute.expr.internal.check;

import dev.statute.expr.internal.function.ConversionNode;
import dev.statute.expr.internal.function.ConversionNode.Conversion;
import dev.statute.expr.internal.function.PatternMatchNode;
import dev.statute.expr.internal.function.RoundingNode;
import dev.statute.expr.internal.function.SizeNode;
import dev.statute.expr.internal.function.TextTestNode;
import dev.statute.expr.internal.function.TimePart;
import dev.statute.expr.internal.node.Activation;
import dev.statute.expr.internal.node.ActiveStateNode;
import dev.statute.expr.internal.node.ConstantNode;
import dev.statute.expr.internal.node.EvaluationException;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.SpellingSuggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compiler of functions and methods: those of CEL, and {@code active()}. */
final class FunctionCompiler {
  /** Maximum number of states listed in a message. */
  private static final int MAX_LISTED = 8;

  private static final Set<String> TEXT_TESTS = Set.of("contains", "startsWith", "endsWith");

  private final NodeCompiler compiler;
  private final TypeEnvironment env;
  private final ProblemReporter report;

  FunctionCompiler(NodeCompiler compiler, TypeEnvironment env, ProblemReporter report) {
    this.compiler = compiler;
    this.env = env;
    this.report = report;
  }

  TypedNode compile(SyntaxTree.Call call) {
    String function = call.function();
    SyntaxTree target = call.target();
    if (function.equals("active") && target == null) {
      return compileActive(call);
    }
    List<SyntaxTree> all = new ArrayList<>();
    if (target != null) {
      all.add(target);
    }
    all.addAll(call.args());
    List<TypedNode> args = new ArrayList<>();
    all.forEach(arg -> args.add(compiler.visit(arg)));
    TypedNode compiled = compileKnown(call, all, args);
    if (compiled != null) {
      return compiled;
    }
    UnknownFunction why = UnknownFunction.of(call);
    report.error(why.code(), call.nameStart(), call.nameEnd(), why.message(), why.fix());
    return TypedNode.unknown(call.start());
  }

  private @Nullable TypedNode compileKnown(
      SyntaxTree.Call call, List<SyntaxTree> asts, List<TypedNode> args) {
    String function = call.function();
    boolean method = call.target() != null;
    int at = call.nameStart();
    if (function.equals("size") && hasArity(args, 1, 1)) {
      ValueType type = args.get(0).type();
      boolean sized =
          type == ValueType.DYN
              || type == ValueType.STRING
              || type instanceof ValueType.ListOf
              || OverloadTable.isMap(type);
      requireType(sized, asts.get(0), "size", "a string, list or map", type);
      return new TypedNode(new SizeNode(args.get(0).node(), at), ValueType.INT);
    }
    if (method && TEXT_TESTS.contains(function) && hasArity(args, 2, 2)) {
      requireTexts(asts, args, function);
      return new TypedNode(
          new TextTestNode(function, args.get(0).node(), args.get(1).node(), at), ValueType.BOOL);
    }
    if (method && function.equals("matches") && hasArity(args, 2, 2)) {
      return compileMatches(asts, args, at);
    }
    TimePart.Part part = TimePart.Part.lookup(function);
    if (method && part != null && hasArity(args, 1, 2)) {
      return compileTimePart(part, asts, args, at);
    }
    Conversion to = Conversion.of(function);
    if (!method && to != null && hasArity(args, 1, 1)) {
      return compileConversion(to, asts.get(0), args.get(0), at);
    }
    if (!method && to == Conversion.DECIMAL && hasArity(args, 2, 2)) {
      return compileRounding(asts, args, at);
    }
    if (!method && function.equals("dyn") && hasArity(args, 1, 1)) {
      return new TypedNode(args.get(0).node(), ValueType.DYN);
    }
    return null;
  }

  private TypedNode compileMatches(List<SyntaxTree> asts, List<TypedNode> args, int at) {
    requireTexts(asts, args, "matches");
    PatternMatchNode match = new PatternMatchNode(args.get(0).node(), args.get(1).node(), at);
    try {
      match.compile();
    } catch (EvaluationException e) {
      report.error("E305", asts.get(1), String.valueOf(e.getMessage()), null);
    }
    return new TypedNode(match, ValueType.BOOL);
  }

  private static boolean hasArity(List<TypedNode> args, int least, int most) {
    return args.size() >= least && args.size() <= most;
  }

  private void requireTexts(List<SyntaxTree> asts, List<TypedNode> args, String function) {
    for (int i = 0; i < args.size(); i++) {
      ValueType type = args.get(i).type();
      requireType(ValueType.STRING.accepts(type), asts.get(i), function, "strings", type);
    }
  }

  private void requireType(
      boolean right, SyntaxTree at, String function, String what, ValueType type) {
    if (!right) {
      report.error("E302", at, function + "() takes " + what + ", this is " + type, null);
    }
  }

  private TypedNode compileTimePart(
      TimePart.Part part, List<SyntaxTree> asts, List<TypedNode> args, int at) {
    ValueType type = args.get(0).type();
    boolean timed =
        type == ValueType.DYN
            || type == ValueType.TIMESTAMP
            || (type == ValueType.DURATION && part.isOfDuration() && args.size() == 1);
    requireType(
        timed,
        asts.get(0),
        part.function(),
        part.isOfDuration() ? "a timestamp or duration" : "a timestamp",
        type);
    ExpressionNode zone = null;
    if (args.size() == 2) {
      zone = args.get(1).node();
      ValueType given = args.get(1).type();
      requireType(
          ValueType.STRING.accepts(given),
          asts.get(1),
          part.function(),
          "the name of a time zone",
          given);
      if (given == ValueType.STRING && asts.get(1) instanceof SyntaxTree.Literal literal) {
        requireZone(String.valueOf(literal.value()), literal);
      }
    }
    return new TypedNode(new TimePart(part, args.get(0).node(), zone, at), ValueType.INT);
  }

  private void requireZone(String name, SyntaxTree ast) {
    try {
      TimePart.zone(name, ast.start());
    } catch (EvaluationException e) {
      report.error(
          "E306",
          ast,
          String.valueOf(e.getMessage()),
          "write the name of a region or a distance, such as 'Europe/Berlin' or '+02:00'");
    }
  }

  private TypedNode compileConversion(Conversion to, SyntaxTree ast, TypedNode arg, int at) {
    ValueType type = arg.type();
    List<ValueType> from = convertible(to);
    requireType(
        type == ValueType.DYN || from.contains(type), ast, to.function(), typeNames(from), type);
    ExpressionNode node = new ConversionNode(to, arg.node(), at);
    if (type == ValueType.STRING && ast instanceof SyntaxTree.Literal) {
      requireConvertible(node, to, ast);
    }
    return new TypedNode(
        ConstantNode.fold(node, List.of(arg.node())), ValueType.Basic.valueOf(to.name()));
  }

  /** Reports a literal text that cannot be converted, as in {@code duration('1d')}. */
  private void requireConvertible(ExpressionNode node, Conversion to, SyntaxTree ast) {
    try {
      node.eval(new EvaluationFrame(Activation.of()));
    } catch (EvaluationException e) {
      String fix =
          switch (to) {
            case DURATION -> "write it in hours, minutes and seconds: a day is 24h";
            case TIMESTAMP -> "write date, time and zone, such as 2026-01-31T12:00:00Z";
            case DECIMAL -> "write digits and a point, such as 12.30";
            default -> "write the value itself, without " + to.function() + "()";
          };
      report.error("E306", ast, String.valueOf(e.getMessage()), fix);
    }
  }

  /** Returns the types that a conversion takes. */
  private static List<ValueType> convertible(Conversion to) {
    return switch (to) {
      case INT ->
          List.of(
              ValueType.INT,
              ValueType.DOUBLE,
              ValueType.DECIMAL,
              ValueType.STRING,
              ValueType.TIMESTAMP);
      case DOUBLE -> List.of(ValueType.INT, ValueType.DOUBLE, ValueType.DECIMAL, ValueType.STRING);
      case DECIMAL -> List.of(ValueType.INT, ValueType.DECIMAL, ValueType.STRING);
      case BOOL -> List.of(ValueType.BOOL, ValueType.STRING);
      case TIMESTAMP -> List.of(ValueType.TIMESTAMP, ValueType.STRING, ValueType.INT);
      case DURATION -> List.of(ValueType.DURATION, ValueType.STRING);
      case STRING ->
          List.of(
              ValueType.STRING,
              ValueType.INT,
              ValueType.DOUBLE,
              ValueType.DECIMAL,
              ValueType.BOOL,
              ValueType.TIMESTAMP,
              ValueType.DURATION);
    };
  }

  /** Compiles {@code decimal(x, digits)}. */
  private TypedNode compileRounding(List<SyntaxTree> asts, List<TypedNode> args, int at) {
    TypedNode value = compileConversion(Conversion.DECIMAL, asts.get(0), args.get(0), at);
    ValueType digits = args.get(1).type();
    requireType(
        ValueType.INT.accepts(digits), asts.get(1), "decimal", "a number of digits", digits);
    return new TypedNode(new RoundingNode(value.node(), args.get(1).node(), at), ValueType.DECIMAL);
  }

  private static String typeNames(List<ValueType> types) {
    return String.join(", ", types.stream().map(ValueType::toString).toList());
  }

  private TypedNode compileActive(SyntaxTree.Call call) {
    boolean one = call.args().size() == 1 && call.args().get(0) instanceof SyntaxTree.Literal;
    Object id = one ? ((SyntaxTree.Literal) call.args().get(0)).value() : null;
    if (env.states() == null) {
      report.error("E203", call, "there are no states to ask for here", null);
    } else if (!(id instanceof String state)) {
      report.error(
          "E302", call, "active() takes the id of a state in quotes", "write active('state')");
    } else if (env.stateNumber(state) >= 0) {
      return new TypedNode(
          new ActiveStateNode(env.stateNumber(state), call.start()), ValueType.BOOL);
    } else {
      report.error(
          "E204",
          call.args().get(0),
          "no state is called '" + state + "'",
          SpellingSuggestion.fix(
              state,
              env.stateIds(),
              env.stateIds().size() > MAX_LISTED
                  ? "name a state of the chart"
                  : "there are: " + String.join(", ", env.stateIds())));
    }
    return new TypedNode(new ConstantNode(false, call.start()), ValueType.BOOL);
  }

  /** Suggests a function in place of a field that a value of this type lacks. */
  static @Nullable String suggestAlternative(String field, ValueType target) {
    if (field.equals("length") || field.equals("size") || field.equals("count")) {
      return "write size(…)";
    }
    if (target == ValueType.TIMESTAMP || target == ValueType.DURATION) {
      return "call a function, such as getHours()";
    }
    return null;
  }
}
