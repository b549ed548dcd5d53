import { placeholderGroups } from '@courtcrier/contract/clock-placeholders.ts'
import { writePlaceholder } from '@courtcrier/contract/placeholders.ts'
import type { TemplateKind } from '@courtcrier/contract/template-kinds.ts'
import { InputRule, mergeAttributes, Node } from '@tiptap/react'
import { filteredWords, tagWords } from './placeholder-words.ts'

/**
 * Returns the node of a placeholder in the text, which the cursor skips and deletes as a whole. Typing its braces also
 * creates one.
 */
export function placeholderNode(kind: TemplateKind) {
  const known = new Set(placeholderGroups(kind).flatMap(({ placeholders }) => placeholders))
  return Node.create({
    name: 'placeholder',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({
      name: { default: '', parseHTML: (element: HTMLElement) => element.getAttribute('data-placeholder') ?? '' },
      filters: { default: '', parseHTML: (element: HTMLElement) => element.getAttribute('data-filters') ?? '' },
    }),
    parseHTML: () => [{ tag: 'span[data-placeholder]' }],
    renderHTML: ({ node, HTMLAttributes: { name: _, filters: __, ...attributes } }) => {
      const [name, filters] = [String(node.attrs.name), String(node.attrs.filters)]
      const isKnown = known.has(name)
      const own = {
        'data-placeholder': name,
        ...(filters ? { 'data-filters': filters } : {}),
        ...(isKnown ? {} : { 'data-unknown': 'true' }),
      }
      return ['span', mergeAttributes(own, attributes), isKnown ? filteredWords(name, filters) : name]
    },
    renderText: ({ node }) => writePlaceholder(`${node.attrs.name} ${node.attrs.filters}`.trim()),
    addInputRules() {
      return [
        new InputRule({
          find: /\{\{\s*([A-Za-z_][\w.]*)\s*\}\}$/,
          handler: ({ range, match, chain }) => {
            chain()
              .deleteRange(range)
              .insertContent({ type: 'placeholder', attrs: { name: match[1] } })
              .run()
          },
        }),
      ]
    },
  })
}

/** The start or end of a loop or a condition, between paragraphs: the cursor skips and deletes it as a whole. */
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
    return ['div', mergeAttributes({ 'data-tag': tag }, attributes), tagWords(tag)]
  },
  renderText: ({ node }) => String(node.attrs.tag),
})

/** The same within a text. */
export const inlineTagNode = Node.create({
  name: 'inlineTag',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    tag: { default: '', parseHTML: (element: HTMLElement) => element.getAttribute('data-inline') ?? '' },
  }),
  parseHTML: () => [{ tag: 'span[data-inline]' }],
  renderHTML: ({ node, HTMLAttributes: { tag: _, ...attributes } }) => {
    const tag = String(node.attrs.tag)
    return ['span', mergeAttributes({ 'data-inline': tag }, attributes), tagWords(tag)]
  },
  renderText: ({ node }) => String(node.attrs.tag),
})
