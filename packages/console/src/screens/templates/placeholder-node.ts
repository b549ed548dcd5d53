import { placeholderGroups } from '@courtcrier/contract/clock-placeholders.ts'
import { writePlaceholder } from '@courtcrier/contract/placeholders.ts'
import type { TemplateKind } from '@courtcrier/contract/resources/email-template.ts'
import { InputRule, mergeAttributes, Node } from '@tiptap/react'

/** A placeholder in the text: one thing that is stepped over and deleted as a whole. Typing its braces makes one too. */
export function placeholderNode(kind: TemplateKind) {
  const known = new Set(placeholderGroups(kind).flatMap(({ placeholders }) => placeholders))
  return Node.create({
    name: 'placeholder',
    group: 'inline',
    inline: true,
    atom: true,
    addAttributes: () => ({
      name: { default: '', parseHTML: (element: HTMLElement) => element.getAttribute('data-placeholder') ?? '' },
    }),
    parseHTML: () => [{ tag: 'span[data-placeholder]' }],
    renderHTML: ({ node, HTMLAttributes: { name: _, ...attributes } }) => {
      const name = String(node.attrs.name)
      const unknown = known.has(name) ? {} : { 'data-unknown': 'true' }
      return ['span', mergeAttributes({ 'data-placeholder': name, ...unknown }, attributes), name]
    },
    renderText: ({ node }) => writePlaceholder(String(node.attrs.name)),
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
