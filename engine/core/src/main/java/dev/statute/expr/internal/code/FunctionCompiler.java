package dev.statute.expr.internal.code;

import dev.statute.expr.Type;
import dev.statute.expr.TypeEnvironment;
import dev.statute.expr.internal.syntax.SyntaxTree;
import dev.statute.problem.Suggest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Functions and methods: there are only CEL's, and {@code active()}. */
final class FunctionCompiler {
  /** States beyond which a message does not name them all. */
  private static final int MANY = 8;

  private static final Set<String> TEXT_TESTS = Set.of("contains", "startsWith", "endsWith");
  private static final Map<ConversionNode.To, List<Type>> CONVERTS =
      Map.of(
          ConversionNode.To.INT, List.of(Type.INT, Type.DOUBLE, Type.STRING, Type.TIMESTAMP),
          ConversionNode.To.DOUBLE, List.of(Type.INT, Type.DOUBLE, Type.STRING),
          ConversionNode.To.BOOL, List.of(Type.BOOL, Type.STRING),
          ConversionNode.To.TIMESTAMP, List.of(Type.TIMESTAMP, Type.STRING, Type.INT),
          ConversionNode.To.DURATION, List.of(Type.DURATION, Type.STRING),
          ConversionNode.To.STRING,
              List.of(
                  Type.STRING, Type.INT, Type.DOUBLE, Type.BOOL, Type.TIMESTAMP, Type.DURATION));
  private static final Map<ConversionNode.To, Type> RESULTS =
      Map.of(
          ConversionNode.To.INT, Type.INT,
          ConversionNode.To.DOUBLE, Type.DOUBLE,
          ConversionNode.To.BOOL, Type.BOOL,
          ConversionNode.To.TIMESTAMP, Type.TIMESTAMP,
          ConversionNode.To.DURATION, Type.DURATION,
          ConversionNode.To.STRING, Type.STRING);

  private final NodeCompiler compiler;
  private final TypeEnvironment env;
  private final ProblemReporter report;

  FunctionCompiler(NodeCompiler compiler, TypeEnvironment env, ProblemReporter report) {
    this.compiler = compiler;
    this.env = env;
    this.report = report;
  }

  TypedNode visit(SyntaxTree.Call call) {
    String function = call.function();
    SyntaxTree target = call.target();
    if (function.equals("active") && target == null) {
      return active(call);
    }
    List<SyntaxTree> all = new ArrayList<>();
    if (target != null) {
      all.add(target);
    }
    all.addAll(call.args());
    List<TypedNode> args = new ArrayList<>();
    all.forEach(arg -> args.add(compiler.visit(arg)));
    TypedNode made = known(call, all, args);
    if (made != null) {
      return made;
    }
    unknown(call);
    return TypedNode.unknown(call.start());
  }

  private @Nullable TypedNode known(
      SyntaxTree.Call call, List<SyntaxTree> asts, List<TypedNode> args) {
    String function = call.function();
    boolean method = call.target() != null;
    int at = call.nameStart();
    if (function.equals("size") && count(args, 1, 1)) {
      Type type = args.get(0).type();
      boolean sized =
          type == Type.DYN
              || type == Type.STRING
              || type instanceof Type.ListOf
              || OverloadTable.isMap(type);
      takes(sized, asts.get(0), "size", "a string, list or map", type);
      return new TypedNode(new SizeNode(args.get(0).node(), at), Type.INT);
    }
    if (method && TEXT_TESTS.contains(function) && count(args, 2, 2)) {
      for (int i = 0; i < 2; i++) {
        Type type = args.get(i).type();
        takes(Type.STRING.accepts(type), asts.get(i), function, "strings", type);
      }
      return new TypedNode(
          new TextTest(function, args.get(0).node(), args.get(1).node(), at), Type.BOOL);
    }
    if (method && function.equals("matches") && count(args, 2, 2)) {
      return matches(asts, args, at);
    }
    TimePart.Part part = TimePart.Part.named(function);
    if (method && part != null && count(args, 1, 2)) {
      return timePart(part, asts, args, at);
    }
    ConversionNode.To to = ConversionNode.To.named(function);
    if (!method && to != null && count(args, 1, 1)) {
      return convert(to, asts.get(0), args.get(0), at);
    }
    if (!method && function.equals("dyn") && count(args, 1, 1)) {
      return new TypedNode(args.get(0).node(), Type.DYN);
    }
    return null;
  }

  private TypedNode matches(List<SyntaxTree> asts, List<TypedNode> args, int at) {
    for (int i = 0; i < 2; i++) {
      Type type = args.get(i).type();
      takes(Type.STRING.accepts(type), asts.get(i), "matches", "strings", type);
    }
    PatternMatch match = new PatternMatch(args.get(0).node(), args.get(1).node(), at);
    try {
      match.compile();
    } catch (TextPattern.MalformedException e) {
      report.error("E305", asts.get(1), e.reason(), null);
    }
    return new TypedNode(match, Type.BOOL);
  }

  private static boolean count(List<TypedNode> args, int least, int most) {
    return args.size() >= least && args.size() <= most;
  }

  private void takes(boolean right, SyntaxTree at, String function, String what, Type type) {
    if (!right) {
      report.error("E302", at, function + "() takes " + what + ", this is " + type, null);
    }
  }

  private TypedNode timePart(
      TimePart.Part part, List<SyntaxTree> asts, List<TypedNode> args, int at) {
    Type type = args.get(0).type();
    boolean timed =
        type == Type.DYN
            || type == Type.TIMESTAMP
            || (type == Type.DURATION && part.isOfDuration() && args.size() == 1);
    takes(
        timed,
        asts.get(0),
        part.function(),
        part.isOfDuration() ? "a timestamp or duration" : "a timestamp",
        type);
    ExpressionNode zone = null;
    if (args.size() == 2) {
      zone = args.get(1).node();
      Type given = args.get(1).type();
      takes(
          Type.STRING.accepts(given),
          asts.get(1),
          part.function(),
          "the name of a time zone",
          given);
    }
    return new TypedNode(new TimePart(part, args.get(0).node(), zone, at), Type.INT);
  }

  private TypedNode convert(ConversionNode.To to, SyntaxTree ast, TypedNode arg, int at) {
    Type type = arg.type();
    List<Type> from = List.copyOf(CONVERTS.getOrDefault(to, List.of()));
    takes(type == Type.DYN || from.contains(type), ast, to.function(), names(from), type);
    Type result = RESULTS.getOrDefault(to, Type.DYN);
    ExpressionNode node = new ConversionNode(to, arg.node(), at);
    return new TypedNode(ConstantNode.folded(node, List.of(arg.node())), result);
  }

  private static String names(List<Type> types) {
    return String.join(", ", types.stream().map(Type::toString).toList());
  }

  private TypedNode active(SyntaxTree.Call call) {
    boolean one = call.args().size() == 1 && call.args().get(0) instanceof SyntaxTree.Literal;
    Object id = one ? ((SyntaxTree.Literal) call.args().get(0)).value() : null;
    if (!env.knowsStates()) {
      report.error("E203", call, "there are no states to ask for here", null);
    } else if (!(id instanceof String state)) {
      report.error(
          "E302", call, "active() takes the id of a state in quotes", "write active('state')");
    } else if (env.state(state) >= 0) {
      return new TypedNode(new ActiveState(env.state(state), call.start()), Type.BOOL);
    } else {
      String near = Suggest.nearest(state, env.stateIds());
      report.error(
          "E204",
          call.args().get(0),
          "no state is called '" + state + "'",
          near != null
              ? "did you mean '" + near + "'?"
              : env.stateIds().size() > MANY
                  ? "name a state of the chart"
                  : "there are: " + String.join(", ", env.stateIds()));
    }
    return new TypedNode(new ConstantNode(false, call.start()), Type.BOOL);
  }

  private void unknown(SyntaxTree.Call call) {
    UnknownFunction why = UnknownFunction.of(call);
    report.error(why.code(), call.nameStart(), call.nameEnd(), why.message(), why.fix());
  }

  /** What to call instead of a field that a value of this type does not have. */
  static @Nullable String insteadOf(String field, Type target) {
    if (field.equals("length") || field.equals("size") || field.equals("count")) {
      return "write size(…)";
    }
    if (target == Type.TIMESTAMP || target == Type.DURATION) {
      return "call a function, such as getHours()";
    }
    return null;
  }
}
