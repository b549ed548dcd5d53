/** The facts of a filing a notification rule can test. A fact may have several names: a court has an ID and a name. */
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
  /** When the notice was received, in the firm's time zone: `17:05`. */
  time: string
}

/** Their names in a condition. */
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

/** Fields backed by the firm's records: a value can be found by typing a record's name. */
export const conditionRecords: Partial<Readonly<Record<ConditionField, string>>> = {
  court: 'ecfx_jurisdiction',
  judge: 'judge',
  case: 'case',
  matter: 'matter',
  client: 'client',
}
