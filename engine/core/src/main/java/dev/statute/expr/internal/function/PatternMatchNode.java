package dev.statute.expr.internal.function;

import dev.statute.expr.Activation;
import dev.statute.expr.EvaluationException;
import dev.statute.expr.EvaluationException.Kind;
import dev.statute.expr.internal.function.TextPattern.MalformedException;
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
  private final ExpressionNode wanted;
  private volatile @Nullable TextPattern last;

  public PatternMatchNode(ExpressionNode text, ExpressionNode wanted, int at) {
    super(at);
    this.text = text;
    this.wanted = wanted;
  }

  /** Compiles a literal pattern. */
  public void compile() throws MalformedException {
    if (wanted.isConstant()
        && wanted.eval(new EvaluationFrame(Activation.of())) instanceof String source) {
      last = TextPattern.compile(source);
    }
  }

  @Override
  public boolean evalBool(EvaluationFrame frame) {
    Object whole = text.eval(frame);
    Object source = wanted.eval(frame);
    if (whole instanceof String x && source instanceof String y) {
      return pattern(y, frame).find(x, frame, at);
    }
    throw EvaluationErrors.operands("matches", whole, source, at);
  }

  private TextPattern pattern(String source, EvaluationFrame frame) {
    TextPattern pattern = last;
    if (pattern == null || !pattern.source().equals(source)) {
      try {
        pattern = TextPattern.compile(source);
        last = pattern;
      } catch (MalformedException e) {
        throw new EvaluationException(Kind.INVALID_ARGUMENT, e.reason(), at);
      }
    }
    if (!wanted.isConstant()) {
      frame.charge(pattern.cost(), at);
    }
    return pattern;
  }
}
