import type { Readable } from 'node:stream'
import { withoutEnd } from '@courtcrier/lib/without-end.ts'
import * as z from 'zod/mini'
import { decoded } from '../ways/decoded.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { ApiAnswer, ApiRequest, ServiceApi } from '../ways/service-api.ts'
import { webCode, webCodes } from './web-problem.ts'

/** The REST service of a site, `_api/web`, which every version since 2013 has. */
export interface Web {
  /** The address of the site, and its path on the server. */
  origin: string
  sitePath: string
  get: (path: string, options: WebOptions) => Promise<ApiAnswer>
  /** Changes something: such calls need a form digest, which is requested when there is none that counts. */
  post: (path: string, options: WebOptions) => Promise<ApiAnswer>
  read: (path: string, options: WebOptions) => Promise<Readable>
}

export interface WebOptions extends Pick<ApiRequest, 'what' | 'meant' | 'headers' | 'body'> {
  /** Texts in the path, which refers to them as `@name`. */
  texts?: Readonly<Record<string, string>>
  /** Further parts of the query. */
  query?: string
}

/** JSON without descriptions of its types. */
const accept = { accept: 'application/json;odata=nometadata' }
const digestForm = z.object({ FormDigestValue: z.string(), FormDigestTimeoutSeconds: z.number() })
/** A digest is replaced this long before its end, in milliseconds. */
const spareMs = 60_000

export function openWeb(api: ServiceApi, baseUrl: string): Web {
  const { origin, pathname } = new URL(baseUrl)
  const site = `${origin}${withoutEnd(pathname, /\//)}`
  const request = (path: string, { texts = {}, query = '', headers, ...options }: WebOptions) => {
    // Beside the path, because a server refuses some characters within it.
    const named = Object.entries(texts).map(([name, text]) => `@${name}=${encodeURIComponent(quoted(text))}`)
    const all = [...named, ...(query ? [query] : [])].join('&')
    return { ...options, url: `${site}/_api/web${path}${all && `?${all}`}`, headers: { ...accept, ...headers } }
  }
  const digests = openDigests(api, site)
  const post = async (path: string, options: WebOptions) => {
    const signed = async () => ({ ...options.headers, 'x-requestdigest': await digests.current() })
    return api.call({ ...request(path, { ...options, headers: await signed() }), method: 'POST' })
  }
  return {
    origin,
    sitePath: decoded(new URL(site).pathname).replace(/\/$/, ''),
    get: (path, options) => api.call({ ...request(path, options), method: 'GET' }),
    read: (path, options) => api.read({ ...request(path, options), method: 'GET' }),
    async post(path, options) {
      const answer = await post(path, { ...options, meant: [...(options.meant ?? []), 403] })
      if (answer.status !== 403) return answer
      if (webCode(answer) === webCodes.digestInvalid) digests.forget()
      return post(path, options)
    },
  }
}

function openDigests(api: ServiceApi, site: string) {
  let known: { value: string; endsAt: number } | undefined
  return {
    async current(): Promise<string> {
      if (known && known.endsAt > Date.now()) return known.value
      const what = 'preparing to write'
      const answer = await api.call({ method: 'POST', url: `${site}/_api/contextinfo`, what, headers: accept })
      const { FormDigestValue: value, FormDigestTimeoutSeconds: seconds } = readAnswer(digestForm, answer, what)
      known = { value, endsAt: Date.now() + seconds * 1000 - spareMs }
      return value
    },
    forget: () => {
      known = undefined
    },
  }
}

/** A text of a query (OData: a quote is doubled). */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
