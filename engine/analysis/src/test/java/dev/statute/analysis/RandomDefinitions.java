package dev.statute.analysis;

import dev.statute.chart.ActionDefinition;
import dev.statute.chart.ActionFixtures;
import dev.statute.chart.ChartBuilder;
import dev.statute.chart.ChartDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random charts of about ten states: regions, histories, conditions over data, raised events. */
final class RandomDefinitions {
  static final List<String> EVENTS = List.of("e0", "e1", "e2", "e3.x");
  private static final List<String> DESCRIPTORS =
      List.of("e0", "e1", "e2", "e3", "e3.x", "*", "in", "error");

  private final Random random;
  private final List<String> ids = new ArrayList<>();
  private final int descriptors;
  private int left;

  private RandomDefinitions(long seed) {
    random = new Random(seed);
    descriptors = DESCRIPTORS.size() - (random.nextInt(4) == 0 ? 0 : 1);
    left = 4 + random.nextInt(8);
  }

  static ChartDefinition chart(long seed) {
    RandomDefinitions charts = new RandomDefinitions(seed);
    return ChartBuilder.chart(
        "c",
        c -> {
          c.data("x", 0L);
          Node root = charts.node(0);
          root.children.forEach(child -> c.state(child.id, s -> charts.fill(s, child)));
          return c;
        });
  }

  private static final class Node {
    final String id;
    final int kind;
    final List<Node> children = new ArrayList<>();

    Node(String id, int kind) {
      this.id = id;
      this.kind = kind;
    }
  }

  private static final int PLAIN = 0;
  private static final int PARALLEL = 1;
  private static final int FINAL = 2;
  private static final int HISTORY = 3;

  /** Builds the tree of states before the transitions, which can target all of it. */
  private Node node(int depth) {
    boolean parallel = depth > 0 && depth < 3 && random.nextInt(4) == 0;
    Node node = new Node("s" + ids.size(), parallel ? PARALLEL : PLAIN);
    if (depth > 0) {
      ids.add(node.id);
    } else {
      ids.clear();
    }
    int children = depth == 0 ? 3 : parallel ? 2 : depth > 2 ? 0 : random.nextInt(3);
    for (int i = 0; i < children && (left > 0 || parallel || depth == 0); i++) {
      left--;
      node.children.add(node(depth + 1));
    }
    if (!node.children.isEmpty() && !parallel && random.nextInt(3) == 0) {
      node.children.add(pseudo(FINAL));
    }
    if (node.children.size() > 1 && depth > 0 && random.nextInt(2) == 0) {
      node.children.add(pseudo(HISTORY));
    }
    return node;
  }

  private Node pseudo(int kind) {
    Node node = new Node((kind == FINAL ? "f" : "h") + ids.size(), kind);
    ids.add(node.id);
    return node;
  }

  private ChartBuilder.State fill(ChartBuilder.State state, Node node) {
    if (node.kind == FINAL) {
      return state.last();
    }
    if (node.kind == HISTORY) {
      return state.history(random.nextBoolean());
    }
    if (node.kind == PARALLEL) {
      state.parallel();
    }
    node.children.forEach(child -> state.state(child.id, s -> fill(s, child)));
    if (random.nextInt(3) == 0) {
      state.entry(action());
    }
    if (random.nextInt(4) == 0) {
      state.exit(action());
    }
    int transitions = random.nextInt(4);
    for (int i = 0; i < transitions; i++) {
      state.on(DESCRIPTORS.get(random.nextInt(descriptors)), this::arrow);
    }
    if (random.nextInt(5) == 0) {
      state.on("done.state." + node.id, this::arrow);
    }
    if (random.nextInt(5) == 0) {
      state.always(t -> arrow(t).when("data.x % 5 == " + random.nextInt(5)));
    }
    if (random.nextInt(6) == 0) {
      state.moves(target());
    }
    return random.nextInt(8) == 0 ? state.defer("e2") : state;
  }

  private String target() {
    return ids.get(random.nextInt(ids.size()));
  }

  private ChartBuilder.Arrow arrow(ChartBuilder.Arrow arrow) {
    if (random.nextInt(6) > 0) {
      arrow.to(target());
    }
    if (random.nextInt(3) == 0) {
      arrow.when("data.x % 2 == " + random.nextInt(2));
    }
    if (random.nextInt(6) == 0) {
      arrow.internal();
    }
    return random.nextInt(2) == 0 ? arrow.does(action()) : arrow;
  }

  private ActionDefinition action() {
    ActionDefinition count = ActionFixtures.assign("x", "data.x + 1");
    return switch (random.nextInt(12)) {
      case 2 -> ActionFixtures.assign("x", "100 / (data.x % 3)");
      case 3 -> ActionFixtures.when("data.x % 4 == 0", ActionFixtures.fail("'no'"));
      case 0 -> ActionFixtures.raise("in");
      case 1 -> ActionFixtures.when("data.x % 3 == 0", ActionFixtures.raise("e1"), count);
      default -> count;
    };
  }
}
