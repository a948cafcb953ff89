package dev.statute.bench.durable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Reads SQLite's counters where it keeps them, in the header of the index of its log (the file
 * ending in {@code -shm}): the number of transactions, and the salt, which rises by one whenever
 * the log begins anew. With {@code synchronous=FULL} a transaction is flushed once; beginning anew
 * takes three more: the log, the database, the log's new header.
 */
final class SqliteMeter implements DatabaseMeter {
  private static final int CHANGES = 8;
  private static final int SALT = 32;
  private static final int HEADER = 48;
  private static final int FLUSHES_PER_RESTART = 3;

  /** Never closed: with it this process would lose its locks on the file, and others come in. */
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
