import { mergeAttributes, Node } from '@tiptap/react'
import { i18next } from '../../i18n/i18n.ts'

/** The beginning or the end of a loop or a condition, between paragraphs: stepped over and deleted as a whole. */
export const tagNode = Node.create({
  name: 'templateTag',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    tag: { default: '', parseHTML: (element: HTMLElement) => element.getAttribute('data-tag') ?? '' },
  }),
  parseHTML: () => [{ tag: 'div[data-tag]' }],
  renderHTML: ({ node, HTMLAttributes: { tag: _, ...attributes } }) => {
    const tag = String(node.attrs.tag)
    return ['div', mergeAttributes({ 'data-tag': tag }, attributes), labelOf(tag)]
  },
  renderText: ({ node }) => String(node.attrs.tag),
})

/** In words where there are some; in the template's own language for the others. */
function labelOf(tag: string): string {
  const words = tag.slice(tag.startsWith('{%-') ? 3 : 2, tag.endsWith('-%}') ? -3 : -2).trim()
  const name = /^\w+/.exec(words)?.[0] ?? ''
  const rest = words.slice(name.length).trim()
  const key = `template.tag.${name}`
  return name !== '' && i18next.exists(key) ? i18next.t(key, { rest }) : `${name} ${rest}`.trim() || tag
}
