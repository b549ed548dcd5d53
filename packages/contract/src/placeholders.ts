/** What templates of storage policies and of mails can both name of a filing and its case: groups and their values. */
export const filingPlaceholders = {
  client: ['name', 'number'],
  matter: ['name', 'number'],
  case: ['name', 'case_number', 'caption', 'status', 'reference_id', 'court_case_id'],
  court: ['id', 'name', 'abbreviation'],
  filing: ['date', 'event', 'docket_text', 'document_number'],
  firm: ['name'],
} as const

/** What an email template can name besides. */
export const mailPlaceholders = { ...filingPlaceholders, judge: ['name'] } as const

/** Lists that an email template can name: the filing's documents, and the timekeepers assigned to the case. */
export const mailLists = ['documents', 'timekeepers'] as const

type Groups = typeof mailPlaceholders
export type MailGroup = keyof Groups
export type MailList = (typeof mailLists)[number]
export type MailValues = { [Group in MailGroup]: Record<Groups[Group][number], string> }

/** Every placeholder of an email template as it is written: `case.name`, `documents`. */
export const mailPlaceholderNames: readonly string[] = [
  ...mailLists,
  ...Object.entries(mailPlaceholders).flatMap(([group, names]) => names.map((name) => `${group}.${name}`)),
]

/** `{{ case.name }}` of `case.name`. */
export function writePlaceholder(name: string): string {
  return `{{ ${name} }}`
}

/** A placeholder alone between braces, without filters; the group is its name. */
export const plainPlaceholder = /\{\{-?\s*([A-Za-z_][\w.]*)\s*-?\}\}/g

/** `/api/v1/email_template/preview` */
export interface MailPreview {
  subject: string
  /** Its values are escaped; what the template itself holds is not to be trusted. */
  html: string
  /** What is wrong, as sentences, by the template's field. */
  problems: readonly { field: 'subject' | 'body'; message: string }[]
  /** The notice it was made with; absent where none is to be seen, and made-up values stand in. */
  notice?: { id: string; title: string }
}
