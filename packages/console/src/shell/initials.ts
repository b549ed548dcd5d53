/** Returns at most two initials of a name: `Harlan & Lowe LLP` -> `HL`, `Maria de la Cruz` -> `MC`. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => /^[\p{Lu}\p{N}]/u.test(word) && !isLegalForm(word))
  const [first, ...others] = words.length > 0 ? words : [name.trim()]
  const last = /[&+]/.test(name) ? others[0] : others.at(-1)
  return [first, last].map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}

function isLegalForm(word: string): boolean {
  return /^(LLP|LLC|PLLC|PC|PA|Inc|Ltd|Esq)$/i.test(word)
}
