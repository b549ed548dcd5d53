import { termsOfField } from '@courtcrier/contract/dictionary.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { i18next } from '../i18n/i18n.ts'
import { resourceLabel, resourceWord } from '../i18n/labels.ts'
import { setRenaming } from '../i18n/words.ts'

// Depends on every entity, so it is loaded with the first page behind the login.
setRenaming(termsOfField)

const wordsBy = (word: (resource: Resource) => string) =>
  Object.defineProperties(
    {},
    Object.fromEntries(resources.map((each) => [each.name, { enumerable: true, get: () => word(each) }])),
  )

// Names of entities inside texts: `{{One.case}}` at the start of a sentence, `{{one.case}}` and `{{many.case}}` within.
i18next.options.interpolation = {
  ...i18next.options.interpolation,
  defaultVariables: {
    One: wordsBy((resource) => resourceLabel(resource, 'one')),
    one: wordsBy((resource) => resourceWord(resource, 'one')),
    Many: wordsBy((resource) => resourceLabel(resource, 'many')),
    many: wordsBy((resource) => resourceWord(resource, 'many')),
  },
}
