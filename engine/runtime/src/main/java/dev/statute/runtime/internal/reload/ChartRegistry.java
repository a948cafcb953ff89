package dev.statute.runtime.internal.reload;

import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The charts an engine knows, several versions side by side. Thread-safe. */
public final class ChartRegistry {
  /** The one registered last comes first. */
  private final List<Interpreter> interpreters = new CopyOnWriteArrayList<>();

  /** Whom instances can reach. */
  private volatile Interpreter.RecipientLookup recipients = Interpreter.RecipientLookup.ALL;

  /** Changes with every change of what is known. */
  private final AtomicInteger generation = new AtomicInteger();

  /** Tells all charts whom their instances can reach. */
  public synchronized void setRecipients(Interpreter.RecipientLookup others) {
    recipients = others;
    interpreters.replaceAll(interpreter -> interpreter.withRecipients(others));
    generation.incrementAndGet();
  }

  /** Makes a chart the newest of its version; it stands in for another copy of the same. */
  public synchronized void register(Interpreter given) {
    Interpreter interpreter = given.withRecipients(recipients);
    interpreters.add(0, interpreter);
    for (int i = interpreters.size() - 1; i > 0; i--) {
      if (isSame(interpreters.get(i), interpreter)) {
        interpreters.remove(i);
      }
    }
    generation.incrementAndGet();
  }

  /** Puts another copy of a chart, with other rules, in the place of the one that is known. */
  public synchronized void replace(Interpreter interpreter) {
    for (int i = 0; i < interpreters.size(); i++) {
      if (isSame(interpreters.get(i), interpreter)) {
        interpreters.set(i, interpreter.withRecipients(recipients));
        generation.incrementAndGet();
      }
    }
  }

  /** Forgets a chart. */
  public synchronized void retire(String hash) {
    interpreters.removeIf(interpreter -> interpreter.chart().hash().equals(hash));
    generation.incrementAndGet();
  }

  private static boolean isSame(Interpreter a, Interpreter b) {
    return a.chart().hash().equals(b.chart().hash());
  }

  public int generation() {
    return generation.get();
  }

  /** All versions of a chart, the newest first. */
  public List<Interpreter> versions(String name) {
    return interpreters.stream().filter(each -> each.chart().name().equals(name)).toList();
  }

  /** The highest version of a chart; of equal ones the one registered last. */
  @Nullable
  public Interpreter newest(String name) {
    Comparator<Interpreter> byVersion =
        Comparator.comparingInt(interpreter -> -interpreter.chart().version());
    return interpreters.stream()
        .filter(interpreter -> interpreter.chart().name().equals(name))
        .min(byVersion)
        .orElse(null);
  }

  /** The interpreter of exactly this chart; of several policies the one registered last. */
  @Nullable
  public Interpreter find(String hash) {
    for (Interpreter interpreter : interpreters) {
      if (interpreter.chart().hash().equals(hash)) {
        return interpreter;
      }
    }
    return null;
  }

  @Nullable
  public Chart chart(String hash) {
    Interpreter interpreter = find(hash);
    return interpreter == null ? null : interpreter.chart();
  }

  public List<Chart> charts() {
    return interpreters.stream().map(Interpreter::chart).distinct().toList();
  }

  /** All, in the order in which they were registered. */
  public List<Interpreter> inRegistrationOrder() {
    List<Interpreter> known = new ArrayList<>(interpreters);
    Collections.reverse(known);
    return known;
  }

  public List<String> names() {
    return interpreters.stream().map(i -> i.chart().name()).distinct().sorted().toList();
  }
}
