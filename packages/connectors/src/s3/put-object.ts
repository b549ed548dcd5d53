import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { gatherChunks } from '@courtcrier/lib/gather-chunks.ts'
import { checkedBytes, isSame } from '../checked-bytes.ts'
import type { FileToStore, Problem, Stored } from '../connector.ts'
import { conflictOf, notWhatWasStored } from '../problems.ts'
import type { Bucket, ObjectHead, ObjectToWrite } from './bucket.ts'
import { isAnswer, isRefusal } from './s3-problem.ts'

/** In bytes. Larger files are uploaded in parts, so that an interrupted one needn't repeat hours of transfer. */
const partSize = 8 * 1024 * 1024
/** S3 accepts 10,000. */
const mostParts = 9_000

/** Writes a file under its key unless something is there. An object with the same bytes is adopted. */
export async function putObject(bucket: Bucket, key: string, file: FileToStore): Promise<Stored | Problem> {
  const written = writtenOf(file)
  const found = await bucket.head(key)
  if (found && !(await isOursAndBroken(bucket, key, { file, found, written })))
    return adopt(bucket, key, { file, found })
  if (found) await bucket.remove(key)
  try {
    if (file.size > partSize * 2) await putParts(bucket, key, { file, written })
    else
      await bucket.put(key, () => Readable.from(checkedBytes(file), { objectMode: false }), {
        ...written,
        size: file.size,
      })
  } catch (error) {
    if (!isAnswer(error, 409, 412)) throw error
    const quicker = await bucket.head(key)
    return quicker ? adopt(bucket, key, { file, found: quicker }) : { ...conflictOf(key), problem: 'transient' }
  }
  const kept = await bucket.head(key)
  return kept?.size === file.size ? { wasThere: false } : notWhatWasStored(key)
}

function writtenOf({ sha256, idempotencyKey, path, properties }: FileToStore): ObjectToWrite {
  const writer = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)
  const type = path.endsWith('.pdf')
    ? 'application/pdf'
    : path.endsWith('.eml')
      ? 'message/rfc822'
      : 'application/octet-stream'
  return { sha256, writer, type, properties }
}

/**
 * Whether the object is an incomplete earlier attempt. That happens with a service that reported success wrongly, or
 * that exposes interrupted uploads, which S3 itself never does. An object without our metadata is ours only if it is
 * the beginning of our bytes.
 */
async function isOursAndBroken(
  bucket: Bucket,
  key: string,
  { file, found, written }: { file: FileToStore; found: ObjectHead; written: ObjectToWrite },
): Promise<boolean> {
  if (found.size >= file.size) return false
  if (found.writer !== undefined) return found.writer === written.writer && found.sha256 === written.sha256
  return (
    file.attempt > 1 && isSame(await bucket.get(key), { sha256: await hashOfStart(file, found.size), size: found.size })
  )
}

async function hashOfStart(file: FileToStore, size: number): Promise<string> {
  const hash = createHash('sha256')
  let left = size
  for await (const chunk of file.open()) {
    if (left === 0) break
    hash.update(chunk.subarray(0, left))
    left -= Math.min(left, chunk.byteLength)
  }
  return hash.digest('hex')
}

async function adopt(
  bucket: Bucket,
  key: string,
  { file, found }: { file: FileToStore; found: ObjectHead },
): Promise<Stored | Problem> {
  if (found.size !== file.size) return conflictOf(key)
  if (found.sha256 === file.sha256) return { wasThere: true }
  // Someone else wrote it, or overwrote it and kept our metadata, so the bytes must be compared.
  return (await isSame(await bucket.get(key), file)) ? { wasThere: true } : conflictOf(key)
}

/** Uploads in parts, one in memory at a time. Nothing is visible until the upload is completed. */
async function putParts(
  bucket: Bucket,
  key: string,
  { file, written }: { file: FileToStore; written: ObjectToWrite },
): Promise<void> {
  for (const upload of await bucket.unfinished(key)) await bucket.abort(key, upload)
  const upload = await bucket.begin(key, written)
  let isCompleting = false
  try {
    const parts: { ETag: string | undefined; PartNumber: number }[] = []
    const size = Math.max(partSize, Math.ceil(file.size / mostParts))
    for await (const Body of piecesOf(file, size))
      parts.push(await bucket.part(key, { UploadId: upload, PartNumber: parts.length + 1, Body }))
    isCompleting = true
    await bucket.complete(key, upload, parts)
  } catch (error) {
    // The service may still be putting the parts together, which takes minutes: taking them away meanwhile can damage the
    // object. The next attempt finds it, or the parts. What else can't be removed now is removed by it, too.
    if (!isCompleting || isRefusal(error)) await bucket.abort(key, upload).catch(() => undefined)
    throw error
  }
}

function piecesOf(file: FileToStore, size: number): AsyncIterable<Uint8Array> {
  return Readable.from(checkedBytes(file), { objectMode: false }).compose(gatherChunks(size))
}
