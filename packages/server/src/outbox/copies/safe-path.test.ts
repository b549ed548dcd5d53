import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinPath, longestPath, longestSegment, safeFileName, safeFolders, safeSegment } from './safe-path.ts'

/** Mostly troublesome text: separators, dots, reserved names, marks, half characters, long runs. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom(
        '/',
        '\\',
        '..',
        '.',
        ' ',
        '~',
        ':',
        '\u0000',
        '\n',
        '\u202e',
        '\u0301',
        '\ud800',
        'e',
        '<',
        '≮',
        '_vti_',
      ),
      fc.constantFrom('CON', 'con.txt', 'NUL ', 'LPT1', 'desktop.ini', '*?"|', 'ä', 'ﬀ', '漢'),
      fc.tuple(fc.constantFrom('a', 'ü', '漢', '🦊', '. '), fc.nat(200)).map(([text, times]) => text.repeat(times)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

function expectLegal(name: string): void {
  expect(name).not.toBe('')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
  expect(name).not.toMatch(/[<>:"/\\|?*\u0000-\u001f\u007f-\u009f]/)
  expect(name).not.toMatch(/^[\s.~]|[\s.]$/)
  expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)/i)
  expect(name.length).toBeLessThanOrEqual(longestSegment)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  expect(name).toBe(name.normalize('NFC'))
  expect(name.isWellFormed()).toBe(true)
}

test('a path made from any text stays inside the root, and the same text always makes the same path', () => {
  fc.assert(
    fc.property(hostile, hostile, (path, stem) => {
      const fileName = safeFileName({ stem, extension: '.pdf' })
      const whole = joinPath(safeFolders(path), fileName)
      const segments = whole.split('/')
      for (const segment of segments) expectLegal(segment)
      expect(segments.at(-1)).toMatch(/\.pdf$/)
      expect(whole.length).toBeLessThanOrEqual(longestPath)
      expect(joinPath(safeFolders(path), safeFileName({ stem, extension: '.pdf' }))).toBe(whole)
    }),
    { numRuns: 400 },
  )
})

test('cleaning a clean name changes nothing', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const once = safeFolders(text)
      expect(safeFolders(once.join('/'))).toEqual(once)
      const segment = safeSegment(text)
      expect(safeSegment(segment)).toBe(segment)
      const name = safeFileName({ stem: text, extension: '.pdf' })
      expect(safeFileName({ stem: name.slice(0, -4), extension: '.pdf' })).toBe(name)
      const path = joinPath(once, name)
      expect(joinPath(safeFolders(path).slice(0, -1), name)).toBe(path)
    }),
    { numRuns: 400 },
  )
})

test('docket numbers and titles read as people would write them', () => {
  expect(safeSegment('3:26-cv-04417-RS')).toBe('3-26-cv-04417-RS')
  expect(safeSegment('ORDER: granting "stay" <sealed>?')).toBe("ORDER - granting 'stay' (sealed)")
  expect(safeSegment('Acme, Inc. v. Smith & Co.')).toBe('Acme, Inc. v. Smith & Co')
})

test('parent folders, absolute paths and empty segments are dropped', () => {
  expect(safeFolders('/etc/../..//a/./b\\c/ . /')).toEqual(['etc', 'a', 'b', 'c'])
  expect(safeFolders('C:\\Windows')).toEqual(['C-', 'Windows'])
  expect(safeFolders('')).toEqual([])
})

test('names that Windows reserves for devices are changed, even with an extension', () => {
  expect(safeSegment('CON')).toBe('_CON')
  expect(safeSegment('nul.txt')).toBe('_nul.txt')
  expect(safeFileName({ stem: 'LPT1', extension: '.pdf' })).toBe('_LPT1.pdf')
  expect(safeSegment('console')).toBe('console')
})

test('two long names that differ at the end stay distinct and keep their extension', () => {
  const long = 'Memorandum of points and authorities '.repeat(10)
  const names = ['one', 'two'].map((end) => safeFileName({ stem: long + end, extension: '.pdf', suffix: ' (2)' }))
  expect(new Set(names).size).toBe(2)
  for (const name of names) {
    expectLegal(name)
    expect(name).toMatch(/^Memorandum of .*_[0-9a-f]{10} \(2\)\.pdf$/)
  }
})

test('two deep paths that differ in a deep folder stay distinct', () => {
  const deep = Array.from({ length: 12 }, (_, n) => `${n} ${'x'.repeat(100)}`)
  const paths = ['left', 'right'].map((last) => joinPath([...deep, last], 'a.pdf'))
  expect(new Set(paths).size).toBe(2)
  for (const path of paths) expect(path.length).toBeLessThanOrEqual(longestPath)
})

test('a file name without any legal characters gets a default name', () => {
  expect(safeFileName({ stem: '..', extension: '.pdf' })).toBe('Document.pdf')
  expect(safeSegment('???')).toBe('')
})
