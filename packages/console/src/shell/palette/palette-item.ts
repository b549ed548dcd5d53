import type { Icon } from '@tabler/icons-react'
import type { SearchParams } from '../../ui/search-params.ts'

/** An item of the palette. */
export interface PaletteItem {
  /** Stable for the same thing, so that it is recognized later: `page:/cases`, `record:case:<id>`, `action:theme`. */
  id: string
  label: string
  /** Distinguishes it from others, and is searched as well. */
  detail?: string
  /** Other words it is found by; not shown. */
  words?: string
  icon: Icon
  run: () => void
  /** The record's address, remembered with it because only the server could look it up again. */
  to?: Target
}

/** An address in the console. */
export interface Target {
  path: string
  search?: SearchParams
  hash?: string
}

export interface PaletteGroup {
  name: string
  label: string
  items: readonly PaletteItem[]
}

/**
 * Returns how well an item matches the typed text, smaller is better: by its name, by what is shown with it, or by other
 * words it is found by. Undefined if a word doesn't occur in any of them.
 */
export function fitOf(
  { label, detail = '', words: others = '' }: Pick<PaletteItem, 'label' | 'detail' | 'words'>,
  typed: string,
): number | undefined {
  const words = folded(typed).split(' ').filter(Boolean)
  const name = folded(label)
  const all = `${name} ${folded(detail)}`
  const isIn = (text: string) => words.every((word) => text.includes(word))
  if (!isIn(all)) return words.every((word) => ` ${all} ${folded(others)}`.includes(` ${word}`)) ? 3 : undefined
  if (name.startsWith(words.join(' '))) return 0
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 1 : 2
}

/** Returns the matching items, best first; among equals, recent choices first. */
export function fitting(items: readonly PaletteItem[], typed: string, recentIds: readonly string[]): PaletteItem[] {
  const age = (id: string) => (recentIds.includes(id) ? recentIds.indexOf(id) : recentIds.length)
  return items
    .flatMap((item) => {
      const fit = fitOf(item, typed)
      return fit === undefined ? [] : [{ item, fit }]
    })
    .toSorted((a, b) => a.fit - b.fit || age(a.item.id) - age(b.item.id))
    .map(({ item }) => item)
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
