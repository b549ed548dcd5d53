/** The ids that a list of references holds. */
export function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
