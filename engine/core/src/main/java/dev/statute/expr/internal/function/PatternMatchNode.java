package dev.statute.expr.internal.function;

import dev.statute.expr.internal.node.Activation;
import dev.statute.expr.internal.node.EvaluationErrors;
import dev.statute.expr.internal.node.EvaluationFrame;
import dev.statute.expr.internal.node.ExpressionNode;
import org.jspecify.annotations.Nullable;

/**
 * Node of {@code matches}. A literal pattern is compiled on load; of a computed one, such as a
 * setting, the last is cached.
 */
public final class PatternMatchNode extends ExpressionNode.OfBool {
  private final ExpressionNode text;
  private final ExpressionNode pattern;
  private volatile @Nullable TextPattern last;

  public PatternMatchNode(ExpressionNode text, ExpressionNode pattern, int at) {
    super(at);
    this.text = text;
    this.pattern = pattern;
  }

  /** Compiles a literal pattern; throws the evaluation error of one that is malformed. */
  public void compile() {
    if (pattern.isConstant()
        && pattern.eval(new EvaluationFrame(Activation.of())) instanceof String source) {
      last = TextPattern.compile(source, at);
    }
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    Object whole = text.eval(frame);
    Object source = pattern.eval(frame);
    if (whole instanceof String x && source instanceof String y) {
      return compiled(y, frame).find(x, frame, at);
    }
    throw EvaluationErrors.operands("matches", whole, source, at);
  }

  private TextPattern compiled(String source, EvaluationFrame frame) {
    TextPattern compiled = last;
    if (compiled == null || !compiled.source().equals(source)) {
      compiled = TextPattern.compile(source, at);
      last = compiled;
    }
    if (!pattern.isConstant()) {
      frame.charge(compiled.cost(), at);
    }
    return compiled;
  }
}
