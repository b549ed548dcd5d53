const mostNamed = 20

interface Missing {
  folder: string
  address: string
  /** The folders that are there. */
  names: readonly string[]
}

/** Says that a mailbox has no such folder, and which it has: mail programs and languages name them differently. */
export function noSuchFolder({ folder, address, names }: Missing): string {
  const listed = names
    .slice(0, mostNamed)
    .map((name) => `"${name}"`)
    .join(', ')
  const there = names.length > 0 ? ` There are: ${listed}.` : ''
  return `There is no folder "${folder}" in the mailbox of ${address}.${there}`
}
