package dev.statute.house;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Uses between the types with a source file of their own; a nested type counts as the one around
 * it. That a sealed type lists the types that implement it is no use: they are one declaration.
 */
final class ClassGraph {
  private final Map<String, Set<String>> uses = new TreeMap<>();

  ClassGraph(Iterable<JavaClass> classes) {
    for (JavaClass type : classes) {
      if (!type.getSimpleName().equals("package-info")) {
        Set<String> used =
            uses.computeIfAbsent(HouseClasses.outermost(type).getName(), name -> new TreeSet<>());
        for (Dependency use : type.getDirectDependenciesFromSelf()) {
          JavaClass target = use.getTargetClass().getBaseComponentType();
          if (HouseClasses.isOurs(target)) {
            used.add(HouseClasses.outermost(target).getName());
          }
        }
      }
    }
    uses.forEach((type, used) -> used.remove(type));
    uses.values().forEach(used -> used.retainAll(uses.keySet()));
  }

  int size() {
    return uses.size();
  }

  /**
   * Returns the circles, the largest first: the strongly connected components of more than one type
   * (Tarjan, without recursion).
   */
  List<List<String>> circles() {
    Map<String, Integer> index = new HashMap<>();
    Map<String, Integer> low = new HashMap<>();
    Deque<String> open = new ArrayDeque<>();
    List<List<String>> circles = new ArrayList<>();
    for (String root : uses.keySet()) {
      if (index.containsKey(root)) {
        continue;
      }
      Deque<String> path = new ArrayDeque<>();
      Deque<Iterator<String>> targets = new ArrayDeque<>();
      visit(root, index, low, open, path, targets);
      while (!path.isEmpty()) {
        String type = path.peek();
        if (targets.peek().hasNext()) {
          String next = targets.peek().next();
          if (!index.containsKey(next)) {
            visit(next, index, low, open, path, targets);
          } else if (open.contains(next)) {
            low.merge(type, index.get(next), Math::min);
          }
          continue;
        }
        path.pop();
        targets.pop();
        if (!path.isEmpty()) {
          low.merge(path.peek(), low.get(type), Math::min);
        }
        if (low.get(type).equals(index.get(type))) {
          List<String> circle = new ArrayList<>();
          do {
            circle.add(open.pop());
          } while (!circle.get(circle.size() - 1).equals(type));
          if (circle.size() > 1) {
            circles.add(circle.stream().sorted().toList());
          }
        }
      }
    }
    circles.sort(Comparator.comparing((List<String> circle) -> -circle.size()));
    return circles;
  }

  private void visit(
      String type,
      Map<String, Integer> index,
      Map<String, Integer> low,
      Deque<String> open,
      Deque<String> path,
      Deque<Iterator<String>> targets) {
    index.put(type, index.size());
    low.put(type, index.get(type));
    open.push(type);
    path.push(type);
    targets.push(uses.get(type).iterator());
  }
}
