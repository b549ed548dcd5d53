import { expect, test } from 'vitest'
import { cadences, deliveryMethods } from './delivery-methods.ts'
import { cadenceTraits, settleDelivery } from './delivery-settings.ts'

const firm = { method: 'WEB_LINK', cadence: 'DAILY', templateId: 't-firm', time: '16:00', timeZone: 'America/Chicago' }
const group = { method: 'PDF', cadence: 'REALTIME', templateId: 't-group', time: '09:30', timeZone: 'America/Denver' }
const inherits = { method: 'INHERIT_METHOD', cadence: 'INHERIT_CADENCE', templateId: null, time: null, timeZone: null }

test('the closest level with a value counts, separately for each setting', () => {
  const settled = settleDelivery({
    timekeeper: { method: 'PDF_AND_DMS_LINK', cadence: 'INHERIT_CADENCE' },
    timekeeper_group: { ...group, method: 'INHERIT_METHOD', templateId: null },
    firm,
  })
  expect(settled).toEqual({
    method: { value: 'PDF_AND_DMS_LINK', level: 'timekeeper' },
    cadence: { value: 'REALTIME', level: 'timekeeper_group' },
    templateId: { value: 't-firm', level: 'firm' },
    time: { value: '09:30', level: 'timekeeper_group' },
    timeZone: { value: 'America/Denver', level: 'timekeeper_group' },
  })
})

test('without a level that sets a value, the default applies', () => {
  const usual = {
    method: { value: 'PDF', level: 'default' },
    cadence: { value: 'REALTIME', level: 'default' },
    templateId: { value: null, level: 'default' },
    time: { value: '17:00', level: 'default' },
    timeZone: { value: 'UTC', level: 'default' },
  }
  expect(settleDelivery({})).toEqual(usual)
  expect(settleDelivery({ timekeeper: inherits, timekeeper_group: inherits, firm: inherits })).toEqual(usual)
})

for (const level of ['timekeeper', 'timekeeper_group', 'firm'] as const) {
  test.each(deliveryMethods)(`method %s of the ${level}`, (method) => {
    const settled = settleDelivery({ [level]: { method } }).method
    expect(settled).toEqual(method === 'INHERIT_METHOD' ? { value: 'PDF', level: 'default' } : { value: method, level })
  })

  test.each(cadences)(`cadence %s of the ${level}`, (cadence) => {
    const settled = settleDelivery({ [level]: { cadence } }).cadence
    expect(settled).toEqual(
      cadence === 'INHERIT_CADENCE' ? { value: 'REALTIME', level: 'default' } : { value: cadence, level },
    )
  })
}

test('each frequency has its times of notification', () => {
  expect(cadenceTraits).toEqual({
    REALTIME: { isRealtime: true, isDaily: false },
    DAILY: { isRealtime: false, isDaily: true },
    DAILY_AND_REALTIME: { isRealtime: true, isDaily: true },
    NEVER: { isRealtime: false, isDaily: false },
  })
})
