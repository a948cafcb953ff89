package dev.statute.cli.internal.console;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Standard output of the process, with the first write error. */
final class ProcessOutput extends PrintStream {
  private final RecordingStream file;

  ProcessOutput() {
    this(new RecordingStream());
  }

  private ProcessOutput(RecordingStream file) {
    super(new BufferedOutputStream(file, 1 << 16), false, StandardCharsets.UTF_8);
    this.file = file;
  }

  /** First write error; empty if there was none. */
  String fault() {
    return file.fault;
  }

  private static final class RecordingStream extends FileOutputStream {
    private String fault = "";

    RecordingStream() {
      super(FileDescriptor.out);
    }

    @Override
    public void write(byte[] octets, int from, int length) throws IOException {
      try {
        super.write(octets, from, length);
      } catch (IOException e) {
        fault = fault.isEmpty() ? String.valueOf(e.getMessage()) : fault;
        throw e;
      }
    }
  }
}
