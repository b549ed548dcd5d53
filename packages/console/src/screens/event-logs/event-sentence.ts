import { type Field, isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { inSentence } from '@courtcrier/contract/names.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { i18next } from '../../i18n/i18n.ts'
import { formatList } from '../../ui/format-list.ts'
import './text.ts'
import { choiceLabel, fieldLabel, resourceWord } from '../../i18n/labels.ts'
import { formatDate, formatDateTime } from '../../ui/format-time.ts'
import { translated } from '../../ui/translated.ts'
import { changesOf, type FieldChange, type ShownEvent } from './event.ts'

/** A record whose name a sentence needs. */
export interface Named {
  entity: string
  id: string
}

/** Returns the name of a record; undefined while it isn't loaded, or if the role may not see it. */
export type TitleOfNamed = (record: Named) => string | undefined

/** Returns the records whose names an event's sentence needs. */
export function recordsNamed(event: ShownEvent): readonly Named[] {
  const { userId, entity, entityId, recordTitle } = event
  const [first, ...more] = changesOf(event)
  const values = first && more.length === 0 ? referencesOf(findResource(entity ?? ''), first) : []
  const isKept = Boolean(recordTitle) || entity === 'firm'
  return [
    ...(userId ? [{ entity: 'user', id: userId }] : []),
    ...(entity && entityId && !isKept && findResource(entity) ? [{ entity, id: entityId }] : []),
    ...values,
  ]
}

/** Describes what happened in one sentence, in the firm's words: who did what to which record. */
export function eventSentence(event: ShownEvent, titleOfNamed: TitleOfNamed): string {
  const { type = 'other', action, facts = {} } = event
  const values = sentenceValues(event, titleOfNamed)
  const changed = action ? undefined : changeSentence(event, { values, titleOfNamed })
  const own = action && i18next.exists(`events.action.${action}`) ? `events.action.${action}` : undefined
  const told = changed ?? tell(own ?? `events.type.${typeKey(type)}`, values)
  const whole = told.trim() === '' ? translated(event.sentence ?? '') : told
  return ended(
    typeof facts.by === 'string' && i18next.exists(`events.by.${facts.by}`)
      ? tell(`events.by.${facts.by}`, { key: facts.key ?? '', told: whole })
      : whole,
  )
}

/** Returns the key of a type's sentence: `DMS upload success` is `dms_upload_success`. */
export function typeKey(type: string): string {
  return type
    .toLowerCase()
    .replace(/[^a-z]+/g, '_')
    .replace(/_$/, '')
}

/** Formats a value for a sentence. */
function valueText(field: Field, value: unknown, titleOfNamed: TitleOfNamed): string {
  const one = (id: unknown) =>
    titleOfNamed({ entity: field.resource ?? '', id: String(id) }) ?? i18next.t('events.who.hidden')
  if (field.kind === 'reference') return one(value)
  if (field.kind === 'referenceList' && Array.isArray(value)) return formatList(value.map(one))
  if (field.kind === 'boolean') return i18next.t(value === true ? 'input.yes' : 'input.no')
  if (field.kind === 'select') return choiceLabel(field, String(value))
  if (field.kind === 'date') return formatDate(String(value))
  if (field.kind === 'timestamp') return formatDateTime(String(value))
  if (Array.isArray(value)) return formatList(value.map(String))
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

type Values = Readonly<Record<string, string>>

function sentenceValues(event: ShownEvent, titleOfNamed: TitleOfNamed): Values {
  const { userId, entity, entityId, recordTitle, facts = {}, sentence } = event
  const resource = findResource(entity ?? '')
  const title = recordTitle || (entity && entityId ? titleOfNamed({ entity, id: entityId }) : undefined) || ''
  const hidden = i18next.t('events.who.hidden')
  const who = userId ? titleOfNamed({ entity: 'user', id: userId }) : i18next.t('events.who.program')
  return {
    ...facts,
    sentence: translated(sentence ?? ''),
    who: who ?? hidden,
    title: title || hidden,
    record: recordWords(resource, title),
    words: resource ? resourceWord(resource, 'many') : '',
    ...factWords(event),
  }
}

/** Returns facts that are product terms, not data. */
function factWords({ action, facts = {} }: ShownEvent): Values {
  const why =
    action === 'sign_in_failed' ? i18next.t(`events.wrong.${facts.why ?? 'wrong'}`) : translated(facts.why ?? '')
  return {
    why,
    whom: facts.whom || i18next.t('events.nobody'),
    act: facts.act ? i18next.t(`events.act.${facts.act}`) : '',
    terms: termsWords(facts),
  }
}

function termsWords({ fee, cost }: Readonly<Record<string, string>>): string {
  if (fee === undefined && cost === undefined) return i18next.t('events.terms.none')
  if (!fee && !cost) return i18next.t('events.terms.agreed')
  const amount = (text: string | undefined) => text || i18next.t('events.terms.unknown')
  return tell('events.terms.known', { fee: amount(fee), cost: amount(cost) })
}

function recordWords(resource: Resource | undefined, title: string): string {
  if (!resource) return title
  if (resource.name === 'firm') return i18next.t('events.record.firm')
  if (title === '') return tell('events.record.unnamed', { words: resourceWord(resource, 'many') })
  return tell('events.record.named', { word: resourceWord(resource, 'one'), title })
}

interface Telling {
  values: Values
  titleOfNamed: TitleOfNamed
}

function changeSentence(event: ShownEvent, telling: Telling): string | undefined {
  const { type, entity } = event
  const resource = findResource(entity ?? '')
  if (!resource) return undefined
  if (type === 'object create') return tell('events.create', telling.values)
  if (type === 'object delete') return tell('events.delete', telling.values)
  if (type !== 'object update') return undefined
  const changes = changesOf(event)
  const [first, ...more] = changes
  if (!first) return tell('events.update.none', telling.values)
  if (more.length === 0) return oneChange(resource, first, telling)
  return tell('events.update.some', { ...telling.values, fields: fieldWords(resource, changes) })
}

/** A longer value is left out of the sentence; the difference below shows it. */
const longestValue = 80

function oneChange(
  resource: Resource,
  { key, from, to, isSecret }: FieldChange,
  { values, titleOfNamed }: Telling,
): string {
  const field = findField(resource, key)
  const text = (value: unknown) => (field && !isEmptyValue(value) ? valueText(field, value, titleOfNamed) : '')
  const told = { ...values, field: fieldWord(resource, key), from: text(from), to: text(to) }
  const isPlain = !isSecret && field?.kind !== 'map' && `${told.from}${told.to}`.length <= 2 * longestValue
  if (!isPlain || (!told.from && !told.to)) return tell('events.update.one', told)
  if (!told.from) return tell('events.update.set', told)
  return tell(told.to ? 'events.update.changed' : 'events.update.cleared', told)
}

const mostFields = 3

function fieldWords(resource: Resource, changes: readonly FieldChange[]): string {
  const names = changes.slice(0, mostFields).map(({ key }) => fieldWord(resource, key))
  const count = changes.length - names.length
  return formatList(count > 0 ? [...names, i18next.t('events.update.more', { count })] : names)
}

function fieldWord(resource: Resource, key: string): string {
  return inSentence(fieldLabel(resource, key))
}

function referencesOf(resource: Resource | undefined, { key, from, to }: FieldChange): readonly Named[] {
  const field = resource && findField(resource, key)
  const target = field?.resource
  if (!target || !findResource(target)) return []
  return [from, to]
    .flat()
    .filter((id) => typeof id === 'string')
    .slice(0, 20)
    .map((id) => ({ entity: target, id }))
}

function tell(key: string, values: Values): string {
  return i18next.t(key, values)
}

function ended(sentence: string): string {
  const text = sentence.trim()
  return /[.!?]$/.test(text) ? text : `${text}.`
}
