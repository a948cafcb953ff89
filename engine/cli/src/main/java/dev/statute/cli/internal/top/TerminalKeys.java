package dev.statute.cli.internal.top;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Single keys of the terminal, which is set to give them at once and back again at the end. */
final class TerminalKeys implements AutoCloseable {
  private final FileInputStream keys;
  private final String before;
  private final Thread restoring = new Thread(this::restore, "statute-top-terminal");

  private TerminalKeys(FileInputStream keys, String before) {
    this.keys = keys;
    this.before = before;
    Runtime.getRuntime().addShutdownHook(restoring); // also after an interrupt
  }

  /** Opens the keys of the terminal; null if it gives none. */
  static @Nullable TerminalKeys open() {
    String before = stty("-g");
    if (before == null || stty("-icanon", "-echo", "min", "0", "time", "1") == null) {
      return null;
    }
    try {
      return new TerminalKeys(new FileInputStream("/dev/tty"), before);
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * Returns the next key within a tenth of a second: a character, {@code up}, {@code down}, or "".
   */
  String next() {
    byte[] read = new byte[8];
    int count;
    try {
      count = keys.read(read);
    } catch (IOException e) {
      return "q"; // the terminal is gone
    }
    if (count <= 0) {
      return "";
    }
    if (count >= 3 && read[0] == 27 && read[1] == '[') {
      return read[2] == 'A' ? "up" : read[2] == 'B' ? "down" : "";
    }
    return String.valueOf((char) read[0]);
  }

  /** Returns the number of rows and columns of the terminal. */
  static int[] size() {
    String size = stty("size");
    String[] words = size == null ? new String[0] : size.split(" ");
    try {
      return new int[] {Integer.parseInt(words[0]), Integer.parseInt(words[1])};
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      return new int[] {24, 80};
    }
  }

  private static @Nullable String stty(String... words) {
    try {
      List<String> command = new ArrayList<>(List.of("stty"));
      command.addAll(List.of(words));
      Process process =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/tty")))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return process.waitFor() == 0 ? said.strip() : null;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private void restore() {
    stty(before);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(restoring);
    } catch (IllegalStateException e) {
      return; // it runs already
    }
    restore();
    try {
      keys.close();
    } catch (IOException e) {
      // nothing is lost
    }
  }
}
