import { expect, test } from 'vitest'
import { findMatterBy, pickMatter } from './pick-matter.ts'

const matter = (id: string, ...numbers: string[]) => ({ id, numbers })

test('a number that a folder name had to change is recognized by its letters and digits', () => {
  expect(pickMatter([matter('1', '3:26-cv-1'), matter('2', '3:26-cv-11')], '3-26-CV-1')?.id).toBe('1')
  expect(pickMatter([matter('1', '12/346')], '12-345')).toBeUndefined()
})

test('a matter of exactly the name is not taken for one whose number became that name', () => {
  const both = [matter('1', '12-345'), matter('2', '12/345')]
  expect(() => pickMatter(both, '12-345')).toThrow('2 matters in the DMS have the number "12-345"')
})

test('one matter that several searches find, or by two numbers, counts once', () => {
  expect(pickMatter([matter('1', '12-345', '12/345'), matter('1', '12-345')], '12-345')?.id).toBe('1')
})

test.each([
  ['2026-0042', ['2026-0042', '0042']],
  ['00012-Smith', ['00012-Smith', '00012']],
  ['Doe v. Roe', ['Doe v. Roe', 'Roe']],
  ['42', ['42']],
])('%s is searched for as %o, and all that is found counts', async (name, terms) => {
  const searched: string[] = []
  const found = await findMatterBy(name, async (term) => {
    searched.push(term)
    return [matter(term, term)]
  })
  expect(searched).toEqual(terms)
  expect(found?.id).toBe(name)
})
