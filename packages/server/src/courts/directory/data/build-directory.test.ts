import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { allCourts, findCourt } from '../directory.ts'
import { directoryId, type ListedCourt, type PacerGroup } from './listed-court.ts'

const here = import.meta.dirname
const added = JSON.parse(readFileSync(path.join(here, 'added-courts.json'), 'utf8')) as readonly ListedCourt[]

async function readSource(name: string): Promise<unknown> {
  return JSON.parse(gunzipSync(await readFile(path.join(here, 'sources', name))).toString('utf8'))
}

test('the generator reproduces the committed files from the public lists', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-directory-'))
  try {
    await promisify(execFile)(process.execPath, [
      path.join(here, 'build-directory.ts'),
      path.join(here, 'sources', 'pacer-courts.json.gz'),
      path.join(here, 'sources', 'courts.json.gz'),
      folder,
    ])
    for (const name of ['federal-courts.json', 'other-courts.json']) {
      const made = await readFile(path.join(folder, name), 'utf8')
      expect(made, name).toBe(await readFile(path.join(here, name), 'utf8'))
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('every court of the public list is in the directory, and is historical exactly if all its periods have ended', async () => {
  const list = (await readSource('courts.json.gz')) as ListedCourt[]
  const known = new Set([...list, ...added].map(({ id }) => directoryId(id)))
  const madeByCounty = new Set(allCourts().flatMap(({ id, parent }) => (known.has(id) || !parent ? [] : [id])))
  expect(list).toHaveLength(2_809)
  expect(allCourts().filter(({ id }) => !madeByCounty.has(id))).toHaveLength(2_809 + added.length)
  for (const listed of list) {
    const court = findCourt(directoryId(listed.id))
    const dates = listed.dates ?? []
    const hasEnded = dates.length > 0 && dates.every(({ end }) => typeof end === 'string')
    expect(court, listed.id).toBeDefined()
    expect(court?.ended !== undefined, listed.id).toBe(hasEnded)
    expect(court?.parent, listed.id).toBe(listed.parent ? directoryId(listed.parent) : undefined)
  }
})

test("the names of CM/ECF courts contain the words of PACER's own list", async () => {
  const pacer = (await readSource('pacer-courts.json.gz')) as Record<string, PacerGroup>
  const bankruptcy = pacer['U.S. Bankruptcy Courts']?.courts ?? []
  const district = (pacer['U.S. District Courts']?.courts ?? []).filter(({ court }) => !/Panel|Trade/.test(court))
  expect(bankruptcy.length + district.length).toBeGreaterThan(180)
  for (const { court, court_link } of [...bankruptcy, ...district]) {
    const id = /ecf\.([a-z0-9]+)/.exec(court_link)?.[1] ?? ''
    for (const word of court.replace(/- .*/, '').trim().split(/\s+/))
      expect(findCourt(id)?.name.toLowerCase(), court_link).toContain(word.toLowerCase())
  }
})
