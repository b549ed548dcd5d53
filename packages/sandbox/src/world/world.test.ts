import { expect, test } from 'vitest'
import { getCourt } from './courts.ts'
import { getCase, makeWorld } from './world.ts'

const shapes = {
  district: /^\d:\d\d-cv-\d{5}(-[A-Z]+)*$/,
  bankruptcy: /^\d\d-\d{5}-[A-Z]{3}$/,
  appellate: /^\d\d-\d{4}$/,
  acms: /^\d\d-\d{4}$/,
  state: /^$/,
}

test('the same seed creates the same world, another seed another one', () => {
  expect(makeWorld('7')).toEqual(makeWorld(7))
  expect(makeWorld('7').cases).not.toEqual(makeWorld('8').cases)
})

test('a world round-trips through JSON', () => {
  const world = makeWorld(3)
  expect(JSON.parse(JSON.stringify(world))).toEqual(world)
})

test('no two cases share a docket number or a court case ID, and every case has an attorney of the firm', () => {
  const { cases, people } = makeWorld(1)
  const known = new Set(people.map((person) => person.id))
  expect(cases).toHaveLength(58)
  expect(new Set(cases.map((item) => `${item.courtId} ${item.docketNumber.slice(0, 13)}`)).size).toBe(58)
  expect(new Set(cases.map((item) => item.courtCaseId)).size).toBe(58)
  for (const item of cases) {
    expect(item.docketNumber).toMatch(shapes[getCourt(item.courtId).kind])
    expect(item.attorneyIds.length).toBeGreaterThan(0)
    expect(item.attorneyIds.every((id) => known.has(id))).toBe(true)
  }
})

test('every address ends in .example, so nothing can reach a real person', () => {
  const { cases, people } = makeWorld(1)
  const addresses = [
    ...people.map((person) => person.email),
    ...cases.flatMap((item) => item.served.flatMap((person) => person.emails)),
  ]
  for (const address of addresses) expect(address).toMatch(/^[a-z.0-9]+@[a-z]+\.example$/)
})

test('each bankruptcy court has an adversary proceeding, whose plaintiff is the debtor of its main case', () => {
  const world = makeWorld(1)
  const adversaries = world.cases.filter((item) => item.mainCaseId !== undefined)
  expect(adversaries).toHaveLength(3)
  for (const item of adversaries) {
    const main = getCase(world, item.mainCaseId ?? '')
    expect([main.courtId, main.chapter]).toEqual([item.courtId, 11])
    expect(item.name.startsWith(main.plaintiffs.length > 1 ? `${main.name} et al` : main.name)).toBe(true)
  }
})
