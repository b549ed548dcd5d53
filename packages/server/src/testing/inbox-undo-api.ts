import { sql } from 'kysely'
import { expect } from 'vitest'
import { inboxRoutes } from '../http/inbox/inbox.ts'
import { manualRoutes } from '../http/inbox/manual.ts'
import { resourceRoutes } from '../http/resources.ts'
import { importRoutes } from '../http/transfer/import.ts'
import { undoRoutes } from '../http/undo.ts'
import { plantFiling } from '../outbox/copies/test-filing.ts'
import { openTestApi } from './api.ts'
import { itemsOf } from './inbox-api.ts'

export interface Undone {
  done: number
  refused: number
  outcomes: { id: string; isDone: boolean; reason?: string }[]
  detail?: string
}

/** Opens the API with the inbox and undo, and helpers that act as Docketing in firm 1. */
export async function openInboxUndoApi() {
  const api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      inboxRoutes(app, services)
      manualRoutes(app, services)
      undoRoutes(app, services)
      importRoutes(app, services)
    },
  })
  const inbox = itemsOf(api)

  return {
    api,
    inbox,

    async undo(id: unknown) {
      const answer = await api.call({ as: 'Docketing', method: 'POST', url: `/api/v1/undo/${id}` })
      return { status: answer.status, ...(answer.json() as unknown as Undone) }
    },

    /** Returns why an action can't be undone anymore, if it can't. */
    async followed(id: unknown) {
      const answer = await api.call({ as: 'Docketing', url: `/api/v1/undo/${id}` })
      return answer.json().followed as string | null
    },

    /** Takes an action that can be undone, and returns its undo. */
    async act(path: string, body: object = {}): Promise<string> {
      const answer = await inbox.send(path, { ...body })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.json().undo_id, path).toBeDefined()
      return String(answer.json().undo_id)
    },

    /** Creates a notice that lacks a document of its filing. */
    async lackDocument() {
      const { itemId, envelopeId, documents } = await plantFiling(api.services, {
        documents: [{ verdict: 'spent', sentence: 'Its free look was used.' }],
      })
      await inbox.run(
        sql`update inbox_items set status = 'Action Required', next_stage = null where id = ${itemId}::uuid`,
      )
      await inbox.run(sql`update item_progress set outcomes = '{"retrieve": {"result": {"gap": "missing"}}}'
        where id = ${itemId}::uuid`)
      return { id: itemId, envelopeId, documentId: documents[0]?.id ?? '' }
    },
  }
}
