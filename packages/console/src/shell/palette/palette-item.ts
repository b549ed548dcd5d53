import type { Icon } from '@tabler/icons-react'

/** Something the palette offers. */
export interface PaletteItem {
  /** The same for the same thing, so that it is known again: `page:/cases`, `record:case:<id>`, `action:theme`. */
  id: string
  label: string
  /** What tells it apart, and what it is also found by. */
  detail?: string
  icon: Icon
  run: () => void
  /** Where a record is; it is remembered with it, since only the server could tell again. */
  to?: Target
}

/** An address of the console. */
export interface Target {
  path: string
  search?: Readonly<Record<string, string>>
}

export interface PaletteGroup {
  name: string
  label: string
  items: readonly PaletteItem[]
}

/** How well an item fits what was typed, smaller being better; undefined when a word is nowhere in it. */
export function fitOf(
  { label, detail = '' }: Pick<PaletteItem, 'label' | 'detail'>,
  typed: string,
): number | undefined {
  const words = folded(typed).split(' ').filter(Boolean)
  const name = folded(label)
  const all = `${name} ${folded(detail)}`
  if (!words.every((word) => all.includes(word))) return undefined
  if (name.startsWith(words.join(' '))) return 0
  return words.every((word) => ` ${name}`.includes(` ${word}`)) ? 1 : 2
}

/** The items that fit, the best first; of equals those that were chosen lately. */
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
