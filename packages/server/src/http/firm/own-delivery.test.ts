import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { resourceRoutes } from '../resources.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
})
afterAll(() => api.close())

const url = '/api/v1/auth/delivery'

async function make(name: string, body: object): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${name}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function settings(): Promise<Record<string, [unknown, unknown]>> {
  const answer = await api.call({ as: 'Docketing', url })
  expect(answer.status, answer.text).toBe(200)
  const list = answer.json().settings as { name: string; value: unknown; level: unknown }[]
  return Object.fromEntries(list.map(({ name, value, level }) => [name, [value, level]]))
}

const change = (path: string, body: object) =>
  api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/${path}`, body })

test("someone who is not a timekeeper is notified by the firm's settings or not at all", async () => {
  const answer = await api.call({ as: 'Docketing', url })
  expect(answer.json()).toMatchObject({ timekeeper: null, group: null })
  expect(await settings()).toEqual({
    method: ['PDF', 'firm'],
    cadence: ['REALTIME', 'firm'],
    template: [null, 'default'],
  })
})

test("each setting is the group's if it has one, then the firm's, then the default", async () => {
  const emailTemplateId = await make(emailTemplate.name, { name: 'Short note', subject: 'x', body: 'x' })
  const firmTemplateId = await make(emailTemplate.name, { name: 'Long letter', subject: 'x', body: 'x' })
  const group = await make(timekeeperGroup.name, { name: 'Partners', time_zone: 'America/Chicago' })
  const id = await make(timekeeper.name, { full_name: 'D. Keeper', email: 'd@one.example', timekeeper_group_id: group })
  await change(`user/${api.userIds[1].Docketing}`, { timekeeper_id: id })
  await expect.poll(async () => (await api.call({ as: 'Docketing', url })).json().timekeeper).toMatchObject({ id })
  expect((await api.call({ as: 'Docketing', url })).json().group).toMatchObject({
    id: group,
    name: 'Partners',
    people: 1,
  })
  expect(await settings()).toMatchObject({ method: ['PDF', 'firm'], template: [null, 'default'] })

  const firmChange = { default_delivery_method: 'WEB_LINK', default_email_template_id: firmTemplateId }
  expect((await change('firm/1', { ...firmChange, default_daily_cadence_delivery_time: '17:30' })).status).toBe(200)
  expect(await settings()).toMatchObject({ method: ['WEB_LINK', 'firm'], template: ['Long letter', 'firm'] })

  const own = { notification_cadence: 'DAILY', email_template_id: emailTemplateId }
  expect((await change(`timekeeper_group/${group}`, own)).status).toBe(200)
  expect(await settings()).toEqual({
    method: ['WEB_LINK', 'firm'],
    cadence: ['DAILY', 'timekeeper_group'],
    template: ['Short note', 'timekeeper_group'],
    time: ['17:30', 'firm'],
  })

  await change('firm/1', { default_delivery_method: 'INHERIT_METHOD' })
  expect((await settings()).method).toEqual(['PDF', 'default'])
})

test("a timekeeper's own settings override group and firm, and everyone who may read timekeepers sees them", async () => {
  const group = await make(timekeeperGroup.name, {
    name: 'Associates',
    time_zone: 'America/Denver',
    delivery_method: 'PDF',
  })
  const body = { full_name: 'O. Wn', email: 'o@one.example', timekeeper_group_id: group, delivery_method: 'DMS_LINK' }
  const id = await make(timekeeper.name, body)
  const answer = await api.call({ as: 'View Only', url: `/api/v1/timekeeper/${id}/delivery` })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.json()).toMatchObject({
    timekeeper: { id },
    group: { name: 'Associates' },
    time_zone: 'America/Denver',
  })
  expect((answer.json().settings as unknown[])[0]).toEqual({ name: 'method', value: 'DMS_LINK', level: 'timekeeper' })
  expect((await api.call({ as: 'Administrator', firm: 2, url: `/api/v1/timekeeper/${id}/delivery` })).status).toBe(404)
})

test('another firm, and callers without a login, learn nothing about it', async () => {
  expect((await api.call({ url })).status).toBe(401)
  const { text } = await api.call({ as: 'Docketing', firm: 2, url })
  for (const word of ['Partners', 'Short note', 'D. Keeper', 'WEB_LINK']) expect(text).not.toContain(word)
})
