import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseNotes } from './parse-notes.ts'

test('releases are in the order of the file, with headings, lines and paragraphs', () => {
  const text = `# Changelog

Left out.

## 0.2.0, 2026-12-01

Breaks **nothing**.

### For operators

- One line
  that goes on.
- Run \`courtcrier doctor\`, see [roles](docs/roles.md).

## 0.1.0
- First.
`
  expect(parseNotes(text)).toEqual([
    {
      title: '0.2.0, 2026-12-01',
      blocks: [
        {
          kind: 'paragraph',
          pieces: [
            { kind: 'text', text: 'Breaks ' },
            { kind: 'strong', text: 'nothing' },
            { kind: 'text', text: '.' },
          ],
        },
        { kind: 'heading', text: 'For operators' },
        {
          kind: 'list',
          items: [
            [{ kind: 'text', text: 'One line that goes on.' }],
            [
              { kind: 'text', text: 'Run ' },
              { kind: 'code', text: 'courtcrier doctor' },
              { kind: 'text', text: ', see ' },
              { kind: 'link', text: 'roles', to: 'docs/roles.md' },
              { kind: 'text', text: '.' },
            ],
          ],
        },
      ],
    },
    { title: '0.1.0', blocks: [{ kind: 'list', items: [[{ kind: 'text', text: 'First.' }]] }] },
  ])
})

test('unsupported syntax stays text, including HTML and incomplete Markdown', () => {
  const line = '<img src=x onerror=alert(1)> [half](x y) `open **too'
  expect(parseNotes(`## 1\n\n${line}`)[0]?.blocks).toEqual([
    { kind: 'paragraph', pieces: [{ kind: 'text', text: line }] },
  ])
})

test("nothing in the program's own changelog is lost", () => {
  const text = readFileSync(new URL('../../../../../CHANGELOG.md', import.meta.url), 'utf8')
  const releases = parseNotes(text)
  const items = releases.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'list' ? block.items : [])))
  expect(items).toHaveLength([...text.matchAll(/^- /gm)].length)
  expect(releases.map(({ title }) => title)).toEqual([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title))
})
