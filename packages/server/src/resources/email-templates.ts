import { mailTemplateProblems } from '../templates/mail-template.ts'
import type { Behaviour } from './behaviour.ts'

/** A template that cannot be filled in would hold up the mails made by it, so it is refused when it is saved. */
export const emailTemplateBehaviour: Behaviour = {
  beforeSave: async (_, { values }) =>
    (['subject', 'body'] as const).flatMap((field) => {
      const value = values[field]
      const [problem] = typeof value === 'string' ? mailTemplateProblems(field, value) : []
      return problem ? [{ field, code: `template:${problem}` }] : []
    }),
}
