import { expect, test } from 'vitest'
import { isCourtDay } from '../../filings/court-days.ts'
import { getCourt } from '../courts.ts'
import { makeDemoWorld } from './make-demo-world.ts'
import { largestClientNumber } from './roster.ts'

const asOf = new Date('2026-11-25T15:00:00Z')
const world = makeDemoWorld(1, asOf)

const shapes: Readonly<Record<string, RegExp>> = {
  district: /^\d:\d\d-c[vr]-\d{5}(-[A-Z]+)*$/,
  bankruptcy: /^\d\d-\d{5}-[A-Z]{3}$/,
  ca3: /^\d\d-\d{4}$/,
  ca5: /^\d\d-20\d{3}$/,
  ca9: /^\d\d-\d{1,4}$/,
  illcirctcook: /^20\d\dL\d{6}$/,
  texdistcttravis: /^D-1-GN-\d\d-\d{6}$/,
  flacirct15pal: /^5020\d\dCA\d{6}XXXAMB$/,
  nysupctnewyork: /^65\d{4}\/20\d\d$/,
  calsuppctla: /^\d\dSTCV\d{5}$/,
}

test('the same seed and day create the same world, and it round-trips through JSON', () => {
  expect(makeDemoWorld('1', asOf)).toEqual(world)
  expect(JSON.parse(JSON.stringify(world))).toEqual(world)
  expect(makeDemoWorld(1, new Date('2027-03-01T15:00:00Z')).cases).not.toEqual(world.cases)
})

test('clients have uneven numbers of cases: one has forty, many have one', () => {
  const perClient = new Map<string, number>()
  for (const { client } of world.cases.filter(({ records }) => records === undefined))
    perClient.set(client.number, (perClient.get(client.number) ?? 0) + 1)
  expect(perClient.get(largestClientNumber)).toBe(40)
  expect([...perClient.values()].filter((count) => count === 1).length).toBeGreaterThanOrEqual(10)
  expect(new Set(perClient.values()).size).toBeGreaterThanOrEqual(5)
})

test("every number has its court's form and year, and no two cases of a court share one", () => {
  const keys = world.cases.map(({ courtId, docketNumber }) => `${courtId} ${docketNumber.replace(/(-[A-Z]+)+$/, '')}`)
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(world.cases.map(({ courtCaseId }) => courtCaseId)).size).toBe(world.cases.length)
  for (const { courtId, docketNumber, filedOn } of world.cases) {
    const shape = shapes[courtId] ?? shapes[getCourt(courtId).kind]
    expect(docketNumber, courtId).toMatch(shape ?? /^$/)
    expect(docketNumber).toContain(filedOn.slice(2, 4))
  }
})

test('cases are opened on court days before their filings, and closed after they were opened', () => {
  const monthsAgo = new Date(asOf.getTime() - 90 * 86_400_000).toISOString().slice(0, 10)
  for (const { id, filedOn, closedOn, activity } of world.cases) {
    expect(isCourtDay(new Date(`${filedOn}T12:00:00Z`)), id).toBe(true)
    if (activity > 0) expect(filedOn < monthsAgo, id).toBe(true)
    if (closedOn) expect(closedOn > filedOn && closedOn < asOf.toISOString(), id).toBe(true)
  }
  for (const { caseId, enteredAt, hearingOn } of world.planned ?? []) {
    const filedOn = world.cases.find(({ id }) => id === caseId)?.filedOn ?? ''
    expect(enteredAt.slice(0, 10) >= filedOn && enteredAt < asOf.toISOString(), caseId).toBe(true)
    if (hearingOn) expect(isCourtDay(new Date(`${hearingOn}T18:00:00Z`)) && hearingOn > asOf.toISOString()).toBe(true)
  }
})

test('no judge sits in two courts', () => {
  const names = world.courts.flatMap(({ judges }) => judges.map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
})

test('the firm has recorded one case twice, once per defendant, and two new cases not at all', () => {
  const records = world.cases.flatMap((each) => (each.records ? [each.records.length] : []))
  expect(records.sort()).toEqual([0, 0, 2])
})
