package dev.statute.step.internal.interpret;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Target of a send. SCXML's spellings are accepted too: {@code #_parent} is {@code #parent}, {@code
 * #_scxml_<id>} the instance of that id, {@code #_<id>} the invocation {@code #<id>}.
 *
 * @param to target as the host receives it; empty = the instance itself
 */
public record SendTarget(String to) {
  static final SendTarget SELF = new SendTarget("");
  private static final String SESSION = "#_scxml_";

  /**
   * @param self the sender's id
   */
  public static SendTarget of(String to, String self) {
    String plain =
        to.startsWith(SESSION)
            ? to.substring(SESSION.length())
            : to.startsWith("#_") ? "#" + to.substring(2) : to;
    return plain.equals(self) ? SELF : new SendTarget(plain);
  }

  /** Returns the run of the invocation that the target names, or null if none of that id runs. */
  @Nullable Long run(Map<String, Long> invocations) {
    return to.startsWith("#") && !to.equals("#parent") ? invocations.get(to.substring(1)) : null;
  }
}
