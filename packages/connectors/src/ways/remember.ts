/** In milliseconds: lists of a service's fields change rarely, and people look at a preview several times a minute. */
const usualMs = 5 * 60_000

/** Asks once for everyone who wants to know within some minutes. A failure is forgotten at once. */
export function remember<T>(ask: () => Promise<T>, ms = usualMs): () => Promise<T> {
  let known: { answer: Promise<T>; until: number } | undefined
  return async () => {
    if (!known || known.until < Date.now()) known = { answer: ask(), until: Date.now() + ms }
    const { answer } = known
    try {
      return await answer
    } catch (error) {
      if (known?.answer === answer) known = undefined
      throw error
    }
  }
}
