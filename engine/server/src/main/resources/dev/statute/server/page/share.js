const FORM = 'v1=';
const MOST = 60_000;

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Packs plain values into a text for the hash of an address; null if it is too long for one. */
export async function pack(values) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(values)), new CompressionStream('deflate-raw'));
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  const packed = FORM + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return packed.length > MOST ? null : packed;
}

/** Reads what {@link pack} made; null if it is something else. */
export async function unpack(hash) {
  if (!hash.startsWith(FORM)) return null;
  try {
    const text = atob(hash.slice(FORM.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, each => each.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
  } catch {
    return null;
  }
}
