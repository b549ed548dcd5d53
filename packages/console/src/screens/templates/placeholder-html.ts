import { plainPlaceholder, writePlaceholder } from '@courtcrier/contract/placeholders.ts'

/** A template's body as the editor takes it: placeholders are elements, and lines of plain text are paragraphs. */
export function toEditorHtml(body: string): string {
  const html = /<[a-z]/i.test(body) ? body : paragraphs(body)
  return html.replace(plainPlaceholder, (_, name: string) => `<span data-placeholder="${name}"></span>`)
}

/** What the editor holds as a template's body; an empty document is an empty body. */
export function fromEditorHtml(html: string): string {
  const body = html
    .replace(/<span data-placeholder="([\w.]+)"[^>]*>[^<]*<\/span>/g, (_, name: string) => writePlaceholder(name))
    // Between braces stands the template's own language, in which a comparison is no entity.
    .replace(/\{[{%].*?[%}]\}/gs, (part) => decoded(part))
  return body === '<p></p>' ? '' : body
}

function paragraphs(text: string): string {
  if (text === '') return ''
  const escaped = text.replace(/&(?!\w+;|#)/g, '&amp;').replace(/</g, '&lt;')
  return escaped
    .split(/\r?\n/)
    .map((line) => `<p>${line}</p>`)
    .join('')
}

function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
