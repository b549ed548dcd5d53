import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readFixture } from '../read-fixture.ts'
import { parseNotice } from '../registry.ts'
import { type PeerNotice, toJuriscraper } from './notice.ts'

const corpus = new URL('../corpus/', import.meta.url)

type Peer = PeerNotice | Record<string, never>

/** Where our output differs from the peer's on purpose: the path, and why the peer is wrong. */
const deviations: Readonly<Record<string, readonly Deviation[]>> = {
  'nef/s3/almd_3_plain.txt': [
    {
      at: 'court_id',
      ours: 'dcd',
      why: 'The peer takes the court from the file name; every link leads to the D.C. district.',
    },
  ],
}

interface Deviation {
  /** A path such as `dockets.0.case_name`. */
  at: string
  ours: unknown
  why: string
}

describe.each(['nef', 'nef/s3', 'nda'])('notices in %s', (folder) => {
  const directory = new URL(`${folder}/`, corpus)
  test.each(readdirSync(directory).filter((file) => /\.(?:txt|html)$/.test(file)))('%s', async (file) => {
    const message = await readFixture(new URL(file, directory))
    const ours = toJuriscraper(message, parseNotice(message))
    const peer: Peer = JSON.parse(readFileSync(new URL(file.replace(/\.\w+$/, '.json'), directory), 'utf8'))
    expect(comparable(ours)).toEqual(comparable(corrected(peer, deviations[`${folder}/${file}`] ?? [])))
  })
})

/**
 * Dockets, entries and the kind of notice. Recipients and attachments aren't compared, because ours are better (see the
 * gold set).
 */
function comparable(notice: Peer): unknown {
  if (!('dockets' in notice)) return notice
  return { appellate: notice.appellate, acms: notice.acms, court_id: notice.court_id, dockets: notice.dockets }
}

function corrected(peer: Peer, changes: readonly Deviation[]): Peer {
  const copy = structuredClone(peer)
  for (const { at, ours } of changes) {
    const path = at.split('.')
    const last = path.pop() ?? ''
    let target = copy as unknown as Record<string, unknown>
    for (const key of path) target = target[key] as Record<string, unknown>
    // Fails if a deviation no longer exists, so that it is removed from the list.
    expect(target[last]).not.toEqual(ours)
    target[last] = ours
  }
  return copy
}
