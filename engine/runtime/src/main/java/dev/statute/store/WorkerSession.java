package dev.statute.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What tells one run of a worker from all others, made so that another process of the same machine
 * can see whether it is dead: the boot of the machine, the namespace of process numbers, the
 * number, and the instant at which the process began, in the kernel's ticks. Where these cannot be
 * read, only the lease tells.
 */
final class WorkerSession {
  private static final Path PROC = Path.of("/proc");

  private WorkerSession() {}

  /** A new one of this process. */
  static String begin() {
    String process = process(PROC, ProcessHandle.current().pid());
    return (process == null ? "" : process) + "/" + UUID.randomUUID();
  }

  /** A name that no other worker has. */
  static String name() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      host = "worker";
    }
    return host
        + "-"
        + ProcessHandle.current().pid()
        + "-"
        + UUID.randomUUID().toString().substring(0, 8);
  }

  /** Whether the process of a session has certainly ended; false if that is not known. */
  static boolean isDead(String session) {
    return isDead(PROC, session);
  }

  static boolean isDead(Path proc, String session) {
    String[] parts = session.split("/", -1);
    if (parts.length != 5) {
      return false;
    }
    // Where others' processes are hidden, one that is not seen may be alive.
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

  private static @Nullable String process(Path proc, long pid) {
    String place = processNamespace(proc);
    String began = processStart(proc, pid);
    return place == null || began == null ? null : place + "/" + pid + "/" + began;
  }

  /** The boot and the namespace; null if they cannot be read. */
  private static @Nullable String processNamespace(Path proc) {
    try {
      String boot = Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip();
      String space = Files.readSymbolicLink(proc.resolve("self/ns/pid")).toString();
      return boot + "/" + space;
    } catch (IOException | UnsupportedOperationException | SecurityException e) {
      return null;
    }
  }

  /** The 22nd field of a process's status: when it began; null if there is no such process. */
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
