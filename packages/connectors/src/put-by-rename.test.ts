import { expect, test } from 'vitest'
import { fileOf } from './connector.suite.ts'
import { putByRename, type RenamePlace } from './put-by-rename.ts'

const file = fileOf('A/a.pdf', 'the bytes')
const { size } = file

/** A place with these entries, in which a file that is written has this many bytes. */
function placeOf(entries: Record<string, { isFolder: boolean; size: number | undefined }>, written = size) {
  const place: RenamePlace = {
    find: async (path) => entries[path],
    write: async (path) => {
      entries[path] = { isFolder: false, size: written }
    },
    read: async () => file.open() as AsyncIterable<Uint8Array>,
    move: async (from, to) => {
      if (entries[to] || !entries[from]) return false
      entries[to] = entries[from]
      delete entries[from]
      return true
    },
    remove: async (path) => {
      delete entries[path]
    },
  }
  return { place, entries }
}

test('a folder of the name is a conflict, whatever its length and its answer', async () => {
  const { place } = placeOf({ [file.path]: { isFolder: true, size } })
  expect(await putByRename(place, file)).toMatchObject({ problem: 'conflict' })
})

test('what was not written whole never gets the name, and is removed', async () => {
  const { place, entries } = placeOf({}, size - 1)
  expect(await putByRename(place, file)).toMatchObject({ problem: 'transient' })
  expect(entries).toEqual({})
})

test('a rename that leaves another file is not believed', async () => {
  const { place, entries } = placeOf({})
  const move = async () => {
    entries[file.path] = { isFolder: false, size: size + 1 }
    return true
  }
  expect(await putByRename({ ...place, move }, file)).toMatchObject({ problem: 'transient' })
})
