/** A reproducible source of choices: the same seed produces the same sequence on every machine. */
export interface Random {
  /** Returns a fraction in [0, 1). */
  next(): number
  /** Returns a whole number from `from` to `to`, both included. */
  int(from: number, to: number): number
  /** Returns true with the given probability. */
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Returns `count` different items, in shuffled order; fewer if there aren't enough. */
  sample<T>(items: readonly T[], count: number): T[]
  /** Returns `count` decimal digits, the first never 0. */
  digits(count: number): string
  hex(count: number): string
}

/**
 * Starts a sequence from a text seed. Seeds are built like paths ("7/filing/12"), so each thing has its own sequence
 * and nothing shifts when something else draws one more number.
 */
export function makeRandom(seed: string): Random {
  const next = mulberry32(hash(seed))
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const text = (alphabet: string, count: number) =>
    Array.from({ length: count }, () => alphabet[int(0, alphabet.length - 1)]).join('')
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => pickFrom(items, next()),
    sample: (items, count) => shuffle(items, next).slice(0, count),
    digits: (count) => text('123456789', 1) + text('0123456789', count - 1),
    hex: (count) => text('0123456789abcdef', count),
  }
}

/** Returns one item by weight. */
export function pickWeighted<T>(random: Random, items: readonly (readonly [weight: number, item: T])[]): T {
  const total = items.reduce((sum, [weight]) => sum + weight, 0)
  let left = random.next() * total
  for (const [weight, item] of items) {
    left -= weight
    if (left < 0) return item
  }
  throw new Error('Nothing to choose from: every weight is 0')
}

function pickFrom<T>(items: readonly T[], fraction: number): T {
  if (items.length === 0) throw new Error('Nothing to choose from: the list is empty')
  return items[Math.floor(fraction * items.length)] as T
}

/** Shuffles a copy (Fisher–Yates). */
function shuffle<T>(items: readonly T[], next: () => number): T[] {
  const shuffled = [...items]
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    const held = shuffled[i] as T
    shuffled[i] = shuffled[j] as T
    shuffled[j] = held
  }
  return shuffled
}

/** Hashes a text: FNV-1a, then one avalanche round so that seeds differing in the last character are far apart. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  return (h ^ (h >>> 13)) >>> 0
}

/** Returns a Mulberry32 generator: 32 bits of state, plenty for choosing names and dates. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
