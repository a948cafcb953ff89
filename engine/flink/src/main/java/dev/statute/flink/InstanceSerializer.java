package dev.statute.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Serializer of instances in the JSON form of snapshots, which has a version of its own. Changes of
 * charts need no change of the serializer: the state is read and migrated at the first use.
 */
final class InstanceSerializer extends TypeSerializerSingleton<StoredInstance> {
  static final InstanceSerializer INSTANCE = new InstanceSerializer();

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public StoredInstance createInstance() {
    return StoredInstance.of(new byte[0]);
  }

  @Override
  public StoredInstance copy(StoredInstance from) {
    return from;
  }

  @Override
  public StoredInstance copy(StoredInstance from, StoredInstance reuse) {
    return from;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(StoredInstance instance, DataOutputView target) throws IOException {
    byte[] bytes = instance.toBytes();
    target.writeInt(bytes.length);
    target.write(bytes);
  }

  @Override
  public StoredInstance deserialize(DataInputView source) throws IOException {
    byte[] bytes = new byte[source.readInt()];
    source.readFully(bytes);
    return StoredInstance.of(bytes);
  }

  @Override
  public StoredInstance deserialize(StoredInstance reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    int length = source.readInt();
    target.writeInt(length);
    target.write(source, length);
  }

  @Override
  public TypeSerializerSnapshot<StoredInstance> snapshotConfiguration() {
    return new Configuration();
  }

  /** Configuration of the serializer in savepoints. */
  public static final class Configuration extends SimpleTypeSerializerSnapshot<StoredInstance> {
    /** Creates the configuration; called by Flink. */
    public Configuration() {
      super(() -> INSTANCE);
    }
  }
}
