import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError } from '../base/config.ts'
import { readFormatFile } from './format-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-formats-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const county = {
  name: 'County',
  subject_patterns: ['Filing in {docket number}'],
  ecfx_jurisdiction_id: 'texbizct',
  event_labels: ['Event'],
}

async function read(content: unknown) {
  const file = path.join(folder, 'formats.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return readFormatFile(file)
}

test('reads one format or a list of formats', async () => {
  expect((await read(county)).map(({ name }) => name)).toEqual(['firm: County'])
  expect((await read([county, { ...county, name: 'Other' }])).map(({ name }) => name)).toEqual([
    'firm: County',
    'firm: Other',
  ])
})

test.each<[unknown, RegExp]>([
  ['{', /is not JSON/],
  [['x'], /format 1 is not an object/],
  [[county, { ...county, link_hosts: ['files.corp'] }], /format 2, link_hosts: "files.corp" is refused/],
  [{ ...county, shoe_size: 3 }, /format 1, shoe_size: There is no field with this name/],
  [{ ...county, event_labels: ['*'], name: '' }, /format 1, name: This field is required/],
])('%j is refused with the reason', async (content, sentence) => {
  await expect(read(content)).rejects.toThrow(sentence)
  await expect(read(content)).rejects.toThrow(ConfigError)
})

test('a missing file is reported', async () => {
  await expect(readFormatFile(path.join(folder, 'none.json'))).rejects.toThrow('cannot be read')
})
