import type { Query } from '@tanstack/react-query'

/** Rows of an entity changed. */
export interface Change {
  entity: string
  ids: readonly string[]
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The entities of which a query shows rows, besides that by whose name its key begins. */
      shows?: readonly string[]
    }
  }
}

/** Whether what was asked shows rows of one of the entities: its key begins with that name, or it says so itself. */
export function showsAny({ queryKey, meta }: Pick<Query, 'queryKey' | 'meta'>, entities: ReadonlySet<string>): boolean {
  return [String(queryKey[0]), ...(meta?.shows ?? [])].some((entity) => entities.has(entity))
}

/**
 * The changes that an event stream tells, as they arrive. Comments and lines that are no change are passed over;
 * a stream may be cut anywhere, also inside a character. (HTML Standard, "Server-sent events", parsing.)
 */
export async function* changesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Change> {
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

function readLine(line: string): Change | undefined {
  if (!line.startsWith('data:')) return undefined
  try {
    const change = JSON.parse(line.slice(5)) as Partial<Change>
    return typeof change.entity === 'string' ? { entity: change.entity, ids: change.ids ?? [] } : undefined
  } catch {
    // A newer server may say more than this console understands.
    return undefined
  }
}
