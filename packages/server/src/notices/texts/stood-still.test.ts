import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServices, type TestServices } from '../../outbox/copies/test-filing.ts'
import { longText, pictureOf, plantText, reader } from './planted-text.fixture.ts'
import type { TextReader } from './read-text.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

const scanned = reader([longText, '', ''], async (_, { page }) => pictureOf(`Affidavit ${page}`))
const whole = [
  [1, 'text', longText],
  [2, 'ocr', 'Affidavit 2'],
  [3, 'ocr', 'Affidavit 3'],
]

/** A reader that another process overtakes, once, before it has its text layers. */
function overtaken(then: () => Promise<unknown>, layers: TextReader['layers']): TextReader {
  return {
    ...scanned,
    layers: async (bytes) => {
      await then()
      return layers(bytes)
    },
  }
}

test.each<[string, TextReader['layers']]>([
  ['has the text layers', scanned.layers],
  ['could not read them', async () => ({ sentence: "This PDF couldn't be read." })],
])('a reading that stood still and %s undoes nothing of what another process has read', async (_, layers) => {
  const { text, pictures, state, pages } = await plantText(services)
  const other = async () => {
    await text(scanned)
    await pictures(scanned)
  }
  await text(overtaken(other, layers))
  expect(await pages()).toEqual(whole)
  expect(await state()).toMatchObject({ status: 'read', sentence: null })
})

test('a picture that another process has read stays so, although this one could not read it', async () => {
  const { text, pictures, state, pages } = await plantText(services)
  await text(scanned)
  let isFirst = true
  // The other one has read the first picture, and is at the second.
  const interrupted: TextReader = {
    ...scanned,
    picture: async (bytes, at) => {
      if (at.page === 3) throw new Error('still at it')
      return scanned.picture(bytes, at)
    },
  }
  const late: TextReader = {
    ...scanned,
    picture: async (bytes, at) => {
      if (!isFirst) return scanned.picture(bytes, at)
      isFirst = false
      await expect(pictures(interrupted)).rejects.toThrow('still at it')
      return undefined
    },
  }
  await pictures(late)
  expect(await pages()).toEqual(whole)
  expect(await state()).toMatchObject({ status: 'read' })
})
