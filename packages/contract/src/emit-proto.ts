import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { changePassword } from './calls/session.ts'
import { compareFieldNumbers, type FieldNumbers, fieldNumbersOf } from './field-numbers.ts'
import { emitProto } from './proto.ts'
import { resources } from './resources/registry.ts'

/**
 * Writes `courtcrier.proto` and adds new numbers to `field-numbers.json`, both next to the package's `package.json`. If
 * a number changed its meaning, writes nothing, reports it and exits with 1.
 */
const folder = path.join(import.meta.dirname, '..')
const recordFile = path.join(folder, 'field-numbers.json')
const record: FieldNumbers = JSON.parse(await readFile(recordFile, 'utf8'))
const now = fieldNumbersOf(resources)
const { added, broken } = compareFieldNumbers(record, now)

if (broken.length > 0) {
  const advice = 'A number never changes its meaning: give the field one that was never used, or restore the old field.'
  process.stderr.write(`${[...broken, advice].join('\n')}\n`)
  process.exitCode = 1
} else {
  await writeFile(path.join(folder, 'courtcrier.proto'), emitProto(resources, [changePassword]))
  await writeFile(recordFile, `${JSON.stringify(now, null, 2)}\n`)
  process.stdout.write(`courtcrier.proto is written; ${added.length} numbers are new in field-numbers.json\n`)
}
