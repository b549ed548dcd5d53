import type { StoreHttp } from '../../stores/store-http.ts'

/** What the SDK has of a request; the rest of its class does not matter here. */
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

/** Lets the SDK ask by the house's own client: one place for limits, allowed addresses and the log. */
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
      return { response: { statusCode: answer.status, headers: answer.headers, body: answer.body } }
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

/** As the signature has it, which is stricter than URLs are. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function bodyOf(body: unknown): Uint8Array | AsyncIterable<Uint8Array> | undefined {
  if (body === undefined || body === null || body === '') return undefined
  if (typeof body === 'string') return Buffer.from(body)
  if (body instanceof Uint8Array) return body
  return body as AsyncIterable<Uint8Array>
}
