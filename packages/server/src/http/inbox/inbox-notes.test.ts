import { longestNote } from '@courtcrier/contract/triage.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestRole } from '../../testing/api.ts'
import { type Body, openInboxApi } from '../../testing/inbox-api.ts'

let inbox: Awaited<ReturnType<typeof openInboxApi>>

beforeAll(async () => {
  inbox = await openInboxApi()
})
afterAll(() => inbox.api.close())

describe('notes', () => {
  interface Note {
    id: string
    text: string
    is_own: boolean
    is_edited: boolean
    author_name: string
  }
  const notesOf = async (id: string, as: TestRole = 'Docketing') => (await inbox.viewOf(id, as)).notes as Note[]

  test('are written, changed and deleted by their author, seen by all who see the item, and logged', async () => {
    const id = await inbox.makeItem('Action Required')
    const written = (await inbox.send(`${id}/notes`, { text: ' Called the clerk. ' })).json().notes as Note[]
    expect(written).toMatchObject([{ text: 'Called the clerk.', is_own: true, is_edited: false }])
    const noteId = written[0]?.id
    expect(await notesOf(id, 'View Only')).toMatchObject([{ text: 'Called the clerk.', is_own: false }])
    for (const method of ['PUT', 'DELETE'] as const) {
      const refused = await inbox.send(`${id}/notes/${noteId}`, { text: 'Mine now' }, 'Manager', method)
      expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("Only a note's author")])
    }
    await inbox.send(`${id}/notes/${noteId}`, { text: 'Called twice.' }, 'Docketing', 'PUT')
    expect(await notesOf(id)).toMatchObject([{ text: 'Called twice.', is_edited: true }])
    await inbox.send(`${id}/notes/${noteId}`, {}, 'Docketing', 'DELETE')
    expect(await notesOf(id)).toEqual([])
    await inbox.send(`${id}/notes/${noteId}`, { text: 'Called twice.' }, 'Docketing', 'PUT')
    expect(await notesOf(id)).toMatchObject([{ id: noteId, text: 'Called twice.' }])
    const log = await inbox.events(id)
    for (const deed of ['wrote a note', 'changed a note', 'deleted a note']) expect(log).toContain(deed)
  })

  test("a role that may only read the inbox writes none, and another firm's are not found", async () => {
    const id = await inbox.makeItem('New')
    expect((await inbox.send(`${id}/notes`, { text: 'Hello' }, 'View Only')).status).toBe(403)
    const theirs = await inbox.makeItem('New', { firm: 2 })
    const url = `/api/v1/inbox/${theirs}/notes`
    const own = await inbox.api.call({ as: 'Docketing', firm: 2, method: 'POST', url, body: { text: 'Secret of two' } })
    expect(own.status).toBe(200)
    const [note] = own.json().notes as Note[]
    for (const path of [`${theirs}/notes`, `${theirs}/notes/${note?.id}`, `${id}/notes/${note?.id}`]) {
      const method = path.endsWith('/notes') ? 'POST' : 'PUT'
      const answer = await inbox.send(path, { text: 'Hello' }, 'Docketing', method)
      expect([path, answer.status, answer.text.includes('Secret')]).toEqual([path, 404, false])
    }
  })

  test.each<[string, Body]>([
    ['nothing', {}],
    ['only spaces', { text: '  ' }],
    ['too much', { text: 'x'.repeat(longestNote + 1) }],
    ['a number', { text: 7 }],
  ])('%s is refused, naming the field', async (_, body) => {
    const answer = await inbox.send(`${await inbox.makeItem('New')}/notes`, body)
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('"field":"text"')])
  })
})

test('linked items state their relation, as far as the role sees them', async () => {
  const [id, same, split] = [
    await inbox.makeItem('Succeeded'),
    await inbox.makeItem('Succeeded'),
    await inbox.makeItem('Succeeded'),
  ]
  const theirs = await inbox.makeItem('Succeeded', { firm: 2 })
  const envelope = crypto.randomUUID()
  await inbox.run(sql`insert into envelopes (firm_id, id) values (1, ${envelope}::uuid)`)
  await inbox.run(sql`update inbox_items set envelope_id = ${envelope}::uuid where id in (${id}::uuid, ${same}::uuid)`)
  await inbox.run(sql`update inbox_items set parent_id = ${id}::uuid where id = ${split}::uuid`)
  const linked = (await inbox.viewOf(id)).linked as { relation: string; item: { id: string } }[]
  expect(linked.map(({ relation, item }) => [relation, item.id])).toEqual([
    ['child', split],
    ['filing', same],
  ])
  expect((await inbox.viewOf(split)).linked).toMatchObject([{ relation: 'parent', item: { id } }])
  expect(JSON.stringify(linked)).not.toContain(theirs)
})
