import { expect, test } from 'vitest'
import { withoutPath } from './without-path.ts'

const copy = 'Zinc & Co/2026-7/Motion to Seal.pdf'

test.each([
  ['The DMS rejected the sign-in (401) at creating the folder "Zinc & Co/2026-7".', '…/…'],
  ['The DMS rejected the sign-in (401) at saving "Zinc & Co/2026-7/Motion to Seal.pdf".', '"…"'],
  ['not authorized: s3:PutObject on "arn:aws:s3:::bucket/Zinc%20%26%20Co/2026-7/Motion%20to%20Seal.pdf"', 'bucket/'],
  ['not authorized: s3:PutObject on "arn:aws:s3:::bucket/Zinc%20&%20Co/2026-7/Motion%20to%20Seal (2).pdf"', 'bucket/'],
])('%s names nothing of the path', (sentence, rest) => {
  const said = withoutPath(sentence, copy)
  expect(said).not.toMatch(/zinc|2026-7|motion|seal/i)
  expect(said).toContain(rest)
})

test('what is not of the path stays', () => {
  const sentence = 'The bucket "papers" is in another region: enter the region of the bucket.'
  expect(withoutPath(sentence, copy)).toBe(sentence)
  expect(withoutPath(sentence, 'a')).toBe(sentence)
})
