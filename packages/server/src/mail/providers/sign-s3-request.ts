import { createHash, createHmac } from 'node:crypto'

/** Who reads from S3. */
export interface AccessKey {
  id: string
  secret: string
}

/**
 * Returns the headers that prove who requests what is at an address, whose parameters are sorted and encoded (AWS Signature Version 4, "Authenticating Requests:
 * Authorization Header"). The secret itself isn't sent. Courtcrier's connector for S3 saves with Amazon's client, which
 * would be a large package for one request.
 */
export function signS3Request(
  url: URL,
  { accessKey, region, now }: { accessKey: AccessKey; region: string; now: Date },
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const signed = { host: url.host, 'x-amz-content-sha256': sha256(''), 'x-amz-date': time }
  const names = Object.keys(signed).join(';')
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`)
  const request = [
    'GET',
    url.pathname,
    url.search.slice(1),
    lines.join(''),
    names,
    signed['x-amz-content-sha256'],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')
  const key = [time.slice(0, 8), region, 's3', 'aws4_request'].reduce<Buffer>(
    (before, part) => hmac(before, part),
    Buffer.from(`AWS4${accessKey.secret}`),
  )
  const signature = hmac(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  return { ...signed, authorization }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
