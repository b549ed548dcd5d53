/** The ids of a list of references. */
export function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
