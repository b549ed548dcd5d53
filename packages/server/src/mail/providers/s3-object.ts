import type { Readable } from 'node:stream'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { CallProblem } from './call-problem.ts'
import { type AccessKey, signS3Request } from './sign-s3-request.ts'
import type { SnsTopic } from './sns-topic.ts'

/** Where a receipt rule saved a message. */
export interface S3Place {
  bucket: string
  key: string
}

/** An answer whose body isn't read yet. */
export interface OpenedAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Readable
}

/** Sends a request without a body to a public address. Rejects if there is no answer. */
export type OpenAnswer = (url: URL, headers: Readonly<Record<string, string>>) => Promise<OpenedAnswer>

interface ReadOptions {
  topic: SnsTopic
  accessKey: AccessKey
  open: OpenAnswer
  /** Reads a body up to the largest message that the firm accepts. */
  hold: (body: Readable) => Promise<Buffer>
  now: Date
}

/** Reads a message from the bucket, in the topic's region. Throws a `CallProblem` that says what to change. */
export async function readS3Object(place: S3Place, options: ReadOptions): Promise<Buffer> {
  const url = urlOf(place, options.topic)
  const headers = signS3Request(url, { ...options, region: options.topic.region })
  const answer = await options.open(url, headers).catch((cause: unknown) => {
    throw new CallProblem(
      `${url.host} could not be reached to read a message from S3. Allow this server to connect there.`,
      {
        cause,
      },
    )
  })
  if (answer.status !== 200) throw await problemOf(answer, { ...place, host: url.host })
  if (isEncrypted(answer)) {
    answer.body.destroy()
    throw new CallProblem(
      'The receipt rule encrypts the messages that it saves in S3, which cannot be read here. Turn off message encryption in its action for S3.',
    )
  }
  return holdMessage(answer.body, options.hold)
}

/** A path has no name of dots, which would change where it leads; an empty one is a name like others. */
function urlOf({ bucket, key }: S3Place, { host }: SnsTopic): URL {
  const names = key.split('/')
  const isNamed = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) && key.isWellFormed()
  if (!isNamed || names.some((name) => /^\.{1,2}$/.test(name)))
    throw new CallProblem('A message names a place in S3 that cannot be read.')
  return new URL(`https://${host.replace(/^sns\./, 's3.')}/${[bucket, ...names].map(encode).join('/')}`)
}

/** As AWS signs it: everything but letters, digits and four characters. */
function encode(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** SES encrypts before it saves, and says so in the object's metadata ("Deliver to S3 bucket action"). */
function isEncrypted({ headers }: OpenedAnswer): boolean {
  return 'x-amz-meta-x-amz-key-v2' in headers || 'x-amz-meta-x-amz-key' in headers
}

const mostOfError = 16_000

async function problemOf({ status, body }: OpenedAnswer, { bucket, host }: S3Place & { host: string }) {
  let text = ''
  try {
    for await (const part of body) {
      text += String(part)
      if (text.length > mostOfError) break
    }
  } catch {
    // The status says enough.
  }
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? String(status)
  if (code === 'NoSuchKey')
    return new CallProblem(
      `A message is no longer in the S3 bucket "${bucket}". Keep messages there for at least a day.`,
    )
  if (status === 301 || code === 'PermanentRedirect' || code === 'AuthorizationHeaderMalformed')
    return new CallProblem(
      `The S3 bucket "${bucket}" is in another region than the topic. Use one in the topic's region.`,
    )
  if (status >= 500 || status === 429) return new CallProblem(`${host} can't read a message from S3 now (${code}).`)
  return new CallProblem(
    `Amazon S3 doesn't let the access key of this mailbox read messages from the bucket "${bucket}" (${code}). Check the key, and allow its user s3:GetObject there.`,
  )
}

async function holdMessage(body: Readable, read: ReadOptions['hold']): Promise<Buffer> {
  try {
    return await read(body)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'too_large')
      throw new CallProblem('A message in S3 is larger than the firm accepts.', { cause: error })
    // It broke off, or all memory for messages is in use.
    throw new CallProblem('A message could not be read from S3 to its end.', { cause: error })
  }
}
