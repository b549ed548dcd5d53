import { expect } from 'vitest'

/** A stream of changes that someone watches. */
export interface Stream {
  token: string
  headers: Headers
  text: () => string
  events: () => { entity: string; ids: string[] }[]
  hasEnded: () => boolean
  close: () => Promise<void>
}

/** Opens the stream of changes of a listening server. For tests. */
export async function openEventStream(base: string, token: string): Promise<Stream> {
  const abort = new AbortController()
  const answer = await fetch(`${base}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
    signal: abort.signal,
  })
  expect(answer.status).toBe(200)
  let text = ''
  let hasEnded = false
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true })
  })()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true
    })
  return {
    token,
    headers: answer.headers,
    text: () => text,
    events: () =>
      // Logging in adds a line to the log, which administrators and managers may see: not what is tested here.
      [...text.matchAll(/^data: (.*)\n\n/gm)]
        .map((match) => JSON.parse(match[1] ?? '') as { entity: string; ids: string[] })
        .filter(({ entity }) => entity !== 'system_event'),
    hasEnded: () => hasEnded,
    close: async () => {
      abort.abort()
      await reading
    },
  }
}
