/** `1 filing`, `3 filings`. Sentences that the console translates take it as two: scripts/sentence-patterns.ts. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
