import { Readable } from 'node:stream'
import { wholeAnswer } from '../ways/read-whole.ts'
import type { StoreHttp } from '../ways/store-http.ts'

/** The parts of the SDK's request class that are used here. */
interface SdkRequest {
  method: string
  protocol: string
  hostname: string
  port?: number
  path: string
  query?: Readonly<Record<string, string | readonly string[] | null>>
  headers: Readonly<Record<string, string>>
  body?: unknown
}

/**
 * Lets the SDK send requests through our own client, so that limits, allowed addresses and logging are in one place.
 */
export function sdkHandler(http: StoreHttp, credentialId: string) {
  return {
    handle: async (request: SdkRequest) => {
      const { expect: _, ...headers } = request.headers
      const answer = await http.send({
        credentialId,
        method: request.method,
        url: urlOf(request),
        headers,
        body: bodyOf(request.body),
      })
      const { status: statusCode, headers: given } = answer
      // Everything but a file is read at once by the SDK.
      const isFile = request.query?.['x-id'] === 'GetObject' && statusCode < 300
      const body = isFile ? answer.body : Readable.from(wholeAnswer(answer.body, 'a request'), { objectMode: false })
      return { response: { statusCode, headers: given, body } }
    },
    updateHttpClientConfig: () => undefined,
    httpHandlerConfigs: () => ({}),
  }
}

function urlOf({ protocol, hostname, port, path, query = {} }: SdkRequest): URL {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === null) return [encode(name)]
    return [value].flat().map((each) => `${encode(name)}=${encode(String(each))}`)
  })
  const search = pairs.length > 0 ? `?${pairs.join('&')}` : ''
  return new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}${path}${search}`)
}

/** Encodes as signatures require, which is stricter than URLs. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function bodyOf(body: unknown): Uint8Array | AsyncIterable<Uint8Array> | undefined {
  if (body === undefined || body === null || body === '') return undefined
  if (typeof body === 'string') return Buffer.from(body)
  if (body instanceof Uint8Array) return body
  return body as AsyncIterable<Uint8Array>
}
