import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import { rowFromJson } from '@courtcrier/contract/json.ts'
import { describeProblem, type Problem } from '@courtcrier/contract/messages.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, labelOf, type Resource } from '@courtcrier/contract/resource.ts'
import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { expect } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { attempt } from '../records/attempt.ts'
import { behaviourOf } from '../records/behaviour.ts'
import { csvLine, neutralize } from '../records/transfer/cells.ts'
import { importable } from '../records/transfer/importable.ts'
import { programScope } from '../records/viewer.ts'
import type { RowChange } from '../records/write/change.ts'
import { writeRow } from '../records/write/write-rows.ts'
import type { ApiAnswer, TestApi } from './api.ts'
import { type Attempted, openWriteWatch, type WriteResult, type WriteWatch } from './write-watch.ts'

/** One way to write a row: a form, a bulk edit, a file, undoing the opposite, the pipeline. Bodies are as in JSON. */
export interface WayToWrite {
  name: string
  isFor: (resource: Resource) => boolean
  create?: (resource: Resource, body: AnyRow) => Promise<WriteResult>
  update: (resource: Resource, id: string, values: AnyRow) => Promise<WriteResult>
  remove?: (resource: Resource, id: string) => Promise<WriteResult>
}

/** Opens every way in which rows of firm 1 are written. */
export async function openWaysToWrite(api: TestApi): Promise<readonly WayToWrite[]> {
  const watch = await openWriteWatch(api)
  const form = formWay(api, watch)
  return [form, bulkWay(api, watch), fileWay(api, watch), undoWay(api, watch, form), pipelineWay(api, watch)]
}

function callOf(api: TestApi, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  return api.call({ as: 'Administrator', method, url: `/api/v1/${path}`, ...(body ? { body } : {}) })
}

/** Returns a row as the API tells it; the firm is read without its number. */
export async function readRow(api: TestApi, { name, isSingleton }: Resource, id: string): Promise<AnyRow> {
  return (await callOf(api, 'GET', isSingleton ? name : `${name}/${id}`)).json()
}

function formWay(api: TestApi, watch: WriteWatch): WayToWrite {
  const tried = async (resource: Resource, answer: ApiAnswer, id?: string): Promise<Attempted> => {
    if (answer.status >= 300) return { id, refused: refusalsOf(resource, answer) }
    return { id: id ?? String(answer.json().id), refused: [] }
  }
  return {
    name: 'a form',
    isFor: () => true,
    create: (resource, body) =>
      watch(resource, async () => tried(resource, await callOf(api, 'POST', resource.name, body))),
    update: (resource, id, values) =>
      watch(resource, async () => tried(resource, await callOf(api, 'PUT', `${resource.name}/${id}`, values), id)),
    remove: (resource, id) =>
      watch(resource, async () => tried(resource, await callOf(api, 'DELETE', `${resource.name}/${id}`), id)),
  }
}

function bulkWay(api: TestApi, watch: WriteWatch): WayToWrite {
  const tried = async (resource: Resource, id: string, answer: ApiAnswer): Promise<Attempted> => {
    if (answer.status >= 300) return { id, refused: refusalsOf(resource, answer), isRefusedUnread: true }
    const [outcome] = answer.json().outcomes as RowOutcome[]
    // A record that already has the values is reported as such, and stays as it was.
    const isWritten = outcome?.isDone || outcome?.reason === 'It already has these values.'
    return { id, refused: isWritten ? [] : sentencesIn(resource, outcome?.reason ?? '') }
  }
  return {
    name: 'a bulk edit',
    isFor: ({ isSingleton }) => !isSingleton,
    update: (resource, id, values) =>
      watch(resource, async () =>
        tried(resource, id, await callOf(api, 'POST', `${resource.name}/bulk-update`, { ids: [id], values })),
      ),
    remove: (resource, id) =>
      watch(resource, async () =>
        tried(resource, id, await callOf(api, 'POST', `${resource.name}/bulk-delete`, { ids: [id] })),
      ),
  }
}

function fileWay(api: TestApi, watch: WriteWatch): WayToWrite {
  const load = async (resource: Resource, body: AnyRow, id?: string): Promise<Attempted> => {
    const cells = Object.entries(body).map(([name, value]) => cellOf(resource, camelCase(name), value))
    const lines = [
      csvLine([...(id ? ['id'] : []), ...Object.keys(body)]),
      csvLine([...(id ? [id] : []), ...cells].map(neutralize)),
    ]
    const url = `/api/v1/${resource.name}/import?mode=commit`
    const headers = { 'content-type': 'text/csv' }
    const answer = await api.call({ as: 'Administrator', method: 'POST', url, headers, body: lines.join('\r\n') })
    expect(answer.status, answer.text).toBe(200)
    const { errors } = answer.json() as { errors: readonly { column: string; expected: string }[] }
    const refused = errors.map(({ column, expected }) =>
      column ? `${labelOf(resource, camelCase(column))}: ${expected}` : expected,
    )
    return { id, refused: refused.toSorted() }
  }
  return {
    name: 'an import',
    isFor: (resource) => importable.includes(resource),
    create: (resource, body) => watch(resource, () => load(resource, body)),
    update: (resource, id, values) => watch(resource, () => load(resource, values, id)),
  }
}

/** Makes the opposite change by a form and undoes it; what a form refuses can't be undone. */
function undoWay(api: TestApi, watch: WriteWatch, form: WayToWrite): WayToWrite {
  const undo = (resource: Resource, id: string, opposite: ApiAnswer) =>
    watch(resource, async () => {
      const answer = await callOf(api, 'POST', `undo/${opposite.headers['x-undo-id']}`)
      const [outcome] = answer.json().outcomes as RowOutcome[]
      return { id, refused: outcome?.isDone ? [] : sentencesIn(resource, outcome?.reason ?? answer.text) }
    })
  return {
    name: 'an undo',
    isFor: ({ isUndoable }) => isUndoable,
    create: async (resource, body) => {
      const answer = await callOf(api, 'POST', resource.name, body)
      if (answer.status !== 201) return watch(resource, async () => ({ refused: refusalsOf(resource, answer) }))
      const id = String(answer.json().id)
      return undo(resource, id, await callOf(api, 'DELETE', `${resource.name}/${id}`))
    },
    update: async (resource, id, values) => {
      const former = await readRow(api, resource, id)
      const changed = await form.update(resource, id, values)
      if (changed.refused.length > 0 || changed.events.length === 0) return changed
      const back = Object.fromEntries(Object.keys(values).map((name) => [name, former[name]]))
      const opposite = await callOf(api, 'PUT', `${resource.name}/${id}`, back)
      expect(opposite.status, opposite.text).toBe(200)
      return undo(resource, id, opposite)
    },
  }
}

/** As stages write, in the name of no person. */
function pipelineWay(api: TestApi, watch: WriteWatch): WayToWrite {
  const write = (resource: Resource, change: RowChange) =>
    watch(resource, async () => {
      const writer = { ...programScope(1), box: api.services.secrets, by: 'a notice' as const }
      let id = 'id' in change ? change.id : undefined
      const refusal = await withFirm(api.services.database, 1, (trx) =>
        attempt(trx, async () => {
          id = (await writeRow(trx, resource, change, writer)).id
        }),
      )
      return { id, refused: refusal ? problemSentences(resource, refusal.problems, refusal.message) : [] }
    })
  return {
    name: 'the pipeline',
    // Some kinds are written by people only.
    isFor: (resource) => importable.includes(resource) && !behaviourOf(resource).whyNotWritten,
    create: (resource, body) => write(resource, { kind: 'create', input: rowFromJson(body, resource) }),
    update: (resource, id, values) => write(resource, { kind: 'update', id, input: rowFromJson(values, resource) }),
    remove: (resource, id) => write(resource, { kind: 'delete', id }),
  }
}

function cellOf(resource: Resource, key: string, value: unknown): string {
  const field = resource.fields[key]
  return field && typeof value !== 'string' ? kindOf(field).toCsv(value) : String(value)
}

function refusalsOf(resource: Resource, answer: ApiAnswer): string[] {
  const { errors = [], detail } = answer.json() as { errors?: Problem[]; detail?: string }
  return problemSentences(resource, errors, detail ?? '')
}

function problemSentences(resource: Resource, problems: readonly Problem[], whole: string): string[] {
  if (problems.length === 0) return [whole]
  return problems
    .map(({ field, code }) => `${labelOf(resource, camelCase(field))}: ${describeProblem(code)}`)
    .toSorted()
}

/** The sentences of a reason that names fields, each from its field's label on. */
function sentencesIn(resource: Resource, reason: string): string[] {
  const starts = Object.keys(resource.fields)
    .map((key) => `${labelOf(resource, key)}: `)
    .flatMap((start) => (reason.startsWith(start) ? [0] : []).concat(allOf(reason, ` ${start}`)))
    .toSorted((a, b) => a - b)
  if (starts[0] !== 0) return [reason]
  return starts.map((start, n) => reason.slice(start, starts[n + 1]).trim()).toSorted()
}

function allOf(text: string, part: string): number[] {
  const at = text.indexOf(part)
  return at < 0 ? [] : [at, ...allOf(text.slice(at + 1), part).map((next) => at + 1 + next)]
}
