import type { Problem } from '@courtcrier/contract/messages.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { Templates } from './path-warnings.ts'
import { checkTemplate, problemOfTemplate } from './template.ts'

interface PolicyProblem extends Problem {
  field: keyof Templates | 'documentProperties'
}

/**
 * Returns what is wrong with a policy's templates, by field. One that can't be used would hold up every document saved
 * with it, or save it elsewhere than it says.
 */
export function findPolicyProblems({ documentPath, documentName, documentProperties }: AnyRow): PolicyProblem[] {
  const properties = Object.values((documentProperties ?? {}) as Readonly<Record<string, string>>)
  const unusable = properties.map(checkTemplate).find((problem) => problem !== undefined)
  return [
    ...problemOf('documentPath', documentPath),
    ...problemOf('documentName', documentName),
    ...(unusable === undefined ? [] : [{ field: 'documentProperties' as const, code: `template:${unusable}` }]),
  ]
}

function problemOf(field: keyof Templates, template: unknown): PolicyProblem[] {
  const code = typeof template === 'string' ? problemOfTemplate(template, field === 'documentPath') : undefined
  return code === undefined ? [] : [{ field, code }]
}
