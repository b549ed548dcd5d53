import type { BlobStore } from './blob-store.ts'

export interface RecentBlobsOptions {
  /** Total bytes cached; the least recently used blobs are dropped first. */
  limit: number
  /** Larger blobs aren't cached. */
  largest: number
  /** Overhead of caching one blob, in bytes. */
  perBlob?: number
}

/**
 * A store that caches recent blobs: new documents are processed at once, and the same document goes to several
 * recipients and DMSs. A name identifies its bytes, so the cache can't be stale.
 */
export function withRecentBlobs<Store extends BlobStore>(store: Store, options: RecentBlobsOptions): Store {
  const recent = makeMemory(options)
  const reading = new Map<string, Promise<Uint8Array>>()
  const read = async (sha256: string) => {
    try {
      const bytes = await store.get(sha256)
      recent.keep(sha256, bytes)
      return bytes
    } finally {
      reading.delete(sha256)
    }
  }
  return {
    ...store,
    put: async (content) => {
      const blob = await store.put(content)
      if (content instanceof Uint8Array) recent.keep(blob.sha256, content)
      return blob
    },
    get: async (sha256) => {
      const kept = recent.find(sha256)
      if (kept) return kept
      const under = reading.get(sha256) ?? read(sha256)
      reading.set(sha256, under)
      return under
    },
  }
}

/** The map is ordered by last use. */
function makeMemory({ limit, largest, perBlob = 0 }: RecentBlobsOptions) {
  const kept = new Map<string, Uint8Array>()
  let total = 0
  const forget = (sha256: string) => {
    const known = kept.get(sha256)
    if (known) total -= known.buffer.byteLength + perBlob
    kept.delete(sha256)
  }
  const touch = (sha256: string, bytes: Uint8Array) => {
    forget(sha256)
    kept.set(sha256, bytes)
    total += bytes.buffer.byteLength + perBlob
  }
  return {
    find(sha256: string): Uint8Array | undefined {
      const bytes = kept.get(sha256)
      if (bytes) touch(sha256, bytes)
      return bytes
    },
    keep(sha256: string, bytes: Uint8Array): void {
      if (bytes.byteLength > largest) return
      touch(sha256, owned(bytes))
      for (const oldest of kept.keys()) {
        if (total <= limit) return
        forget(oldest)
      }
    },
  }
}

/** Returns bytes that aren't a view into a larger buffer, which would keep all of it in memory. */
function owned(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes
  // `Buffer.from` and `allocUnsafe` slice small buffers from a shared pool, and each slice keeps the pool alive.
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength)
  copy.set(bytes)
  return copy
}
