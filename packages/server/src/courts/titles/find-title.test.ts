import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { longTest } from '../../testing/in-long-run.ts'
import { leastThreadTimeOf } from '../../testing/thread-time.ts'
import { pageOf } from '../stamps/page.fixture.ts'
import { findTitle } from './find-title.ts'
import { body, centered, isOpen, left, prose, read, title } from './paper.fixture.ts'

describe('a title is sure', () => {
  test('below the caption, and beside the parties, with its place', () => {
    const below = read([centered('MOTION TO DISMISS', 250), ...body(290)])
    expect(below).toMatchObject(title('MOTION TO DISMISS'))
    expect(below).toHaveProperty('title.box', { left: 263.5, top: 240, right: 348.5, bottom: 252.5 })
    const beside = ['NOTICE OF MOTION AND', 'MOTION TO DISMISS'].map((text, at) => ({ text, x: 340, y: 178 + at * 12 }))
    expect(read([...beside, ...body(290)])).toMatchObject(title('NOTICE OF MOTION AND MOTION TO DISMISS'))
  })

  test('in capitals or with capitalized words, and set apart letter by letter', () => {
    expect(read([centered('Joint Motion to Stay', 250), ...body(290)])).toMatchObject(title('Joint Motion to Stay'))
    expect(read([centered('O R D E R', 250), ...body(290)])).toMatchObject(title('ORDER'))
  })

  test('without what states the case: judge, hearing, jury demand', () => {
    const facts = ['Judge: Hon. Grace Hopper', 'Date: May 3, 2026', 'Courtroom: 5']
    const beside = [{ text: 'MOTION TO COMPEL', x: 340, y: 174 }]
    const below = facts.map((text, at) => ({ text, x: 340, y: 198 + at * 12 }))
    expect(read([...beside, ...below, ...body(290)])).toMatchObject(title('MOTION TO COMPEL'))
    const demand = [centered('COMPLAINT', 250), centered('JURY TRIAL DEMANDED', 290)]
    expect(read([...demand, ...body(330)])).toMatchObject(title('COMPLAINT'))
  })

  test('without the number or sign of a footnote', () => {
    const raised = { text: '1', x: 349, y: 246, size: 6 }
    expect(read([centered('MOTION TO DISMISS', 250), raised, ...body(290)])).toMatchObject(title('MOTION TO DISMISS'))
    expect(read([centered('MOTION TO DISMISS*', 250), ...body(290)])).toMatchObject(title('MOTION TO DISMISS'))
  })

  test('over a case that it names itself', () => {
    const lines = ['MOTION TO STAY PENDING DECISION IN', 'ROMAN V. WOLF, CASE NOS. 20-55436,', '20-55662']
    const placed = lines.map((text, at) => centered(text, 250 + at * 12))
    expect(read([...placed, ...body(310)])).toMatchObject(title(lines.join(' ')))
  })

  test('without characters that are not shown', () => {
    const title = 'MOTION\u0000 TO\u202e DIS\u00adMISS\ud800'
    expect(read([centered(title, 250), ...body(290)])).toMatchObject({ title: { text: 'MOTION TO DISMISS' } })
  })

  test('with the hyphen of a compound at the end of a line', () => {
    const lines = ['ORDER EXTENDING DISCOVERY CUT-', 'OFF'].map((text, at) => centered(text, 250 + at * 12))
    expect(read([...lines, ...body(310)])).toMatchObject(title('ORDER EXTENDING DISCOVERY CUT-OFF'))
  })
})

describe('a title is left open', () => {
  test('if there are two', () => {
    const texts = [
      { text: 'MOTION TO COMPEL', x: 340, y: 190 },
      centered('DECLARATION OF ADA LOVELACE', 260),
      ...body(350),
    ]
    expect(read(texts)).toEqual({ reason: 'several' })
  })

  test.each([
    ['breaks a word', ['ORDER GRANTING RECONSIDER-', 'ATION']],
    ['ends in the middle', ['MOTION FOR EXTENSION OF']],
    ['begins in the middle', ['AND MOTION TO DISMISS']],
    ['has an open bracket', ['MOTION TO DISMISS (FED. R. CIV. P. 12']],
    ['is an outcome', ['JUDGMENT AFFIRMED']],
    ['is followed by a line that states the case', ['ORDER RE DOCKET', 'NO. 45']],
  ])('if it %s', (_, lines) => {
    expect(isOpen(lines.map((text, at) => centered(text, 250 + at * 12)))).toBe(true)
  })

  test('if another line stands between it and the text, or right below it', () => {
    expect(isOpen([centered('MOTION TO DISMISS', 250), centered('BABBAGE ENGINES', 290)])).toBe(true)
    expect(isOpen([centered('MOTION TO DISMISS', 250), { text: 'THE SECOND AMENDED COMPLAINT', y: 262 }])).toBe(true)
  })

  test('if it ends with a day of its own', () => {
    const lines = ['EXPERT REPORT OF', 'ADA LOVELACE', 'March 3, 2026']
    expect(isOpen(lines.map((text, at) => centered(text, 250 + at * 12)))).toBe(true)
  })

  test('on an exhibit, which may be a paper of another case', () => {
    const texts = [centered('FINAL JUDGMENT', 250), ...body(290)]
    expect(read([...texts, { text: 'EXHIBIT A', x: 480, y: 700 }])).toEqual({ reason: 'unclear' })
    expect(read([...texts, centered('Exhibit 4', 60)])).toEqual({ reason: 'unclear' })
  })

  test('if nothing names a kind of paper, or only the first section does', () => {
    expect(read([centered('BABBAGE ENGINES', 250), ...body(290)])).toEqual({ reason: 'no title' })
    expect(read([centered('SUMMARY JUDGMENT STANDARD', 250), ...body(290)])).toEqual({ reason: 'no title' })
  })

  test('in a letter, on a page without a caption, and on one without text', () => {
    expect(read([{ text: 'Dear Judge Hopper:', y: 250 }, ...body(290)])).toEqual({ reason: 'letter' })
    expect(findTitle(pageOf([centered('MOTION TO DISMISS', 100), ...body(150)]))).toEqual({ reason: 'no caption' })
    expect(findTitle(pageOf([{ text: 'p. 1', y: 100 }]))).toEqual({ reason: 'no text' })
  })
})

test('the sheet before an exhibit says which one follows', () => {
  expect(findTitle(pageOf([centered('EXHIBIT 12-A', 400)]))).toMatchObject(title('EXHIBIT 12-A'))
  expect(findTitle(pageOf([centered('EXHIBIT', 400)]))).toEqual({ reason: 'no text' })
})

test('however far apart its lines are, a sure title is the whole one', () => {
  const lines = ['DEFENDANT BABBAGE ENGINES, INC.', 'OPPOSITION', 'TO MOTION', 'SET ONE']
  const gaps = fc.array(fc.integer({ min: 11, max: 60 }), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(gaps, fc.boolean(), ([a = 0, b = 0, c = 0], isBeside) => {
      const ys = [240, 240 + a, 240 + a + b, 240 + a + b + c].map((y) => (isBeside ? y - 66 : y))
      const placed = lines.map((text, at) =>
        isBeside ? { text, x: 340, y: ys[at] ?? 0 } : centered(text, ys[at] ?? 0),
      )
      const reading = read([...placed, ...body(470)])
      const sure = 'title' in reading && reading.title.isSure ? reading.title.text : undefined
      expect([undefined, lines.join(' ')]).toContain(sure)
    }),
  )
})

test('any text is read without error, and a title is made of it and lies on the page', () => {
  const words = [
    'COURT',
    'Plaintiff,',
    'v.',
    'MOTION',
    'ORDER',
    'of',
    '(',
    ')',
    '§',
    'Case No. 1',
    '12',
    prose,
    '-',
    '\u202e',
  ]
  const placed = fc.record({
    ...{
      text: fc.constantFrom(...words),
      x: fc.integer({ min: -50, max: 700 }),
      y: fc.integer({ min: -50, max: 900 }),
    },
  })
  fc.assert(
    fc.property(fc.array(placed, { maxLength: 60 }), (texts) => {
      const reading = findTitle(pageOf(texts))
      if (!('title' in reading)) return
      const { text, box } = reading.title
      for (const word of text.split(' ')) expect(texts.some((each) => each.text.includes(word))).toBe(true)
      expect(box.left).toBeLessThanOrEqual(box.right)
      expect(box.top).toBeLessThanOrEqual(box.bottom)
    }),
  )
})

longTest('text built to take long takes no longer', () => {
  const texts = ['MOTION ', 'Plaintiff, ', '1-', '((((', ')', 'COURT OF THE ', 'a v. ']
  const pages = texts.flatMap((text) => [
    pageOf([...left, ...Array.from({ length: 50_000 }, (_, at) => ({ text, x: (at * 7) % 600, y: 150 }))]),
    pageOf([...left, ...Array.from({ length: 50_000 }, (_, at) => ({ text, x: (at * 7) % 600, y: at % 700 }))]),
    pageOf([...left, { text: text.repeat(50_000), y: 250 }]),
  ])
  for (const page of pages) expect(leastThreadTimeOf(() => void findTitle(page))).toBeLessThan(2500)
})
