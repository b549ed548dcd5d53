import { leavesRoot } from '../outbox/copies/safe-path.ts'
import { checkTemplate } from '../outbox/copies/template.ts'
import type { Behaviour } from '../records/behaviour.ts'

/** A template that can't be parsed would hold up every document saved with it, so it is refused when saved. */
export const storagePolicyBehaviour: Behaviour = {
  beforeSave: async (_, { id, values }) => {
    const templates = ['documentPath', 'documentName'].flatMap((field) => {
      const problem = typeof values[field] === 'string' ? checkTemplate(values[field]) : undefined
      return problem ? [{ field, code: `template:${problem}` }] : []
    })
    if (typeof values.documentPath === 'string' && leavesRoot(values.documentPath))
      templates.push({ field: 'documentPath', code: 'outside_root' })
    return values.additionalStoragePolicyId === id
      ? [...templates, { field: 'additionalStoragePolicyId', code: 'leads_to_itself' }]
      : templates
  },
}
