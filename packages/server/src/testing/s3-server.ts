import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import S3rver from 's3rver'

/** s3rver over a folder that outlives it, so that it can be stopped and restarted. */
export interface S3Server {
  port: number
  makeBucket: (name: string) => Promise<void>
  /** Returns the keys of all objects, with the SHA-256 of their bytes. */
  objects: (bucket: string) => Promise<Map<string, string>>
  /** Returns what an object has besides its bytes. */
  metadata: (bucket: string, key: string) => Promise<Readonly<Record<string, string>>>
  stop: () => Promise<void>
}

export async function startS3Server(directory: string): Promise<S3Server> {
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory })
  const { port } = (await server.run()) as AddressInfo
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
  return {
    port,
    makeBucket: async (Bucket) => void (await client.send(new CreateBucketCommand({ Bucket }))),
    async objects(Bucket) {
      const objects = new Map<string, string>()
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }))
        for (const { Key = '' } of page.Contents ?? []) {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
          const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array()
          objects.set(Key, createHash('sha256').update(bytes).digest('hex'))
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
      return objects
    },
    metadata: async (Bucket, Key) => (await client.send(new HeadObjectCommand({ Bucket, Key }))).Metadata ?? {},
    async stop() {
      client.destroy()
      await server.close()
    },
  }
}
