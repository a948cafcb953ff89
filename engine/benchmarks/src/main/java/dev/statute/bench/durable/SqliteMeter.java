package dev.statute.bench.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Reader of SQLite's counters in the header of its log's index (the file ending in {@code -shm}):
 * the number of transactions, and the salt, which increases by one when the log restarts. With
 * {@code synchronous=FULL} a transaction is flushed once; a restart takes three more flushes: the
 * log, the database, the log's new header.
 */
final class SqliteMeter implements DatabaseMeter {
  private static final int CHANGES = 8;
  private static final int SALT = 32;
  private static final int HEADER = 48;
  private static final int FLUSHES_PER_RESTART = 3;

  /** Never closed: closing would release this process's locks on the file. */
  private final FileChannel index;

  SqliteMeter(Path database) throws IOException {
    index = FileChannel.open(database.resolveSibling(database.getFileName() + "-shm"));
  }

  @Override
  public Counts read() throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.nativeOrder());
    index.read(header, 0);
    double commits = Integer.toUnsignedLong(header.getInt(CHANGES));
    double restarts = Integer.toUnsignedLong(header.order(ByteOrder.BIG_ENDIAN).getInt(SALT));
    return new Counts(commits, commits + FLUSHES_PER_RESTART * restarts);
  }

  @Override
  public double cpu() {
    return 0;
  }
}
