package dev.statute.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Identity of one run of a worker, from which other processes of the same machine can detect its
 * death: the boot of the machine, the namespace of process numbers, the number, and the start of
 * the process in the kernel's ticks. Without these values only the lease counts.
 */
final class WorkerSession {
  private static final Path PROC = Path.of("/proc");

  private WorkerSession() {}

  /** Creates a session of this process. */
  static String begin() {
    long pid = ProcessHandle.current().pid();
    String place = processNamespace(PROC);
    String began = processStart(PROC, pid);
    String process = place == null || began == null ? "" : place + "/" + pid + "/" + began;
    return process + "/" + UUID.randomUUID();
  }

  /** Creates a unique worker name. */
  static String name() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      host = "worker";
    }
    String unique = UUID.randomUUID().toString().substring(0, 8);
    return host + "-" + ProcessHandle.current().pid() + "-" + unique;
  }

  /** Tests for a session with a process that has certainly ended; false if that is unknown. */
  static boolean isDead(String session) {
    return isDead(PROC, session);
  }

  static boolean isDead(Path proc, String session) {
    String[] parts = session.split("/", -1);
    if (parts.length != 5) {
      return false;
    }
    // If other users' processes are hidden, a process that is not visible may be alive.
    String here = processNamespace(proc);
    if (here == null || !here.equals(parts[0] + "/" + parts[1]) || processStart(proc, 1) == null) {
      return false;
    }
    try {
      String now = processStart(proc, Long.parseLong(parts[2]));
      return !parts[3].equals(now);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Returns boot and namespace; null if they cannot be read. */
  private static @Nullable String processNamespace(Path proc) {
    try {
      String boot = Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip();
      String space = Files.readSymbolicLink(proc.resolve("self/ns/pid")).toString();
      return boot + "/" + space;
    } catch (IOException | UnsupportedOperationException | SecurityException e) {
      return null;
    }
  }

  /**
   * Returns the start of a process, field 22 of its stat file; null if there is no such process.
   */
  private static @Nullable String processStart(Path proc, long pid) {
    try {
      String stat = Files.readString(proc.resolve(pid + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
      boolean isOver = fields[0].equals("Z") || fields[0].equals("X");
      return isOver ? null : fields[19];
    } catch (IOException | SecurityException | IndexOutOfBoundsException e) {
      return null;
    }
  }
}
