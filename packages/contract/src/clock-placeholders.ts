import { mailLists, mailPlaceholders } from './placeholders.ts'
import type { TemplateKind } from './template-kinds.ts'

/** The kinds of templates for scheduled messages. */
export type ClockKind = Exclude<TemplateKind, 'FILING'>

/**
 * A list a template loops over with `for`: each item of `cases` is a `case` with these values, and may have lists
 * itself.
 */
export interface PlaceholderList {
  name: string
  item: string
  values: readonly string[]
  lists: readonly PlaceholderList[]
}

interface ClockPlaceholders {
  groups: Readonly<Record<string, readonly string[]>>
  /** The list the message covers. */
  list: PlaceholderList
}

const filings: PlaceholderList = {
  name: 'filings',
  item: 'filing',
  values: ['event', 'date', 'docket_text', 'document_number', 'document_count', 'url', 'documents'],
  lists: [],
}

/** The placeholders of each template for scheduled messages. */
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
      values: ['case_name', 'document', 'storage_policy', 'reason', 'next_step', 'url'],
      lists: [],
    },
  },
  CASE_NOT_FOUND_REPORT: {
    groups: { report: ['day', 'notice_count'], firm: ['name'] },
    list: {
      name: 'notices',
      item: 'notice',
      values: ['case_name', 'case_number', 'event', 'reason', 'next_step', 'url'],
      lists: [],
    },
  },
}

export function isClockKind(kind: TemplateKind): kind is ClockKind {
  return kind !== 'FILING'
}

/** Returns a list and all lists within it, the outermost first. */
export function withInner(list: PlaceholderList): readonly PlaceholderList[] {
  return [list, ...list.lists.flatMap(withInner)]
}

/** The placeholders of a kind of template, as the editor offers them. */
export interface PlaceholderGroup {
  name: string
  /** As written in a template: `case.name`. */
  placeholders: readonly string[]
  /** The list a template must loop over to use them. */
  each?: string
}

/** Returns the placeholders of a kind, grouped by what they describe. */
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
