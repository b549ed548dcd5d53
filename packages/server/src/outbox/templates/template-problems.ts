import { isClockKind } from '@courtcrier/contract/clock-placeholders.ts'
import type { TemplateKind } from '@courtcrier/contract/template-kinds.ts'
import { clockTemplateProblems } from './clock-template.ts'
import { mailTemplateProblems } from './mail-template.ts'

/** Returns what is wrong with the subject or the body of a template, as sentences. */
export function templateProblems(kind: TemplateKind, field: 'subject' | 'body', template: string): string[] {
  return isClockKind(kind) ? clockTemplateProblems(kind, field, template) : mailTemplateProblems(field, template)
}
