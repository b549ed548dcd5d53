import { makeDocument } from '../documents/make-document.ts'
import type { World } from '../world/world.ts'
import type { Target } from './find-target.ts'

/** Documents of state courts whose clerk stamps them only after a while, as their e-filing systems serve them. */
export interface LateStamps {
  /** Whether a link may be opened as often as wanted; the one-time links of federal courts may not. */
  isFor: (isState: boolean) => boolean
  /** The document as it is now, which every look counts for. */
  look: (target: Target) => Buffer
}

/** `looks`: how often each document is served without its stamp; undefined if courts stamp at once. */
export function makeLateStamps(world: World, looks: number | undefined): LateStamps {
  const counts = new Map<string, number>()
  return {
    isFor: (isState) => looks !== undefined && isState,
    look: ({ filing, document }) => {
      const key = `${filing.number}/${document.index}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      const stamped = makeDocument(world, filing, document)
      return count > (looks ?? 0) ? stamped : withoutStamp(stamped)
    },
  }
}

/** Blanks what is printed in blue, which only stamps are, so that every offset in the file stays as it is. */
function withoutStamp(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1').replace(/^BT 0 0 0\.8 rg .*$/gm, (line) => ' '.repeat(line.length))
  return Buffer.from(text, 'latin1')
}
