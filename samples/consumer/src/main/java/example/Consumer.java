package example;

import dev.statute.Statute;
import dev.statute.jdbc.JdbcStore;
import dev.statute.runtime.Engine;
import java.nio.file.Path;
import java.util.Map;

/** Asks one instance twice, in a store that the argument names. */
public final class Consumer {
  private Consumer() {}

  public static void main(String[] args) {
    try (JdbcStore store = JdbcStore.sqlite(Path.of(args[0]));
        Statute statute = Statute.fromClassPath("charts");
        Engine engine = statute.engine().store(store).build()) {
      engine.spawn("c1", "expense").join();
      for (String by : new String[] {"ann", "bob"}) {
        System.out.println(by + ": " + engine.instance("c1").ask("approve", Map.of("by", by)).kind());
      }
    }
  }
}
