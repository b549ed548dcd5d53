import { ApiError } from '@courtcrier/contract/errors.ts'
import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { checkInput } from '@courtcrier/contract/input.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { type AnyRow, fieldAccess, labelOf, type Resource, redact } from '@courtcrier/contract/resource.ts'
import { newId } from '../../base/db/ids.ts'
import { behaviourOf } from '../behaviour.ts'
import type { Ready, RowChange, Writer } from './change.ts'

export interface Draft extends Omit<Ready, 'kind'> {
  refusal?: ApiError
  /** What is wrong with single fields; the other rules add theirs, so that one answer names them all. */
  problems: readonly Problem[]
}

/** Checks what the change and its row alone can decide. */
export function draftOf(
  resource: Resource,
  { change, writer, before }: { change: RowChange; writer: Writer; before: AnyRow | undefined },
): Draft {
  const draft: Draft = {
    change,
    id: change.id ?? newId(),
    values: {},
    changes: {},
    problems: [],
    ...(before ? { before } : {}),
  }
  const refuse = (refusal: ApiError): Draft => ({ ...draft, refusal })
  if (change.kind !== 'create' && !before) return refuse(new ApiError('not_found'))
  const moved = change.kind !== 'create' && before ? whyChanged(resource, { change, before, writer }) : undefined
  if (moved) return refuse(moved)
  const own = whyNotAllowed(resource, before, writer)
  if (own) return refuse(own)
  if (change.kind === 'delete') return draft
  const denied = change.kind === 'update' && change.stored ? whyFieldsDenied(resource, change.input, writer) : undefined
  if (denied) return refuse(denied)
  const checked = change.stored
    ? { values: change.input, problems: [] }
    : checkInput(resource, change.input, { role: writer.role, ...(before ? { current: before } : {}) })
  draft.problems = [...otherIdOf(change, draft), ...checked.problems]
  draft.values = { ...checked.values, ...valuesOfProgram(resource, change, writer) }
  const after = whyNotAllowed(resource, { ...before, ...draft.values }, writer)
  return after ? refuse(after) : draft
}

/** An ID that isn't the record's: it would be ignored, and another record changed than the one that was meant. */
function otherIdOf(change: Exclude<RowChange, { kind: 'delete' }>, { id }: Draft): readonly Problem[] {
  const { id: sent } = change.input
  if (change.stored || isEmptyValue(sent) || String(sent).toLowerCase() === id) return []
  return [{ field: 'id', code: 'read_only_field' }]
}

function valuesOfProgram(resource: Resource, change: RowChange, writer: Writer): AnyRow | undefined {
  if (change.kind === 'update') return change.set
  return change.kind === 'create' && !change.stored ? behaviourOf(resource).stamp?.(writer) : undefined
}

/** Someone who may no longer change a field may not change it back either. */
function whyFieldsDenied(resource: Resource, values: AnyRow, { role }: Writer): ApiError | undefined {
  const denied = Object.keys(values).filter((key) => fieldAccess(resource, key, role) !== 'FULL')
  if (denied.length === 0) return undefined
  const sentence = `Your role may not change ${denied.map((key) => labelOf(resource, key)).join(', ')}.`
  return new ApiError('forbidden', { sentence })
}

function whyChanged(
  resource: Resource,
  { change, before, writer }: { change: Exclude<RowChange, { kind: 'create' }>; before: AnyRow; writer: Writer },
): ApiError | undefined {
  if (change.expected === undefined || change.expected.includes(String(before.updatedAt))) return undefined
  return new ApiError('changed_meanwhile', { current: rowToJson(resource, redact(resource, before, writer.role)) })
}

function whyNotAllowed(
  resource: Resource,
  row: AnyRow | undefined,
  { userId, ...scope }: Writer,
): ApiError | undefined {
  if (userId === undefined || !row) return undefined
  const sentence = behaviourOf(resource).whyNotAllowed?.(row, { ...scope, userId })
  return sentence ? new ApiError('forbidden', { sentence }) : undefined
}
