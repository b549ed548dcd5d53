import type { FakeAnswer } from '../testing/fake-service.ts'

/** Answers with the page that a request asks for. */
export type FakePage = (items: readonly object[]) => FakeAnswer

export function paged(items: readonly object[], query: URLSearchParams, most: number): FakeAnswer {
  const offset = Number(query.get('offset') ?? 0)
  const size = Math.min(most, Number(query.get('limit') ?? 50))
  const page = items.slice(offset, offset + size)
  return { status: 200, json: { Count: page.length, Items: page, HasMore: offset + size < items.length } }
}

export function fail(status: number, message: string): FakeAnswer {
  return { status, json: { Message: message } }
}

/** As the older API writes names. */
export function camelCased(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(camelCased)
  if (json === null || typeof json !== 'object') return json
  const camel = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [camel(name), camelCased(value)]))
}
