package dev.statute.runtime.internal.reload;

import dev.statute.problem.SpellingSuggestion;
import dev.statute.step.Chart;
import dev.statute.step.Interpreter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Registered charts of an engine, several versions side by side. Thread-safe. */
public final class ChartRegistry {
  /** Latest registration first. */
  private final List<Interpreter> interpreters = new CopyOnWriteArrayList<>();

  /** Lookup of the targets that instances can reach. */
  private volatile Interpreter.RecipientLookup recipients = Interpreter.RecipientLookup.ALL;

  /** Incremented with every change of the registry. */
  private final AtomicInteger generation = new AtomicInteger();

  /** Sets the recipient lookup of all charts. */
  public synchronized void setRecipients(Interpreter.RecipientLookup others) {
    recipients = others;
    interpreters.replaceAll(interpreter -> interpreter.withRecipients(others));
    generation.incrementAndGet();
  }

  /** Registers a chart as the newest of its version; replaces another copy of an equal chart. */
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

  /** Replaces a registered chart by another copy with other rules. */
  public synchronized void replace(Interpreter interpreter) {
    for (int i = 0; i < interpreters.size(); i++) {
      if (isSame(interpreters.get(i), interpreter)) {
        interpreters.set(i, interpreter.withRecipients(recipients));
        generation.incrementAndGet();
      }
    }
  }

  /** Unregisters a chart. */
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

  /** Returns the versions of a chart, the newest first. */
  public List<Interpreter> versions(String name) {
    return interpreters.stream().filter(each -> each.chart().name().equals(name)).toList();
  }

  /** Returns the highest version of a chart; of equal ones the latest registration. */
  @Nullable
  public Interpreter newest(String name) {
    Comparator<Interpreter> byVersion =
        Comparator.comparingInt(interpreter -> -interpreter.chart().version());
    return interpreters.stream()
        .filter(interpreter -> interpreter.chart().name().equals(name))
        .min(byVersion)
        .orElse(null);
  }

  /**
   * Returns the highest version of a chart, as {@link #newest} does.
   *
   * @throws IllegalArgumentException if no such chart is registered
   */
  public Interpreter requireNewest(String name) {
    Interpreter interpreter = newest(name);
    if (interpreter == null) {
      throw new IllegalArgumentException(
          "no chart '"
              + name
              + "' is registered; "
              + SpellingSuggestion.fix(name, names(), "there are " + names()));
    }
    return interpreter;
  }

  /** Returns the interpreter of exactly this chart; of several policies the latest registration. */
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

  /** Returns the interpreters in the order of registration. */
  public List<Interpreter> inRegistrationOrder() {
    List<Interpreter> known = new ArrayList<>(interpreters);
    Collections.reverse(known);
    return known;
  }

  public List<String> names() {
    return interpreters.stream().map(i -> i.chart().name()).distinct().sorted().toList();
  }
}
