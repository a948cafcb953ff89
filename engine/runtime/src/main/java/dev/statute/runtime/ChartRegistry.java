package dev.statute.runtime;

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
final class ChartRegistry {
  /** The one registered last comes first. */
  private final List<Interpreter> all = new CopyOnWriteArrayList<>();

  /** Whom instances can reach. */
  private volatile Interpreter.RecipientLookup directory = Interpreter.RecipientLookup.ALL;

  /** Changes with every change of what is known. */
  private final AtomicInteger generation = new AtomicInteger();

  /** Tells all charts whom their instances can reach. */
  synchronized void among(Interpreter.RecipientLookup others) {
    directory = others;
    all.replaceAll(interpreter -> interpreter.among(others));
    generation.incrementAndGet();
  }

  /** Makes a chart the newest of its version; it stands in for another copy of the same. */
  synchronized void register(Interpreter given) {
    Interpreter interpreter = given.among(directory);
    all.add(0, interpreter);
    for (int i = all.size() - 1; i > 0; i--) {
      if (isSame(all.get(i), interpreter)) {
        all.remove(i);
      }
    }
    generation.incrementAndGet();
  }

  /** Puts another copy of a chart, with other rules, in the place of the one that is known. */
  synchronized void refresh(Interpreter interpreter) {
    for (int i = 0; i < all.size(); i++) {
      if (isSame(all.get(i), interpreter)) {
        all.set(i, interpreter.among(directory));
        generation.incrementAndGet();
      }
    }
  }

  /** Forgets a chart. */
  synchronized void retire(String hash) {
    all.removeIf(interpreter -> interpreter.chart().hash().equals(hash));
    generation.incrementAndGet();
  }

  private static boolean isSame(Interpreter a, Interpreter b) {
    return a.chart().hash().equals(b.chart().hash());
  }

  int generation() {
    return generation.get();
  }

  /** All versions of a chart, the newest first. */
  List<Interpreter> versions(String name) {
    return all.stream().filter(each -> each.chart().name().equals(name)).toList();
  }

  /** The highest version of a chart; of equal ones the one registered last. */
  @Nullable Interpreter newest(String name) {
    Comparator<Interpreter> byVersion =
        Comparator.comparingInt(interpreter -> -interpreter.chart().version());
    return all.stream()
        .filter(interpreter -> interpreter.chart().name().equals(name))
        .min(byVersion)
        .orElse(null);
  }

  /** The interpreter of exactly this chart; of several policies the one registered last. */
  @Nullable Interpreter of(String hash) {
    for (Interpreter interpreter : all) {
      if (interpreter.chart().hash().equals(hash)) {
        return interpreter;
      }
    }
    return null;
  }

  @Nullable Chart chart(String hash) {
    Interpreter interpreter = of(hash);
    return interpreter == null ? null : interpreter.chart();
  }

  List<Chart> charts() {
    return all.stream().map(Interpreter::chart).distinct().toList();
  }

  /** All, in the order in which they were registered. */
  List<Interpreter> newestLast() {
    List<Interpreter> known = new ArrayList<>(all);
    Collections.reverse(known);
    return known;
  }

  List<String> names() {
    return all.stream().map(i -> i.chart().name()).distinct().sorted().toList();
  }
}
