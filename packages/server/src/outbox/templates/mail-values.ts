import type { Field } from '@courtcrier/contract/fields/field.ts'
import { camelCase, snakeCase } from '@courtcrier/contract/names.ts'
import { findMailField, type MailValues, mailPlaceholders, mailRecords } from '@courtcrier/contract/placeholders.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { ecfxJurisdiction } from '@courtcrier/contract/resources/ecfx-jurisdiction.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { type CanSee, seesWay, type Way, waysFromFiling } from '@courtcrier/contract/ways.ts'
import { findCourt } from '../../courts/directory/directory.ts'
import { type SenderColumns, trustLineOf } from '../../mail/trust-line.ts'
import { behaviourOf } from '../../records/behaviour.ts'
import type { MailContext } from './mail-template.ts'
import { momentText } from './moment-text.ts'

/** Database rows that the values of an email are read from. */
export interface FoundValues {
  /** By `envelope`, `case`, `matter`, `client`, `judge`, `firm`; columns are named as in the database. */
  values: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
  /** The court's id in the directory. */
  court: string | null
  documents: readonly string[]
  timekeepers: readonly string[]
  /** Who vouches for the sender of the notice; if a filing has several notices, the one that led to the email. */
  sender?: SenderColumns | null
}

/** The titles of records, by resource, then by ID. */
export type Titles = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Returns the values of an email. What `canSee` denies is empty, and so is a reference without a title. */
export function mailContextOf(found: FoundValues, { titles, canSee }: { titles: Titles; canSee: CanSee }): MailContext {
  // Of the court, because deadlines run there.
  const zone = (found.court && findCourt(found.court)?.timeZone) || 'UTC'
  const groups = groupNames.map((group) => {
    const row = rowOf(found, group, canSee)
    const textOfName = (name: string): string => {
      if (group === 'filing' && name === 'trust') return trustOf(found, canSee)
      const given = row && textOf(row, { group, name, titles, canSee, zone })
      return given || courtsWord(found, `${group}.${name}`, canSee)
    }
    return [group, Object.fromEntries(mailPlaceholders[group].map((name) => [name, textOfName(name)]))] as const
  })
  const records = Object.fromEntries(groups) as Omit<MailValues, 'firm'>
  return {
    ...records,
    firm: { name: String(found.values.firm?.name ?? '') },
    documents: canSee(courtDocument, 'title') ? found.documents : [],
    timekeepers: seesWay(canSee, wayToTimekeepers) ? found.timekeepers : [],
  }
}

function trustOf({ sender }: FoundValues, canSee: CanSee): string {
  return sender && canSee(inboxItem, 'trust') ? trustLineOf(sender) : ''
}

const wayToTimekeepers: Way = [...waysFromFiling.case, [courtCase, 'assignedTimekeepers'], [timekeeper, 'fullName']]

/** Returns the IDs of records that values refer to, if a template names them, by resource. */
export function referencesIn(found: FoundValues, isNamed: (placeholder: string) => boolean): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const group of groupNames) {
    const row = rowOf(found, group, () => true)
    for (const name of row ? mailPlaceholders[group] : []) {
      const { key, field } = findMailField(group, name) ?? {}
      if (!row || !key || !field?.resource || !isNamed(`${group}.${name}`)) continue
      ids.set(field.resource, [...(ids.get(field.resource) ?? []), ...idsOf(row[key])])
    }
  }
  return ids
}

type Group = keyof typeof mailRecords
const groupNames = Object.keys(mailRecords) as Group[]

/** The record of a group, with keys as in its definition. */
function rowOf(found: FoundValues, group: Group, canSee: CanSee): AnyRow | undefined {
  if (group === 'court') {
    const isSeen = found.court !== null && canSee(envelope, 'ecfxJurisdictionId')
    return isSeen && found.court ? behaviourOf(ecfxJurisdiction).source?.find(found.court) : undefined
  }
  const ways: Readonly<Record<string, Way>> = waysFromFiling
  if (!seesWay(canSee, ways[group] ?? [])) return undefined
  const values = found.values[group === 'filing' ? 'envelope' : group]
  return values ? Object.fromEntries(Object.entries(values).map(([key, value]) => [camelCase(key), value])) : undefined
}

interface Wanted {
  group: Group
  name: string
  titles: Titles
  canSee: CanSee
  /** The time zone of moments. */
  zone: string
}

function textOf(row: AnyRow, { group, name, titles, canSee, zone }: Wanted): string {
  if (group === 'court' && name === 'id') return String(row.id ?? '')
  const { key, field } = findMailField(group, name) ?? {}
  if (!key || !field || !canSee(mailRecords[group], key)) return ''
  // Courts without an abbreviation use their citation.
  const value =
    row[key] ?? (mailRecords[group] === ecfxJurisdiction && key === 'abbreviation' ? row.citation : undefined)
  if (field.resource) return titlesOf(idsOf(value), titles[field.resource])
  if (value === null || value === undefined) return ''
  return field.kind === 'timestamp' ? momentText(String(value), zone) : printed(field, value)
}

/** As people write it: the label of a choice, Yes or No, a list with commas. */
function printed(field: Field, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ')
  return field.valueLabels?.[String(value)] ?? String(value)
}

function idsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return value === null || value === undefined ? [] : [String(value)]
}

function titlesOf(ids: readonly string[], titles: Readonly<Record<string, string>> = {}): string {
  return ids.flatMap((id) => titles[id] ?? []).join(', ')
}

/** The values of the notice itself, used while it has no case. */
const courtsWords: Readonly<Record<string, string>> = { 'case.name': 'caseName', 'case.case_number': 'docketNumber' }

function courtsWord({ values }: FoundValues, placeholder: string, canSee: CanSee): string {
  const key = courtsWords[placeholder]
  return key !== undefined && canSee(envelope, key) ? String(values.envelope?.[snakeCase(key)] ?? '') : ''
}
