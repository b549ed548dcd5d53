/** How much of an answer has come. */
export interface Progress {
  loaded: number
  /** Undefined where nobody says how much it will be. */
  total: number | undefined
}

/** The bytes of an answer, telling how much of it has come as it comes. */
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
