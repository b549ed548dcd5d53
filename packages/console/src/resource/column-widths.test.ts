import { expect, test } from 'vitest'
import { type ColumnNeed, coverNeeds, fitColumns } from './column-widths.ts'

const needs: ColumnNeed[] = [
  { key: 'name', full: 400, least: 240, isName: true },
  { key: 'matter', full: 300, least: 120 },
  { key: 'people', full: 200, least: 140 },
  { key: 'status', full: 100, least: 100 },
]

test('columns with room get what they need, and the name takes the rest by itself', () => {
  expect(fitColumns(needs, 1000)).toEqual({ name: 400, matter: 300, people: 200, status: 100 })
  expect(fitColumns(needs, 1900)).toEqual(fitColumns(needs, 1000))
})

test('in a narrower table the others give up width first, each in proportion to what it can', () => {
  expect(fitColumns(needs, 880)).toEqual({ name: 400, matter: 210, people: 170, status: 100 })
})

test('the name gives up width last', () => {
  expect(fitColumns(needs, 700)).toEqual({ name: 340, matter: 120, people: 140, status: 100 })
})

test('no column gets less than its header and longest word need: the table scrolls', () => {
  expect(fitColumns(needs, 320)).toEqual({ name: 240, matter: 120, people: 140, status: 100 })
})

test('the columns never need a pixel more than there is', () => {
  for (let available = 600; available < 1000; available++) {
    const total = Object.values(fitColumns(needs, available)).reduce((sum, width) => sum + width, 0)
    expect(total).toBeLessThanOrEqual(available)
  }
})

test('rows that arrive make a column wider, never narrower', () => {
  const [name, matter] = needs as [ColumnNeed, ColumnNeed]
  const now = [
    { ...name, full: 300, least: 260 },
    { ...matter, full: 320 },
    { key: 'new', full: 90, least: 90 },
  ]
  expect(coverNeeds([name, matter], now)).toEqual([
    { ...name, full: 400, least: 260 },
    { ...matter, full: 320 },
    { key: 'new', full: 90, least: 90 },
  ])
})
