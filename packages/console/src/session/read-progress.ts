/** How much of a response has arrived. */
export interface Progress {
  loaded: number
  /** Undefined if the size isn't announced. */
  total: number | undefined
}

/** Reads the bytes of a response, reporting progress. */
export async function readWithProgress(
  response: Response,
  onProgress: (progress: Progress) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const stated = Number(response.headers.get('content-length') ?? Number.NaN)
  const total = Number.isFinite(stated) && stated > 0 ? stated : undefined
  const parts: Uint8Array<ArrayBuffer>[] = []
  let loaded = 0
  onProgress({ loaded, total })
  for await (const part of response.body ?? []) {
    parts.push(part)
    loaded += part.length
    onProgress({ loaded, total })
  }
  return joined(parts, loaded)
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Yields the lines of a response as they arrive. */
export async function* readLines(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of response.body ?? []) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') yield rest
}
