import type { BlobStore } from '../lib/blob-store.ts'

/** The last few blobs read, for the same documents go to several people at once. Counted in bytes. */
export interface BlobCache {
  get: (sha256: string) => Promise<Buffer>
}

/** Keeps up to `limit` bytes; those not asked for longest go first. A read that is under way is shared. */
export function makeBlobCache(blobs: Pick<BlobStore, 'get'>, limit: number): BlobCache {
  const kept = new Map<string, { read: Promise<Buffer>; size: number }>()
  let total = 0
  const forget = (sha256: string) => {
    total -= kept.get(sha256)?.size ?? 0
    kept.delete(sha256)
  }
  const trim = () => {
    for (const sha256 of kept.keys()) {
      if (total <= limit) return
      forget(sha256)
    }
  }
  const read = async (sha256: string): Promise<Buffer> => {
    try {
      const content = asBuffer(await blobs.get(sha256))
      const entry = kept.get(sha256)
      if (entry) {
        entry.size = content.byteLength
        total += entry.size
        trim()
      }
      return content
    } catch (error) {
      forget(sha256)
      throw error
    }
  }
  return {
    get: (sha256) => {
      const entry = kept.get(sha256) ?? { read: read(sha256), size: 0 }
      kept.delete(sha256)
      kept.set(sha256, entry)
      return entry.read
    },
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
