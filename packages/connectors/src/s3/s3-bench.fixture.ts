import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { usualPace } from '@courtcrier/lib/pace.ts'
import S3rver from 's3rver'
import { expect, vi } from 'vitest'
import { type Fault, loseCalls, startHttpFaultProxy, startTcpFaultProxy } from '../testing/fault-proxy.ts'
import { hashOf } from '../testing/hash-of-file.ts'
import { settingsWith, testWays } from '../testing/store-settings.ts'
import { openS3 } from './open-s3.ts'

/**
 * Starts s3rver, which doesn't support conditional writes, so it is the connector that prevents overwriting here.
 * `openBench` opens a connector to a bucket of its own.
 */
export async function startS3() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder })
  const { port } = (await server.run()) as AddressInfo
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
  return {
    client,
    openBench: () => openBench({ client, port }),
    close: async () => {
      client.destroy()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let count = 0
async function openBench({ client, port }: { client: S3Client; port: number }) {
  const Bucket = `firm-${++count}`
  await client.send(new CreateBucketCommand({ Bucket }))
  const http = await startHttpFaultProxy({ port })
  const tcp = await startTcpFaultProxy({ port: Number(new URL(http.url).port) })
  const open = (apiKey: string) =>
    openS3(
      {
        firmId: 1,
        credentialId: Bucket,
        settings: settingsWith({
          baseUrl: `http://127.0.0.1:${tcp.port}`,
          region: 'us-east-1',
          database: Bucket,
          folderId: '/Court filings/',
          apiKey,
          apiSecret: 'S3RVER',
        }),
      },
      // As in use: s3rver puts 2 GB together before it answers.
      testWays(usualPace, 60_000),
    )
  const keyOf = (relative: string) => `Court filings/${relative}`
  const bodyAt = async (relative: string) =>
    (await client.send(new GetObjectCommand({ Bucket, Key: keyOf(relative) }))).Body
  let whole = 0
  return {
    Bucket,
    http,
    connector: open('S3RVER'),
    reopen: () => open('S3RVER'),
    asked: http.asked,
    read: async (relative: string) => (await bodyAt(relative))?.transformToByteArray(),
    hashAt: async (relative: string) => hashOf((await bodyAt(relative)) as Readable),
    plant: async (relative: string, Body: Uint8Array) => {
      await client.send(new PutObjectCommand({ Bucket, Key: keyOf(relative), Body }))
    },
    hands: {
      remove: (folder: string) => moveBelow({ client, Bucket }, keyOf(`${folder}/`), undefined),
      rename: (folder: string, to: string) =>
        moveBelow(
          { client, Bucket },
          keyOf(`${folder}/`),
          keyOf(`${folder.slice(0, folder.lastIndexOf('/') + 1)}${to}/`),
        ),
    },
    list: async (relative: string) => {
      const Prefix = relative === '' ? keyOf('') : keyOf(`${relative}/`)
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }))
      return Contents.map(({ Key = '' }) => Key.slice(Prefix.length))
    },
    faults: {
      cutAt: async (share: number | undefined) => {
        tcp.cutAfter(share === undefined ? undefined : share * whole)
        if (share === undefined) await settled(client, Bucket)
      },
      measure: async (run: () => Promise<unknown>) => {
        tcp.cutAfter(undefined)
        await run()
        whole = tcp.bytes()
      },
      fail: (fault: Fault | undefined, method?: string) => {
        http.rule = fault && ((request) => (method === undefined || request.method === method ? fault : undefined))
      },
      lose: loseCalls(http),
      writes: 'PUT',
      refused: () => open('WRONG'),
    },
    close: async () => {
      await tcp.close()
      await http.close()
    },
  }
}

/** Moves what is below a folder, as programs that show buckets as folders do; without a target, removes it. */
async function moveBelow(
  { client, Bucket }: { client: S3Client; Bucket: string },
  from: string,
  to: string | undefined,
): Promise<void> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: from }))
  expect(Contents).not.toEqual([])
  for (const { Key = '' } of Contents) {
    const CopySource = encodeURI(`${Bucket}/${Key}`)
    if (to !== undefined)
      await client.send(new CopyObjectCommand({ Bucket, CopySource, Key: to + Key.slice(from.length) }))
    await client.send(new DeleteObjectCommand({ Bucket, Key }))
  }
}

/**
 * After a cut connection, s3rver shows what it is still writing, which S3 never does. Waits until that stops changing.
 */
async function settled(client: S3Client, Bucket: string): Promise<void> {
  let before = ''
  await vi.waitFor(
    async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      const now = JSON.stringify(Contents.map(({ Key, Size }) => [Key, Size]))
      const isSame = now === before
      before = now
      expect(isSame).toBe(true)
    },
    { interval: 200, timeout: 60_000 },
  )
}
