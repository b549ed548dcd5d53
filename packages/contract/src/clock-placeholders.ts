import { mailLists, mailPlaceholders } from './placeholders.ts'
import type { TemplateKind } from './resources/email-template.ts'

/** A template of a message by the clock. */
export type ClockKind = Exclude<TemplateKind, 'FILING'>

/** What a template goes through with `for`: each of `cases` is a `case` with these values, and lists of its own. */
export interface PlaceholderList {
  name: string
  item: string
  values: readonly string[]
  lists: readonly PlaceholderList[]
}

interface ClockPlaceholders {
  groups: Readonly<Record<string, readonly string[]>>
  /** What the message tells of. */
  list: PlaceholderList
}

const filings: PlaceholderList = {
  name: 'filings',
  item: 'filing',
  values: ['event', 'date', 'docket_text', 'document_number', 'document_count', 'url', 'documents'],
  lists: [],
}

/** What each template of a message by the clock can name. */
export const clockPlaceholders: Readonly<Record<ClockKind, ClockPlaceholders>> = {
  DAILY_MESSAGE: {
    groups: { message: ['day', 'filing_count', 'case_count'], person: ['name'], firm: ['name'] },
    list: {
      name: 'cases',
      item: 'case',
      values: ['name', 'case_number', 'court', 'matter_name', 'matter_number', 'client_name', 'client_number'],
      lists: [filings],
    },
  },
  ACTIVITY_REPORT: {
    groups: {
      report: ['day', 'notice_count', 'told_count', 'failed_count', 'opened_count', 'waiting_count'],
      firm: ['name'],
    },
    list: {
      name: 'notices',
      item: 'notice',
      values: ['case_name', 'event', 'person', 'status', 'opened', 'reason', 'url'],
      lists: [],
    },
  },
  DMS_FAILURE_REPORT: {
    groups: { report: ['day', 'copy_count'], firm: ['name'] },
    list: {
      name: 'copies',
      item: 'copy',
      values: ['case_name', 'document', 'storage_policy', 'reason', 'url'],
      lists: [],
    },
  },
  CASE_NOT_FOUND_REPORT: {
    groups: { report: ['day', 'notice_count'], firm: ['name'] },
    list: {
      name: 'notices',
      item: 'notice',
      values: ['case_name', 'case_number', 'event', 'reason', 'url'],
      lists: [],
    },
  },
}

export function isClockKind(kind: TemplateKind): kind is ClockKind {
  return kind !== 'FILING'
}

/** A list with all that are within it, the outermost first. */
export function withInner(list: PlaceholderList): readonly PlaceholderList[] {
  return [list, ...list.lists.flatMap(withInner)]
}

/** What a template of a kind can name, as the editor offers it. */
export interface PlaceholderGroup {
  name: string
  /** As they are written: `case.name`. */
  placeholders: readonly string[]
  /** The list that a template goes through to name them. */
  each?: string
}

/** The placeholders of a kind, by what they tell of. */
export function placeholderGroups(kind: TemplateKind): readonly PlaceholderGroup[] {
  const written = (group: string, names: readonly string[]) => names.map((name) => `${group}.${name}`)
  if (!isClockKind(kind)) {
    const groups = Object.entries(mailPlaceholders)
    return [
      { name: 'lists', placeholders: mailLists },
      ...groups.map(([name, names]) => ({ name, placeholders: written(name, names) })),
    ]
  }
  const { groups, list } = clockPlaceholders[kind]
  return [
    ...withInner(list).map(({ name, item, values }) => ({
      name: item,
      placeholders: written(item, values),
      each: name,
    })),
    ...Object.entries(groups).map(([name, names]) => ({ name, placeholders: written(name, names) })),
  ]
}
