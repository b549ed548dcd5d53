import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { problemError } from '../problems.ts'
import { metadataOf } from './object-metadata.ts'
import { isAnswer } from './s3-problem.ts'

/** An object's size, and the metadata we wrote with it: the hash of its bytes, and the copy that wrote it. */
export interface ObjectHead {
  size: number
  sha256: string | undefined
  writer: string | undefined
}

/** How an object is written. */
export interface ObjectToWrite {
  sha256: string
  writer: string
  type: string
  properties: Readonly<Record<string, string>>
}

/** Writes only if nothing is there, where the service supports it. */
type Conditionally = <T>(send: (condition: { IfNoneMatch?: '*' }) => Promise<T>) => Promise<T>

/** The few calls on a bucket that copies need. */
export type Bucket = ReturnType<typeof openBucket>

export function openBucket(client: S3Client, Bucket: string) {
  let knowsConditions = true
  /**
   * Writes only if nothing is there. A service that doesn't support that is called without the condition from then on.
   */
  const conditionally: Conditionally = async (send) => {
    try {
      return await send(knowsConditions ? { IfNoneMatch: '*' } : {})
    } catch (error) {
      if (!knowsConditions || !isAnswer(error, 'NotImplemented', 501)) throw error
      knowsConditions = false
      return send({})
    }
  }
  return {
    async head(Key: string): Promise<ObjectHead | undefined> {
      try {
        const { ContentLength = 0, Metadata = {} } = await client.send(new HeadObjectCommand({ Bucket, Key }))
        return { size: ContentLength, sha256: Metadata.sha256, writer: Metadata.writer }
      } catch (error) {
        if (isAnswer(error, 404)) return undefined
        throw headRefusal(error)
      }
    },
    async get(Key: string): Promise<AsyncIterable<Uint8Array>> {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
      return Body as Readable
    },
    async remove(Key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
    async isThere(): Promise<boolean> {
      try {
        await client.send(new HeadBucketCommand({ Bucket }))
        return true
      } catch (error) {
        if (isAnswer(error, 404)) return false
        throw headRefusal(error)
      }
    },
    async hasBelow(Prefix: string): Promise<boolean> {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }))
      return Contents.length > 0
    },
    put: (Key: string, open: () => Readable, { size, ...written }: ObjectToWrite & { size: number }) =>
      conditionally((condition) =>
        client.send(
          new PutObjectCommand({
            Bucket,
            Key,
            Body: open(),
            ContentLength: size,
            ChecksumSHA256: Buffer.from(written.sha256, 'hex').toString('base64'),
            ...about(written),
            ...condition,
          }),
        ),
      ),
    ...uploadsOf(client, Bucket, conditionally),
  }
}

/**
 * HEAD is answered without a reason. A request that is signed for another region than the bucket's, or with a temporary
 * key that has ended, is the only one of ours that S3 redirects or calls malformed.
 */
function headRefusal(error: unknown): unknown {
  if (!isAnswer(error, 301, 400)) return error
  const status = isAnswer(error, 301) ? 301 : 400
  return problemError(
    'auth',
    `The DMS refused the request (${status}). Check the region of the bucket and the access key.`,
  )
}

/** Uploads a large object in parts. */
function uploadsOf(client: S3Client, Bucket: string, conditionally: Conditionally) {
  return {
    async begin(Key: string, written: ObjectToWrite): Promise<string> {
      const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...about(written) }))
      return UploadId
    },
    async part(
      Key: string,
      { UploadId, PartNumber, Body }: { UploadId: string; PartNumber: number; Body: Uint8Array },
    ) {
      const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
      return { ETag, PartNumber }
    },
    complete: (Key: string, UploadId: string, Parts: { ETag: string | undefined; PartNumber: number }[]) =>
      conditionally((condition) =>
        client.send(
          new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts }, ...condition }),
        ),
      ),
    async abort(Key: string, UploadId: string): Promise<void> {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    },
    /** Unfinished uploads of the key; none if the service doesn't list them. */
    async unfinished(Key: string): Promise<readonly string[]> {
      try {
        const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }))
        return Uploads.flatMap((upload) => (upload.Key === Key && upload.UploadId ? [upload.UploadId] : []))
      } catch (error) {
        if (isAnswer(error, 'NotImplemented', 501, 404, 405)) return []
        throw error
      }
    },
  }
}

function about({ sha256, writer, type, properties }: ObjectToWrite) {
  return { ContentType: type, Metadata: metadataOf(properties, { sha256, writer }) }
}
