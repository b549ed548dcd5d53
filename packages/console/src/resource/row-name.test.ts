import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { expect, test } from 'vitest'
import '../i18n/main-texts.ts'
import { setTimeZone } from '../ui/time-zone.ts'
import { rowName } from './row-name.ts'

const id = '01900000-0000-7000-8000-000000000000'
const createdAt = '2026-11-21T03:41:00.000Z'

test('a row is called by its title', () => {
  expect(rowName(delivery, { id, createdAt, email: 'lopez@hale.example' })).toBe('lopez@hale.example')
})

test('a row without a title that the role sees is called by its kind and date, never by its ID', () => {
  setTimeZone('America/Los_Angeles')
  const name = 'Delivery, Nov 20, 2026, 7:41 PM PST'
  expect(rowName(delivery, { id, createdAt }).replaceAll('\u202f', ' ')).toBe(name)
  expect(rowName(delivery, { id, createdAt, email: '' }).replaceAll('\u202f', ' ')).toBe(name)
  expect(rowName(delivery, { id })).toBe('Delivery')
})
