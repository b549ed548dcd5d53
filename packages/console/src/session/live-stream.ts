import type { Query } from '@tanstack/react-query'

/** Changed rows of an entity. */
export interface RowsChanged {
  entity: string
  ids: readonly string[]
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The entities whose rows a query shows, besides the one its key starts with. */
      shows?: readonly string[]
    }
  }
}

/** Returns whether a query shows rows of one of the entities: its key starts with the name, or its `meta` lists it. */
export function showsAny({ queryKey, meta }: Pick<Query, 'queryKey' | 'meta'>, entities: ReadonlySet<string>): boolean {
  return [String(queryKey[0]), ...(meta?.shows ?? [])].some((entity) => entities.has(entity))
}

/**
 * Returns the changes in an event stream, as they arrive. Comments and other lines are skipped; the stream may be split
 * anywhere, even inside a character. (HTML Standard, "Server-sent events", parsing.)
 */
export async function* changesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<RowsChanged> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const change = readLine(line)
      if (change) yield change
    }
  }
}

function readLine(line: string): RowsChanged | undefined {
  if (!line.startsWith('data:')) return undefined
  try {
    const change = JSON.parse(line.slice(5)) as Partial<RowsChanged>
    return typeof change.entity === 'string' ? { entity: change.entity, ids: change.ids ?? [] } : undefined
  } catch {
    // A newer server may send more than this console understands.
    return undefined
  }
}
