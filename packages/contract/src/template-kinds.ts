/** The messages a template can be used for; each has its own placeholders. */
export const templateKinds = [
  'FILING',
  'DAILY_MESSAGE',
  'ACTIVITY_REPORT',
  'DMS_FAILURE_REPORT',
  'CASE_NOT_FOUND_REPORT',
] as const
export type TemplateKind = (typeof templateKinds)[number]

export const templateKindLabels: Readonly<Record<TemplateKind, string>> = {
  FILING: 'Email about one filing',
  DAILY_MESSAGE: 'Daily message',
  ACTIVITY_REPORT: 'Daily activity report',
  DMS_FAILURE_REPORT: 'DMS failure report',
  CASE_NOT_FOUND_REPORT: 'Case-not-found report',
}

/** Restricts a reference to templates of one kind. */
export function templatesFor(kind: TemplateKind) {
  return { only: { key: 'kind', value: kind, label: templateKindLabels[kind] } }
}
