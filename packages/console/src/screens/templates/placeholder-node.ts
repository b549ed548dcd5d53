import { mailPlaceholderNames, writePlaceholder } from '@courtcrier/contract/placeholders.ts'
import { InputRule, mergeAttributes, Node } from '@tiptap/react'

/** A placeholder in the text: one thing that is stepped over and deleted as a whole. Typing its braces makes one too. */
export const placeholderNode = Node.create({
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
    const unknown = mailPlaceholderNames.includes(name) ? {} : { 'data-unknown': 'true' }
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
