/**
 * Builds the court directory from two public lists, stored compressed in `sources`:
 *   node build-directory.ts <pacer-courts.json[.gz]> <courts.json[.gz]> [output folder]
 * The first lists the CM/ECF sites (juriscraper), the second every court's name and citation (courts-db); both BSD-2,
 * see LICENSE; `added-courts.json` has the courts missing from it. Other e-filing systems are in
 * `efiling-systems.json`, maintained by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { federalCourts } from './federal-courts.ts'
import type { EfilingEntry, ListedCourt, PacerGroup, Sources } from './listed-court.ts'
import { otherCourts } from './other-courts.ts'

/**
 * Courts missing from the public list: Texas's trial courts (Article V of its constitution, chapters 24 to 27 of its
 * Government Code) and Washington's district courts (title 3.30 RCW).
 */
const added = readJson(path.join(import.meta.dirname, 'added-courts.json')) as ListedCourt[]
const [pacerPath, listPath, folder = import.meta.dirname] = process.argv.slice(2)
if (!pacerPath || !listPath)
  throw new Error('Usage: node build-directory.ts <pacer-courts.json> <courts.json> [folder]')
const sources: Sources = {
  pacer: readJson(pacerPath) as Record<string, PacerGroup>,
  list: [...(readJson(listPath) as ListedCourt[]), ...added],
  efiling: readJson(path.join(import.meta.dirname, 'efiling-systems.json')) as EfilingEntry[],
}
const federal = federalCourts(sources)
const others = otherCourts(sources)
refuseDoubles([...federal.map((court) => court.id), ...others.map(([id]) => id)])
write('federal-courts.json', federal)
write('other-courts.json', others)

function readJson(file: string): unknown {
  const bytes = readFileSync(file)
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
}

function refuseDoubles(ids: readonly string[]): void {
  const double = ids.find((id, index) => ids.indexOf(id) !== index)
  if (double) throw new Error(`Two courts have the id ${double}`)
}

/** One court per line, so that a change to one court changes one line. */
function write(name: string, courts: readonly unknown[]): void {
  const lines = courts.map((court) => `  ${JSON.stringify(court)}`)
  writeFileSync(path.join(folder, name), `[\n${lines.join(',\n')}\n]\n`)
}
