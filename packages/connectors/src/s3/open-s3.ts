import { S3Client } from '@aws-sdk/client-s3'
import { openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import type { Connector, Problem } from '../connector.ts'
import type { PlaceSettings, StorePlace, Ways } from '../connector-kind.ts'
import { folderMissing, guarded, problemError, safePath } from '../problems.ts'
import { runCheck } from '../run-check.ts'
import { httpProblem } from '../ways/http-problem.ts'
import { readSmall } from '../ways/read-whole.ts'
import { endpointOf, linkOf, prefixOf } from './address.ts'
import { type Bucket, openBucket } from './bucket.ts'
import { planMetadata } from './object-metadata.ts'
import { putObject } from './put-object.ts'
import { s3Problem } from './s3-problem.ts'
import { sdkHandler } from './sdk-handler.ts'

export function openS3({ credentialId, settings }: StorePlace, { http }: Pick<Ways, 'http'>): Connector {
  const client = clientOf(settings, sdkHandler(http, credentialId))
  const bucket = openBucket(client, settings.database ?? '')
  const prefix = prefixOf(settings)
  const keyOf = (path: string) => keyBelow(prefix, path)
  const guard = <T>(work: () => Promise<T>) => guarded(work, problemsFrom(client))
  // Not every S3 service supports conditional writes. Within one process, two never write the same key at once.
  const turns = openKeyedLimiter(1)
  const link = (path: string) => linkOf(settings, prefix + path)
  const connector: Connector = {
    ensureFolder: (folder, { mayMake = true } = {}) =>
      guard(async () => {
        const key = keyOf(folder)
        // S3 has no folders; they come with the keys. If folders may not be created, there must be a key below already.
        if (!mayMake && folder !== '' && !(await bucket.hasBelow(`${key}/`))) throw folderMissing(folder)
        return { ready: true as const, made: false }
      }),
    put: (file) =>
      guard(() => {
        const key = keyOf(file.path)
        return turns.run(key, () => putObject(bucket, key, file))
      }),
    exists: (path) => guard(async () => ({ exists: (await bucket.head(keyOf(path))) !== undefined })),
    link,
    plan: async (properties) => planMetadata(properties),
    check: () =>
      runCheck({
        ...connector,
        connect: () => demandBucket(bucket, settings),
        read: async (path) => readSmall(await bucket.get(keyOf(path))),
        remove: (path) => bucket.remove(keyOf(path)),
        translate: problemsFrom(client),
      }),
  }
  return connector
}

/** In bytes (Amazon S3 user guide, "Naming Amazon S3 objects"). */
const longestKey = 1024
const tooLong = `S3 takes paths of up to ${longestKey} bytes. Shorten the storage policy's.`

function keyBelow(prefix: string, path: string): string {
  const key = prefix + safePath(path)
  if (Buffer.byteLength(key) > longestKey) throw problemError('rejected', tooLong)
  return key
}

/**
 * In milliseconds. S3 refuses requests whose time is off by 15 minutes, and the SDK adjusts to S3's time well before.
 */
const clockChange = 4 * 60_000

/** A refusal tells the SDK the server's time. If that changed the SDK's offset, the clock was wrong. */
function problemsFrom({ config }: S3Client): (error: unknown) => Problem | undefined {
  const before = config.systemClockOffset
  return (error) => s3Problem(error, { isClockOff: Math.abs(config.systemClockOffset - before) >= clockChange })
}

async function demandBucket(bucket: Bucket, settings: PlaceSettings): Promise<void> {
  if (await bucket.isThere()) return
  throw problemError(
    'auth',
    `There is no bucket "${settings.database}" at ${endpointOf(settings)}. ${httpProblem({ status: 404, headers: {} }, 'it').sentence}`,
  )
}

function clientOf(settings: PlaceSettings, requestHandler: ReturnType<typeof sdkHandler>): S3Client {
  const { baseUrl, region, apiKey, apiSecret } = settings
  return new S3Client({
    region: region || 'us-east-1',
    credentials: { accessKeyId: apiKey ?? '', secretAccessKey: apiSecret ?? '' },
    // The queue retries later; an immediate second attempt would only hide the problem.
    maxAttempts: 1,
    // Other services don't support the newer checksums; ours is sent with every file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler,
    // Its warnings would go to the console; what matters is in the problems of copies.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    ...(baseUrl ? { endpoint: baseUrl, forcePathStyle: true } : {}),
  })
}

const ignore = () => undefined
