/** What a notification rule can look at of a filing. A fact may be known under several names: a court by id and name. */
export interface RuleFacts {
  courts: readonly string[]
  events: readonly string[]
  docketTexts: readonly string[]
  documentTitles: readonly string[]
  judges: readonly string[]
  caseNames: readonly string[]
  caseNumbers: readonly string[]
  matters: readonly string[]
  clients: readonly string[]
  parties: readonly string[]
  /** When the notice came in, on the firm's clock: `17:05`. */
  time: string
}

/** The words for them in a condition. */
export const conditionFields = {
  court: 'courts',
  event: 'events',
  'docket text': 'docketTexts',
  'document title': 'documentTitles',
  judge: 'judges',
  case: 'caseNames',
  'case number': 'caseNumbers',
  matter: 'matters',
  client: 'clients',
  party: 'parties',
} as const satisfies Readonly<Record<string, Exclude<keyof RuleFacts, 'time'>>>

export type ConditionField = keyof typeof conditionFields

/** Of these fields the firm keeps records: a value can be found by typing what a record is called. */
export const conditionRecords: Partial<Readonly<Record<ConditionField, string>>> = {
  court: 'ecfx_jurisdiction',
  judge: 'judge',
  case: 'case',
  matter: 'matter',
  client: 'client',
}
