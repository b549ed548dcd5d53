import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiveMessage } from '../mail/receive.ts'
import { type ApiScenario, openTestApi, type TestApi } from '../testing/api.ts'
import { noticeFormatRoutes } from './notice-format.ts'
import { resourceRoutes } from './resources.ts'

const county = {
  name: 'Example County',
  sender_domains: ['courts.examplecounty.example'],
  subject_patterns: ['Filing in {docket number} - {case name}'],
  ecfx_jurisdiction_id: 'texbizct',
  document_title_labels: ['Document'],
  link_hosts: ['documents.examplecounty.example'],
}
const mail = (subject = 'Filing in 26-BC-0001 - Ortega v. Meridian') =>
  [
    'From: Clerk <clerk@courts.examplecounty.example>',
    `Subject: ${subject}`,
    'Content-Type: text/html',
    '',
    '<p>Document: Motion to Compel</p><a href="https://documents.examplecounty.example/1">Motion</a>',
  ].join('\r\n')
const nef = mail('Activity in Case 3:26-cv-04417-RS Ortega v. Meridian').replace(
  '<p>',
  '<p>Notice of Electronic Filing</p><p>',
)

let api: TestApi
const ids: Record<string, string> = {}

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      noticeFormatRoutes(app, services)
    },
  })
  ids.item = await makeItem(1)
  ids.theirItem = await makeItem(2)
  ids.format = await makeFormat(1)
  ids.theirFormat = await makeFormat(2)
})
afterAll(() => api.close())

async function makeItem(firmId: 1 | 2): Promise<string> {
  const raw = Buffer.from(mail())
  return (await receiveMessage(api.services, { firmId, raw, via: 'smtp', source: 'mail.example' })).itemId
}

async function makeFormat(firm: 1 | 2): Promise<string> {
  const body = { ...county, name: 'Kept' }
  const answer = await api.call({ as: 'Administrator', firm, method: 'POST', url: '/api/v1/notice_format', body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

const create = (body: object): Omit<ApiScenario, 'name' | 'status'> => ({
  as: 'Administrator',
  method: 'POST',
  url: '/api/v1/notice_format',
  body,
})
const attempt = (body: object): Omit<ApiScenario, 'name' | 'status'> => ({
  ...create(body),
  url: '/api/v1/notice_format/try',
})

describe('writing formats', () => {
  const scenarios: readonly (() => ApiScenario)[] = [
    () => ({ name: 'nobody is signed in', url: '/api/v1/notice_format/search', status: 401 }),
    () => ({ name: 'an administrator writes one', ...create(county), status: 201, contains: ['"kind":"filing"'] }),
    () => ({ name: 'a name is given once', ...create(county), status: 409, contains: ['"field":"name"'] }),
    () => ({
      name: 'a manager reads them',
      as: 'Manager',
      url: '/api/v1/notice_format/search',
      status: 200,
      contains: ['Kept'],
    }),
    () => ({ name: 'a manager writes none', ...create({ ...county, name: 'M' }), as: 'Manager', status: 403 }),
    () => ({ name: 'View Only sees none', as: 'View Only', url: '/api/v1/notice_format/search', status: 403 }),
    () => ({ name: 'Docketing sees none', as: 'Docketing', url: `/api/v1/notice_format/${ids.format}`, status: 403 }),
    () => ({
      name: "another firm's is not there",
      as: 'Administrator',
      url: `/api/v1/notice_format/${ids.theirFormat}`,
      status: 404,
    }),
    () => ({
      name: 'an empty one is told every field that it lacks',
      ...create({ name: 'Empty' }),
      status: 400,
      contains: ['sender_domains', 'ecfx_jurisdiction_id', 'docket_number_labels', 'event_labels'].map(
        (f) => `"field":"${f}"`,
      ),
    }),
    () => ({
      name: 'each field that cannot be used is named with a sentence',
      ...create({
        ...county,
        name: 'Bad',
        subject_patterns: ['Filing in {docket}'],
        document_title_labels: ['Docu*'],
        link_hosts: ['files.corp'],
        required_parts: ['recipients'],
      }),
      status: 400,
      contains: [
        '"field":"subject_patterns"',
        '"field":"document_title_labels"',
        '"field":"link_hosts"',
        '"field":"required_parts"',
        'a label is written in full',
        'names like this lead into the own network',
      ],
    }),
    () => ({
      name: 'no host with a wild card is taken',
      ...create({ ...county, name: 'Wild', link_hosts: ['*.example.gov'] }),
      status: 400,
      contains: ['"field":"link_hosts"'],
    }),
    () => ({
      name: 'a change is held against the rest of the format',
      ...create({ required_parts: ['filed by'] }),
      method: 'PUT',
      url: `/api/v1/notice_format/${ids.format}`,
      status: 400,
      contains: ['"field":"required_parts"'],
    }),
  ]
  test.each(scenarios.map((make) => [make().name, make] as const))('%s', (_, make) => api.run(make()))
})

describe('trying a format', () => {
  const scenarios: readonly (() => ApiScenario)[] = [
    () => ({
      name: 'nobody is signed in',
      ...attempt({ format: county, message: mail() }),
      as: undefined,
      status: 401,
    }),
    () => ({
      name: 'one that is not saved, on a message that was pasted',
      ...attempt({ format: county, message: mail() }),
      status: 200,
      contains: [
        '"would_handle":true',
        '"built_in":null',
        '"problems":[]',
        '26-BC-0001',
        'Motion to Compel',
        '"notice"',
      ],
    }),
    () => ({
      name: 'one that is saved, on an item',
      ...attempt({ id: ids.format, inbox_item_id: ids.item }),
      status: 200,
      contains: ['"would_handle":true', '"format":"firm: Kept"'],
    }),
    () => ({ name: 'a manager may try', ...attempt({ format: county, message: mail() }), as: 'Manager', status: 200 }),
    () => ({
      name: 'View Only may not',
      ...attempt({ format: county, message: mail() }),
      as: 'View Only',
      status: 403,
    }),
    () => ({
      name: 'Docketing may not',
      ...attempt({ format: county, message: mail() }),
      as: 'Docketing',
      status: 403,
    }),
    () => ({
      name: "another firm's item is not there",
      ...attempt({ format: county, inbox_item_id: ids.theirItem }),
      status: 404,
      containsNot: ['Ortega'],
    }),
    () => ({
      name: "another firm's format is not there",
      ...attempt({ id: ids.theirFormat, message: mail() }),
      status: 404,
    }),
    () => ({ name: 'an id that is none is not there', ...attempt({ id: 'x', message: mail() }), status: 404 }),
    () => ({
      name: 'an item id that is none is not there',
      ...attempt({ format: county, inbox_item_id: 'x' }),
      status: 404,
    }),
    () => ({ name: 'without a format', ...attempt({ message: mail() }), status: 400, contains: ['"field":"format"'] }),
    () => ({ name: 'without a message', ...attempt({ format: county }), status: 400, contains: ['"field":"message"'] }),
    () => ({
      name: 'on what is no message',
      ...attempt({ format: county, message: 'hello' }),
      status: 400,
      contains: ['no headers'],
    }),
    () => ({
      name: 'on a message that is too large',
      ...attempt({ format: county, message: `${mail()}${'x'.repeat(5_000_000)}` }),
      status: 413,
    }),
    () => ({
      name: 'one that cannot be used is told why, field by field',
      ...attempt({
        format: { ...county, event_labels: ['*'], link_hosts: ['localhost'], shoe_size: 3 },
        message: mail(),
      }),
      status: 200,
      contains: ['"result":null', '"field":"link_hosts"', '"field":"shoe_size"', '"would_handle":false'],
    }),
    () => ({
      name: 'one with a label that cannot be used',
      ...attempt({ format: { ...county, event_labels: ['Event*'] }, message: mail() }),
      status: 200,
      contains: ['"result":null', '"field":"event_labels"', 'a label is written in full'],
    }),
    () => ({
      name: 'on a message of somebody else is told what does not fit, and what it would read',
      ...attempt({ format: { ...county, sender_domains: ['other.example'] }, message: mail() }),
      status: 200,
      contains: ['"would_handle":false', '"built_in":null', '"field":"sender_domains"', 'Motion to Compel'],
    }),
    () => ({
      name: 'on a message of a built-in format is told so',
      ...attempt({
        format: { ...county, subject_patterns: ['Activity in Case'], docket_number_labels: ['Case'] },
        message: nef,
      }),
      status: 200,
      contains: ['"would_handle":false', '"built_in":"cmecf-nef"', '"problems":[]'],
    }),
    () => ({
      name: 'that goes first on a message of a built-in format',
      ...attempt({
        format: {
          ...county,
          subject_patterns: ['Activity in Case {docket number} {case name}'],
          overrides_built_in: true,
        },
        message: nef,
      }),
      status: 200,
      contains: ['"would_handle":true', '"built_in":null', '3:26-cv-04417-RS'],
    }),
    () => ({
      name: 'a hole is said, with what was understood',
      ...attempt({ format: { ...county, filed_by_labels: ['By'], required_parts: ['filed by'] }, message: mail() }),
      status: 200,
      contains: ['"unclear":', 'requires who filed', '"understood"', '"would_handle":true'],
    }),
  ]
  test.each(scenarios.map((make) => [make().name, make] as const))('%s', (_, make) => api.run(make()))

  test('changes nothing', async () => {
    const count = async () =>
      (await api.call({ as: 'Administrator', url: '/api/v1/notice_format/search' })).headers['x-total-count']
    const before = await count()
    await api.call({ ...attempt({ format: { ...county, name: 'Tried' }, message: mail() }) })
    expect(await count()).toBe(before)
  })
})
