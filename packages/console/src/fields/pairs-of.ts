/** A line of a map. */
export type Pair = readonly [name: string, text: string]

/** A map as its lines. */
export function pairsOf(value: unknown): Pair[] {
  return Object.entries((value ?? {}) as Record<string, unknown>).map(([name, text]) => [name, String(text)])
}
