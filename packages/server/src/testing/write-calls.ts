import { sql } from 'kysely'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert, plantFiling } from '../outbox/copies/test-filing.ts'
import { agentCalls } from './agent-calls.ts'
import type { ApiCall, TestApi } from './api.ts'
import { keyCalls } from './api-keys.ts'
import { makeExamples } from './examples.ts'
import { factorCalls } from './factor-calls.ts'
import { itemsOf } from './inbox-api.ts'
import { textPdf } from './pdf.ts'
import { pngOf } from './png.ts'
import { scimCalls } from './scim.ts'
import { sessionCalls } from './session-calls.ts'
import { userCalls } from './user-calls.ts'

type Prepare = () => Promise<Partial<ApiCall>>

/**
 * Returns requests to the write routes of notices, filings and a user's sessions that succeed at what the route is for.
 */
export function noticeCalls(api: TestApi): Readonly<Record<string, Prepare>> {
  return {
    ...itemCalls(api),
    ...noteCalls(api),
    ...filingCalls(api),
    ...webhookCalls(api),
    ...mailAccountCalls(api),
    ...sessionCalls(api),
    ...keyCalls(api),
    ...agentCalls(api),
    ...scimCalls(api),
    ...userCalls(api),
    ...factorCalls(api),
  }
}

const at = (id: string, act: string, body: object = {}) => ({ url: `/api/v1/inbox/${id}/${act}`, body })

function itemCalls(api: TestApi): Readonly<Record<string, Prepare>> {
  const { makeItem, makeUnmatched, makeCopy, run } = itemsOf(api)
  const { idOfNew } = makeExamples(api)
  return {
    'POST /inbox/{id}/archive': async () => at(await makeItem('Succeeded'), 'archive'),
    'POST /inbox/{id}/unarchive': async () => {
      const id = await makeItem('Succeeded')
      await run(sql`update inbox_items set hidden = true where id = ${id}::uuid`)
      return at(id, 'unarchive')
    },
    'POST /inbox/{id}/cancel-dms': async () => {
      const id = await makeItem('Post Processing')
      await makeCopy(id, 'new')
      return at(id, 'cancel-dms')
    },
    'POST /inbox/{id}/requeue-dms': async () => {
      const id = await makeItem('Failed')
      await makeCopy(id, 'failed')
      return at(id, 'requeue-dms')
    },
    'POST /inbox/{id}/choose-court': async () => {
      const id = await makeItem('Action Required')
      const outcomes = JSON.stringify({
        authenticate: { result: { trust: 'verified' } },
        review: { understood: { kind: 'filing' } },
      })
      await run(sql`update inbox_items set next_stage = 'parse' where id = ${id}::uuid`)
      await run(sql`update item_progress set outcomes = ${outcomes}::text::jsonb where id = ${id}::uuid`)
      return at(id, 'choose-court', { court_id: 'cand' })
    },
    'POST /inbox/{id}/choose-case': async () =>
      at(await makeUnmatched('3:26-cv-07002'), 'choose-case', { case_id: await idOfNew('case') }),
    ...Object.fromEntries(
      ['reviewed', 'undo'].map((act) => [
        `POST /case/{id}/making/${act}`,
        async () => {
          const id = await idOfNew('case')
          await run(sql`update cases set made_by_rule = 'TO_REVIEW' where id = ${id}::uuid`)
          return { url: `/api/v1/case/${id}/making/${act}` }
        },
      ]),
    ),
    'POST /inbox/{id}/not-needed': async () => at(await makeUnmatched('3:26-cv-07003'), 'not-needed'),
    'POST /inbox/{id}/assign-timekeeper': async () => {
      const id = await makeItem('Action Required')
      const caseId = await idOfNew('case')
      await run(sql`update inbox_items set next_stage = 'address', case_id = ${caseId}::uuid where id = ${id}::uuid`)
      return at(id, 'assign-timekeeper', { timekeeper_id: await idOfNew('timekeeper') })
    },
    'POST /inbox/{id}/approve': async () => {
      const id = await makeItem('Action Required')
      await run(sql`update inbox_items set next_stage = 'deliver' where id = ${id}::uuid`)
      return at(id, 'approve')
    },
    'POST /inbox/{id}/ignore-case': async () => at(await makeUnmatched('3:26-cv-07001'), 'ignore-case'),
    'POST /inbox/bulk': async () => ({
      body: { action: 'archive', ids: [await makeItem('Succeeded')] },
    }),
  }
}

function noteCalls(api: TestApi): Readonly<Record<string, Prepare>> {
  const { makeItem } = itemsOf(api)
  const noted = async () => {
    const id = await makeItem('Succeeded')
    const url = `/api/v1/inbox/${id}/notes`
    const answer = await api.call({ as: 'Administrator', method: 'POST', url, body: { text: 'Called the clerk.' } })
    const [note] = answer.json().notes as { id: string }[]
    return `${url}/${note?.id}`
  }
  return {
    'POST /inbox/{id}/notes': async () => at(await makeItem('Succeeded'), 'notes', { text: 'Called the clerk.' }),
    'PUT /inbox/{id}/notes/{noteId}': async () => ({ url: await noted(), body: { text: 'She called back.' } }),
    'DELETE /inbox/{id}/notes/{noteId}': async () => ({ url: await noted() }),
  }
}

function filingCalls(api: TestApi): Readonly<Record<string, Prepare>> {
  const upload = async (content: Uint8Array, name: string) => {
    const url = `/api/v1/manual/upload?file_name=${name}`
    const headers = { 'content-type': 'application/octet-stream' }
    const answer = await api.call({ as: 'Administrator', method: 'POST', url, body: Buffer.from(content), headers })
    return String(answer.json().id)
  }
  const kept = async () => {
    const filing = await plantFiling(api.services, {
      documents: [{ content: await textPdf(['Motion']), title: 'Motion' }],
    })
    const rows = await itemsOf(api).run(
      sql`select id from documents where envelope_id = ${filing.envelopeId}::uuid and file_id is not null`,
    )
    return { filing, documentId: String(rows[0]?.id) }
  }
  return {
    'POST /filing/{id}/resend': async () => {
      const { filing } = await kept()
      const body = { timekeeper_id: await plantTimekeeper(api) }
      return { url: `/api/v1/filing/${filing.envelopeId}/resend`, body }
    },
    'POST /document/{id}/opened': async () => {
      const { filing, documentId } = await kept()
      const url = `/api/v1/document/${documentId}/opened`
      return { url, body: { delivery_id: await plantDelivery(api, filing) } }
    },
    'POST /document/{id}/public-link': async () => {
      await itemsOf(api).run(sql`update firms set public_document_access = true where firm_id = 1`)
      return { url: `/api/v1/document/${(await kept()).documentId}/public-link` }
    },
    'POST /inbox/{id}/upload-documents': async () => {
      const { itemId, documents } = await plantFiling(api.services, { documents: [{ verdict: 'spent' }] })
      await itemsOf(api).run(sql`update inbox_items set status = 'Action Required' where id = ${itemId}::uuid`)
      const pair = { upload_id: await upload(await textPdf(['Scan']), 'scan.pdf'), document_id: documents[0]?.id }
      return at(itemId, 'upload-documents', { documents: [pair] })
    },
    'POST /inbox/{id}/retrieve': async () => {
      const { itemId } = await plantFiling(api.services, { documents: [{ verdict: 'unavailable' }] })
      await itemsOf(api).run(
        sql`update inbox_items set status = 'Action Required', next_stage = null where id = ${itemId}::uuid`,
      )
      return at(itemId, 'retrieve')
    },
    'POST /manual': async () => ({
      body: {
        court_id: 'cand',
        docket_number: '3:26-cv-08001-RS',
        event: 'Motion to Dismiss',
        documents: [{ upload_id: await upload(await textPdf(['By hand']), 'scan.pdf'), title: 'Motion' }],
      },
    }),
    'POST /manual/message': async () => {
      const mail = Buffer.from('Subject: By hand\r\nFrom: a@b.example\r\n\r\nHello')
      return { body: { upload_id: await upload(mail, 'mail.eml') } }
    },
    'POST /page_views': async () => ({ body: { paths: ['/cases'] } }),
    'POST /page_views/open': async () => ({ body: { path: '/password-forgot' } }),
    'DELETE /firm/logo.png': async () => {
      const headers = { 'content-type': 'image/png' }
      await api.call({ as: 'Administrator', method: 'PUT', url: '/api/v1/firm/logo.png', body: pngOf(4, 4), headers })
      return {}
    },
  }
}

function webhookCalls(api: TestApi): Readonly<Record<string, Prepare>> {
  const made = async () => {
    // Refused before anything is sent, because the address is this machine's own.
    const body = { name: `Calls ${newId()}`, url: 'http://127.0.0.1:9/', events: ['case.created'] }
    const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/webhook', body })
    return `/api/v1/webhook/${answer.json().id}`
  }
  return {
    'POST /webhook/{id}/test': async () => ({ url: `${await made()}/test` }),
    'POST /webhook/{id}/secret': async () => ({ url: `${await made()}/secret` }),
    'POST /webhook/{id}/calls/{callId}/replay': async () => {
      const url = await made()
      const test = await api.call({ as: 'Administrator', method: 'POST', url: `${url}/test` })
      return { url: `${url}/calls/${test.json().id}/replay` }
    },
  }
}

const ofPerson = { service: 'MICROSOFT_USER', password: null, client_id: 'app' }

/** Refused before anything is sent, because the address is this machine's own. */
function mailAccountCalls(api: TestApi): Readonly<Record<string, Prepare>> {
  const add = async (entity: string, example: object, act = 'test') => {
    const body = { service: 'PASSWORD', password: 'x', name: newId(), address: 'a@one.example', ...example }
    const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
    return { url: `/api/v1/${entity}/${answer.json().id}/${act}` }
  }
  return {
    'POST /mailbox/{id}/test': () => add('mailbox', { server: 'imaps://127.0.0.1:9', folder: 'INBOX' }),
    'POST /timekeeper_group/{id}/chat-test': async () => {
      const chat = { chat_service: 'SLACK', chat_url: 'http://127.0.0.1:9/' }
      const body = { name: newId(), time_zone: 'America/New_York', ...chat }
      const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper_group', body })
      return { url: `/api/v1/timekeeper_group/${answer.json().id}/chat-test` }
    },
    'POST /mail_sender/{id}/test': () => add('mail_sender', { server: 'smtps://127.0.0.1:9', is_active: false }),
    'POST /mailbox/{id}/sign-in': () => add('mailbox', { ...ofPerson, folder: 'INBOX' }, 'sign-in'),
    'POST /mail_sender/{id}/sign-in': () => add('mail_sender', { ...ofPerson, is_active: false }, 'sign-in'),
  }
}

async function plantTimekeeper(api: TestApi): Promise<string> {
  const id = newId()
  const row = { firm_id: 1, id, full_name: 'Nora New', email: `${id}@firm.example`, status: 'Active' }
  await withSystem(api.services.database, (trx) => insert(trx, 'timekeepers', row))
  return id
}

async function plantDelivery(api: TestApi, filing: { envelopeId: string; itemId: string }): Promise<string> {
  const id = newId()
  await withSystem(api.services.database, (trx) =>
    insert(trx, 'deliveries', {
      firm_id: 1,
      id,
      envelope_id: filing.envelopeId,
      inbox_item_id: filing.itemId,
      email: 'told@firm.example',
      method: 'WEB_LINK',
      reason: 'Assigned to the case.',
      status: 'sent',
      message_id: id,
      attempts: 1,
    }),
  )
  return id
}
