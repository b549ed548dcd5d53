import { renderText, type TemplateContext } from './template.ts'

/** The properties of a storage policy, as templates by their names. */
interface Properties {
  documentProperties: Readonly<Record<string, string>>
}

/** Returns a document's properties; empty where a template has no value for it. */
export function propertiesOf({ documentProperties }: Properties, context: TemplateContext): Record<string, string> {
  const entries = Object.entries(documentProperties).map(([name, template]) => {
    const rendered = renderText(template, context)
    return [name, 'text' in rendered ? rendered.text : '']
  })
  return Object.fromEntries(entries)
}
