import type { ProblemDetails } from '@courtcrier/contract/errors.ts'
import { validateInput } from '@courtcrier/contract/input.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { fieldLabel } from '../i18n/labels.ts'
import { sentenceOf } from '../i18n/problem-sentence.ts'
import { ApiFailure } from '../session/api-failure.ts'
import { translated } from '../ui/translated.ts'
import { brokenRules, type FormScope, valuesToSend } from './form-values.ts'

/** Returns the problems with the values, one sentence per field, by the server's own rules. */
export function problemsOf(values: AnyRow, scope: FormScope): Record<string, string> {
  const { resource, role, row, isNew } = scope
  const sent = valuesToSend(values, scope)
  const result = validateInput(resource, sent, isNew ? { role } : { role, current: row })
  const own = 'problems' in result ? result.problems : []
  // What is wrong with a value itself takes precedence.
  return Object.fromEntries([...brokenRules(sent, scope), ...own].map(({ field, code }) => [field, sentenceOf(code)]))
}

/** Returns the server's problems by form field. */
export function problemsFrom(problem: ProblemDetails | undefined): Record<string, string> {
  const errors = problem?.errors ?? []
  return Object.fromEntries(
    errors.map(({ field, code, message }) => [camelCase(field), code ? sentenceOf(code) : message]),
  )
}

/** Returns why something failed: the sentence of the first field that was refused, or else that of the failure itself. */
export function reasonOf(failure: Error): string {
  const [first] = failure instanceof ApiFailure ? Object.values(problemsFrom(failure.problem)) : []
  return first ?? translated(failure.message)
}

/** Returns why something failed: what is wrong with each field, by its label, or else the sentence of the failure itself. */
export function namedProblems(failure: Error, resource: Resource): string {
  const problems = failure instanceof ApiFailure ? Object.entries(problemsFrom(failure.problem)) : []
  if (problems.length === 0) return translated(failure.message)
  return problems.map(([key, sentence]) => `${fieldLabel(resource, key)}: ${sentence}`).join(' ')
}
