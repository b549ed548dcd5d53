import { describe, expect, test } from 'vitest'
import { pageOf } from '../stamps/page.fixture.ts'
import { findTitle } from './find-title.ts'
import { body, centered, isOpen, left, number, read, title } from './paper.fixture.ts'

describe('a title in the column beside the parties is sure', () => {
  test.each([
    '(Jointly Administered)',
    'Calendar B',
    '24 Civ. 1234 (LGS)',
    'Re: D.I. 46, 47',
    'Case Type: Contract',
    "[CLERK'S ACTION REQUIRED]",
    'Re: Dkt. No. 55',
    'Re: Docket No. 55',
  ])('below a fact of the column: %s', (fact) => {
    const beside = ['ORDER GRANTING MOTION', 'TO COMPEL'].map((text, at) => ({ text, x: 340, y: 174 + at * 12 }))
    const text = 'ORDER GRANTING MOTION TO COMPEL'
    expect(read([{ text: fact, x: 340, y: 162 }, ...beside, ...body(290)])).toMatchObject(title(text))
    expect(read([...beside, { text: fact, x: 340, y: 206 }, ...body(290)])).toMatchObject(title(text))
  })

  test('beside parties whose lines are at other heights', () => {
    const texts = [
      { text: 'MOTION TO', x: 340, y: 171 },
      { text: 'COMPEL', x: 340, y: 185 },
    ]
    expect(findTitle(pageOf([...left, { ...number, y: 157 }, ...texts, ...body(290)]))).toMatchObject(
      title('MOTION TO COMPEL'),
    )
  })

  test("below a clerk's mark that begins elsewhere", () => {
    const mark = ['USDC SDNY', 'DOC #: ____', 'DATE FILED: 3/4/2026'].map((text, at) => ({
      text,
      x: 349,
      y: 76 + at * 14,
    }))
    const texts = [...mark, { text: 'OPINION AND ORDER', x: 340, y: 178 }]
    const court = { text: 'UNITED STATES DISTRICT COURT', y: 90 }
    const page = pageOf([court, ...left.slice(1), number, ...texts, ...body(290)])
    expect(findTitle(page)).toMatchObject(title('OPINION AND ORDER'))
  })

  test('with a last line that is set further in, below the parties', () => {
    const beside = [
      { text: 'ORDER DENYING MOTION', x: 340, y: 206 },
      { text: 'WITHOUT PREJUDICE', x: 360, y: 218 },
    ]
    expect(read([...beside, ...body(290)])).toMatchObject(title('ORDER DENYING MOTION WITHOUT PREJUDICE'))
  })
})

describe('a title in the column beside the parties is left open', () => {
  test('if a line of the column further in and down may be its end', () => {
    const texts = [
      { text: 'ORDER DENYING MOTION', x: 340, y: 190 },
      { text: 'WITHOUT PREJUDICE', x: 360, y: 218 },
    ]
    expect(isOpen(texts)).toBe(true)
  })

  test('if the column only says what will be heard', () => {
    const hearing = { text: 'Hearing on Motion to Dismiss', x: 340, y: 178 }
    expect(isOpen([hearing, { text: 'DECLARATION OF ADA LOVELACE', y: 250 }])).toBe(true)
  })

  test('if there is another beside parties whose lines are at other heights', () => {
    const texts = [
      { ...number, y: 157 },
      { text: 'MOTION TO COMPEL', x: 340, y: 171 },
      centered('NOTICE OF HEARING', 250),
    ]
    expect(findTitle(pageOf([...left, ...texts, ...body(290)]))).toEqual({ reason: 'several' })
  })
})
