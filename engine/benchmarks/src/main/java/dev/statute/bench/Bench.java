package dev.statute.bench;

import dev.statute.bench.step.StepTable;
import java.util.Arrays;
import org.openjdk.jmh.Main;

/**
 * Runs a benchmark by name: {@code step} prints a table of its own, any other name is a regular
 * expression for JMH, with JMH's options after it.
 */
public final class Bench {
  private Bench() {}

  public static void main(String[] args) throws Exception {
    if (args.length == 0) {
      System.out.println("usage: bench step [ROW…] | bench NAME [JMH options] | bench -l");
      return;
    }
    String[] rest = Arrays.copyOfRange(args, 1, args.length);
    if (args[0].equals("step")) {
      StepTable.main(rest);
    } else {
      Main.main(args);
    }
  }
}
