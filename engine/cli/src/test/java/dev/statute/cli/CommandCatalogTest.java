package dev.statute.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.statute.cli.internal.console.Console;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandCatalogTest {
  @Test
  void each_command_is_found_by_the_name_that_it_has_in_help() {
    Console console = Console.ofProcess();
    CommandCatalog.of(console)
        .forEach(
            (name, command) -> {
              CommandLine line =
                  command instanceof CommandLine nested ? nested : new CommandLine(command);
              assertThat(line.getCommandName()).isEqualTo(name);
              assertThat(CommandCatalog.of(console, name, "--help")).containsKey(name);
            });
    assertThat(CommandCatalog.of(console, "scan")).hasSize(1);
    assertThat(CommandCatalog.of(console, "completion").size()).isGreaterThan(1);
  }

  @Test
  void a_misspelt_command_is_compared_with_all() {
    CommandResult misspelt = CommandResult.run("", "scna");
    assertThat(misspelt.code()).isEqualTo(2);
    assertThat(misspelt.err()).contains("scan");
  }
}
